BBBBBBB BBBBBBBBBBBBBBBBBBBBBB
BBBB BBBB
BBBBB BBBB
  BBB BBBBBBBB BBBB BB BBBBBB
    XXXX XXXXXXXXXXXXXXXXXXXX
         XXXXXXXXXXXX
         XXXXXXXXXXXXX
         XXXXXXXXXXXXXX
      XXXXXX XXXXXXXXXXXXXXXXXX XXXXXX
        XXXXXXX
          XXXX
            BBB BBBBBB BB BBBBBBB
              XXX XXXXXXXXXXXXXXXXX
            BBBBBB
          XXXXX
        XXXXXXXX
        XXXXXXX
          BBB BBB BB BBBB
            BB BBBBBBBBBB BB B
              XXX XXXXXXXXXXXXXXXXXXXXX
                XXX XXXXXXXXXXXXXXXX XXXXXXXXXFFFFFFXXXXXXX
              XXXXX
            BBBB
              XXXX
                BBB BBBB BB BBB
                  BB BBBB BB BBBB
                    XXX XXXXXXXXXXXXXXXXXX
                      XXXXX XXXXXXXXXXXXXXXX
                            XXXXXXXXXX
                            XXXXXXXXXXXX gettext(u'yes') XXXXXXXXXX
                    XXXXX
                  BBBB BBBB BB BBBBB
                    XXX XXXXXXXXXXXXXXXXXX
                      XXXXX XXXXXXXXXXXXXXXX
                            XXXXXXXXXX
                            XXXXXXXXXXXX gettext(u'not yet') XXXXXXXXX
                    XXXXX
                  BBBB
                    XXXXXXXXX
                  BBBBB
                BBBBBB
              XXXXX
            BBBBB
          BBBBB
            XXXX
              XXX XXXXXXXXXFFFFFFXX
                 gettext(u'Nothing is on this list yet.') 
              XXXXX
            XXXXX
          BBBBBB
        XXXXXXXX
      XXXXXXXX
    XXXXXX
  BBBBBB
BBBBBBBB BBBB
