BBBB BBBB
XXXXXXX XXXXXXXXXXXX XXXXXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXXX
  XXX XXXXXXXXXXXX XXXXXXXXXXXXXXXX gettext(u'Keys of this page') XXXXX
  XXXX
    XXXXX
      XXXX
        XXXXXXXXXXXX
      XXXXX
      XXXX
         gettext(u'search players, tables and evenings') 
      XXXXX
    XXXXXX
    XXXXX
      XXXX
        XXXXXXXXXXXX
      XXXXX
      XXXX
         gettext(u'show these keys') 
      XXXXX
    XXXXXX
    XXXXX
      XXXX
        XXXXXXXXXXXXXXX XXXXXXXXXXXXXXXX
      XXXXX
      XXXX
         gettext(u'go to the main button') 
      XXXXX
    XXXXXX
    BB BBBBBBBBBBBBB
      BB BBBB BB BBBBBBBB BB BBBBB
        XXXXX
          XXXX
            XXXXXXXXXXXX XXXXXXXXXXXXX
          XXXXX
          XXXX
             gettext(u'open the table of that number') 
          XXXXX
        XXXXXX
      BBBBB
    BBBBB
  XXXXX
  XXXXX XXXXXXXXXXXXXXXX
    XXXXXXX XXXXXXXXXX XXXXXXXXXX XXXXXXXXXXXXXX
       pgettext(u'the window', u'Close') 
    XXXXXXXXX
  XXXXXXX
XXXXXXXXX
BB BBBBBBBBBBBBB
  BB BBBB BB BBBBBBBB BB BBBBB
    XX XXXXXXXXXXXX
       XXXXXXXXX
       XXXXXXXXXXXXX
       XXXXXXXXXXBBB BBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBB BX
       XXXXXXXXXXXX gettext(u'Table {table} …') X
       XXXXXXXXXXX
  BBBBB
BBBBB
