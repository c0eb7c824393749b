BBBBBBB BBBBBBBBBBBBBBBB
BBBB BBBB BBBB
BBBBB BBBBB
   gettext(u'Merge')  X 
BBBBBBBB BBBBB

BBBBB BBBB
  XXXXX XXXXXXXXXXXX XXXXXXXXXXXXXX
    XXXX XXXXXXXXXXXXXXX
      BBBBBBB BBBBBBBBBBBBBBBB
      XX XXXXXXXXXXXXX
        XX XXXXXXBBB BBBBBBBBBBBBBBBXX gettext(u'Roster') XXXX
        X
        XX XXXXXXBBB BBBBBBBBBBBBBBBBBBBXX gettext(u'Likely duplicates') XXXX
      XXXX
      XXXX gettext(u'Are they one person?') XXXXX
      BB BBBBBBBBB
        XXXX XXXXXXXXXXXXX XXXXXXXXXXXXX XXXXXXXXXXXXX
          BBBB BBBBBBB
          XXXXX
            BBB BBBBBBBB BB BBBBBBBBB
              XX XXXXXXXXXXXXXXXXX
            BBBBBB
          XXXXXX
        XXXXXX
      BBBBB
      BB BBBBB BBB BBBBB BB BBBBBB
        XX XXXXXXXXXXXXXX
           gettext(u'Differences: %(what)s.') SSSSSSSSSSSS SSSSSSSSS
        XXXX
      BBBBB
      XXXXX XXXXXXXXXXXXX XXXXXXXXXXX
        BBBBBBBBBB
        XXXXXX XXXXXXXXXXXXX XXXXXXXXXXX XXXXXXXXX
        XXXX XXXXXXXXXXXXXXXXXXXX
             XXXXXXXXXXXX
             XXXXXXXXXXXXX
             XXXXXXXXXXXXXXXXXXXXXXXXXXXXXX
          XXXXXX XXXXXXXXXXXXXXXXXX XXXXXXXXXXX
            XXXXXXXX XXXXXXXXXXXXXXXXX
              BB BBBBBBBBB
                 gettext(u'What each has') 
              BBBB
                 gettext(u'What stays') 
              BBBBB
            XXXXXXXXXX
            XXXXXXX
              BBB BBBBB BB BBBBBB
                XXXX
                  XXX XXXXXXXXXXXXXXXXX
                  BB BBBBBBBBBB
                    XXX XXXXXXXXXXXX
                      XXXXXX XXXXXXXXXXXXX
                             XXXXXXX
                             XXXXXXXXX
                      FFFFFFFFFFF
                    XXXXX
                  BBBB BBBBBBBBB
                    BBB BBBBB BBBBB BB BBBBBBBBBBBB
                      XXXXFFFFFFFFFFFXXXXX
                    BBBBBB
                  BBBB
                    BBB BBBB BBBBB BB BBBBBBBBBBBB
                      XXXX
                        XXXX XXXXXXXXXXXXXXXX
                          XXXXXXX
                            XXXXXX XXXXXXXXXXXX
                                   XXXXXXX
                                   XXXXXXXX
                                   FFFFFFFFFFX
                            XXXXXXFFFFFFFFFFFXXXXXXX
                          XXXXXXXX
                        XXXXXX
                      XXXXX
                    BBBBBB
                  BBBBB
                XXXXX
              BBBBBB
              XXXX
                XXX XXXXXXXXXXXX gettext(u'Evenings') XXXXX
                BBB BBBBBB BB BBBBBB
                  XXXXBBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBXXXXX
                BBBBBB
              XXXXX
            XXXXXXXX
          XXXXXXXX
        XXXXXX
        BB BBB BBBBBBBBB
          XXX XXXXXXXXXXXXX
            BBB BBBBBBBB BB BBBBBBB
              XXXXXXXXX
            BBBBBB
            XXXX
              BB BBBBBB
                 gettext(u'A safety copy is made first: “manage.py restore” brings it back, with everything as it was then. There is no other way back.') 
                  S SSSSSS SSSS SS SSSS SSSSSS SSSSSSSSSS SSSSSSSS SSSSSS SS SSSSS SSSS SSSSSSSSSS SS SS SSS SSSSS SSSSS SS SS
                  SSSSS SSS SSSSS
                
              BBBB
                 gettext(u'There is no way back except a copy: make one with pg_dump first.') 
                  SSSSS SS SS SSS SSSS SSSSSS S SSSSS SSSS SSS SSSS SSSSSSS SSSSSS
                
              BBBBB
            XXXXX
          XXXXX
        BBBBB
      XXXXXXX
      XXXXX XXXXXXXXXXXXX
            XXXXXXXXXXXXXXX
            XXXXXXXXBBB BBBBBBBBBBBBBBBBBBBXX
        BBBBBBBBBB
        XXXXXX XXXXXXXXXXXXX XXXXXXXXXXXX XXXXXXXXX
        XXXXXX XXXXXXXXXXXXX XXXXXXXXXXXXX XXXXXXXXX
      XXXXXXX
      XXXX XXXXXXXXXXXXXXXXX
        BB BBB BBBBBBBBB
          XXXXXXX XXXXXXXXXX XXXXXXXXXXX XXXXXXXXX XXXXXXXXXXXXX
             gettext(u'Merge them into one person') 
          XXXXXXXXX
        BBBBB
        XXXXXXX XXXXXXXXXX XXXXXXXXXX XXXXXXXXXXXXXXXXXX
           gettext(u'They are two people') 
        XXXXXXXXX
        XX XXXXXXXXXX XXXXXXXXXX XXXXXXBBB BBBBBBBBBBBBBBBBBBBXX gettext(u'Cancel') XXXX
      XXXXXX
    XXXXXX
  XXXXXXX
BBBBBBBB BBBB
