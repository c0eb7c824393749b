BBBB BBBB BBBB
BB BBBBBBBBBBBBBBBB BBB BBBBBBBBBB
  XXXX gettext(u'Reports') XXXXX
  XXXXXX XXXXXXXXXXXXXXXXXXXX
    XXXXXXX
      XXXX
        XXX XXXXXXXXXXXX gettext(u'Received') XXXXX
        XXX XXXXXXXXXXXX gettext(u'Closing code') XXXXX
        XXX XXXXXXXXXXX XXXXXXXXXXXXXXXXXX gettext(u'File') XXXXX
      XXXXX
    XXXXXXXX
    XXXXXXX
      BBB BBBBBB BB BBBBBBBBBBBBBBBB BBBBBBBB
        XXXX
          XXXXFFFFFFFFFFFFFFFFFFFFFFFFFFFFXXXXX
          XXX XXXXXXXXXXXXXXX
            FFFFFFFFF
            BB BBBBBBBBBBB BB BBBBBBBBB
              BBBB BBBBBBBBBBB
            BBBBB
          XXXXX
          XXX XXXXXXXXXXXXXXXXXXXXXXX
        XXXXX
      BBBBBB
    XXXXXXXX
  XXXXXXXX
BBBBB
BB BBBBBB
  XXXX gettext(u'Sheets') XXXXX
  XXXXXX XXXXXXXXXXXXXXXXXXXX
    XXXXXXX
      XXXX
        XXX XXXXXXXXXXXX gettext(u'Sheet') XXXXX
        XXX XXXXXXXXXXXX gettext(u'Who sat there') XXXXX
        XXX XXXXXXXXXXXX gettext(u'State') XXXXX
      XXXXX
    XXXXXXXX
    XXXXXXX
      BBB BBBBBB BBBBBB BB BBBBBB
        XXXX
          XXX XXXXXXXXXXXX
            XX XXXXXXBBB BBBBBBBBBBBBBBBBBBBBBBBBBBB BBBBBBBBBB BBBBBBBBBBB BBBBBBBBBBB BBBBBBBBBBBXX
               gettext(u'Partita %(partita)s, table %(table)s') 
                SSSSSSS SSSSSSSSSSSS SSSSS SSSSSSSSS
              
            XXXX
          XXXXX
          XXXX
            XXX XXXXXXXXXXXX
              BBB BBBBBBB BBBB BB BBBBBBBBBBBBBBBBB
                XXXX
                  BBBBBBBBBB BBBBBB BBBBBBBBB
                  XXXXXXXXXXXXX XXXXX XXXXXXXXXXXXFFFFFFFFFFFFFFFXXXXXXX
                XXXXX
              BBBBBB
            XXXXX
          XXXXX
          XXXX
            BB BBBBBBBBBBBBBBB
              BBBB BBBBBBBBBBB
               gettext(u'adds up') 
            BBBB
              BBBB BBBBBBB
               gettext(u'does not add up') 
            BBBBB
          XXXXX
        XXXXX
      BBBBBB
    XXXXXXXX
  XXXXXXXX
BBBBB
