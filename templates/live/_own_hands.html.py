BBBB BBBB BBBB
BB BBBBBBBBBBBB
  XXX
    BBBB BBBBBBBBBB
    
  XXXX
BBBBB
BBB BBBBBB BBBBB BB BBBBB
  XXX XXXXXXXXXXXXXXXX
      XXXXXXXXXXXX gettext(u'Who sat at table %(number)s') 
    SSS SSS SS SSSSS SSSSSSSSSS
  XX
    BBB BBBBB BBBBBBB BB BBBBBBBBBBB
      BB BBBBBBB
        XXXX
          BBBBBBBBBB BBBB BBBBBBBBBB
          BBBBBBB BBBBBBBBBBBBBBBBBBBB
        XXXXX
      BBBBB
    BBBBBB
  XXXXX
BBBBBB
XXXX XXXXXXXXXXXXXXXXXXXX
     XXXXXXXXXXXX
     XXXXXXXXXXXXX
     XXXXXXXXXXXX gettext(u'The hands of partita %(number)s') 
  SSS SSSSS SS SSSSSSS SSSSSSSSSS
XX
  XXXXXX XXXXXXXXXXXXXXXXXX XXXXXXXXXXX
    XXXXXXX
      XXXX
        XXX XXXXXXXXXXXX gettext(u'Hand') XXXXX
        XXX XXXXXXXXXXX XXXXXXXXXXXX gettext(u'Points') XXXXX
        XXX XXXXXXXXXXX XXXXXXXXXXXX gettext(u'Mean') XXXXX
        XXX XXXXXXXXXXX
            XXXXXXXXXXX
            XXXXXXX gettext(u'Against the mean') XX
          XXXXX XXXXXXXXXXXXXXXXXXX
            XXXXXXXXXXXXX XXXXXXXXXXXXXXXXXXXXXXXX gettext(u'Against the mean') XXXXXXX
        XXXXX
      XXXXX
    XXXXXXXX
    XXXXXXX
      BBB BBBB BB BBBBBBBBB
        BBBB BBBBBBBBBBBBBBBBBBBB
          XXXX
            XXX XXXXXXXXXXXX
              XXXXXXXX XXXXXXXXXXXX
                XXXXXXXXX
                  BB BBBBBBBBBBBBBBBBB
                    BBBBBBBBBB BBBBBBBBBBB BBBBBBBBB
                  BBBBB
                  
                XXXXXXXXXX
                XXXX
                  BBB BBBBBBBB BB BBBBBBBB
                    XXXXXXXXX
                  BBBBBB
                XXXXX
                BB BBBBBBBBBBBB
                  XX XXXXXXXXXXXXX
                    XX XXXXXXBBB BBBBBBBBBBBB BBBBBBBBBBBBBBB BBBBBBBBBB BBBBBBBBBBXXXXXXXXX
                       gettext(u'The board, and what the other tables made of it') 
                    XXXX
                  XXXX
                BBBBB
              XXXXXXXXXX
            XXXXX
            XXX XXXXXXXXXXXX
              XXXFFFFFFXXXX
            XXXXX
            XXX XXXXXXXXXXXXFFFFFFXXXXX
            XXX XXXXXXXXXXXXFFFFFFXXXXX
          XXXXX
        BBBBBBB
      BBBBBB
    XXXXXXXX
    BB BBBBBBBBBBBBBBBB
      XXXXXXX
        XXXX
          XXX XXXXXXXXXXXX gettext(u'Points given or taken by the arbiter') XXXXX
          XXX XXXXXXXXXXXXFFFFFFXXXXX
          XXXXXXXXX
          XXXXXXXXX
        XXXXX
      XXXXXXXX
    BBBBB
  XXXXXXXX
XXXXXX
