BBBB BBBB
XXXX XXXXXXXXXXXXXXXXXXXX
     XXXXXXXXXXXX
     XXXXXXXXXXXXX
     XXXXXXXXXXXXXX
  XXXXXX XXXXXXXXXXXXXXXXXXXX
    XXXXXXX
      XXXX
        BBB BBBB BB BBBBB
          XXX XXXXXXXXXXXXXXXXX
        BBBBBB
      XXXXX
    XXXXXXXX
    XXXXXXX
      BBB BBBB BB BBBBB
        XXXX
          XXX XXXXXXXXXXXX
            BB BBBBBBBB
              XX XXXXXXX XXXXXXXXXXXXXXXXXXX
            BBBB
              
            BBBBB
          XXXXX
          BBB BBBB BB BBBBBBBBBB
            XXXXXXXXX
          BBBBBB
          BB BBBBBBBBBB
            XXXXXXXXX
          BBBB BBBBBBBB
            XXXX
              XXXXX XXXXXXXXXXXXX XXXXXXXXXX
                BBBBBBBBBB
                XXXXXXX XXXXXXXXXX XXXXXXXXXX
                        XXXXXXXXXXXX gettext(u'End it')  gettext(u': ') XX
                   gettext(u'End it') 
                XXXXXXXXX
              XXXXXXX
            XXXXX
          BBBBB
        XXXXX
      BBBBBB
    XXXXXXXX
  XXXXXXXX
XXXXXX
