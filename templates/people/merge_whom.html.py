BBBBBBB BBBBBBBBBBBBBBBB
BBBB BBBB BBBB
BBBBB BBBBB
   X  gettext(u'Merge') 
BBBBBBBB BBBBB

BBBBB BBBB
  XXXXX XXXXXXXXXXXX XXXXXXXXXXXXXX
    XXXX XXXXXXXXXXXXXXX
      BBBBBBB BBBBBBBBBBBBBBBB
      XX XXXXXXXXXXXXX
        XX XXXXXXBBB BBBBBBBBBBBBBBBXX gettext(u'Roster') XXXX
        X
        XX XXXXXXBBB BBBBBBBBBBBBBBB BBBBBBBBBX XXXXXXXXXXXXXXXXXXX
      XXXX
      XXXX
         gettext(u'Who is the same person as %(player)s?') SSS SS SSS SSSS SSSSSS SS SSSSSSSSSSS
      XXXXX
      XXXXX XXXXXXXXXXXX XXXXXXXXXXXXX XXXXXXXXXXXXXX
        XXXXXX XXXXXXXXXXXXXXXXXX XXXXXXXXXXXXXXXXXXXX
           gettext(u'Surname, name or card') 
        XXXXXXXX
        XXXXXX XXXXXXXXXXXXXXXXXXXX
               XXXXXXXXXXXXX
               XXXXXXXXXXXXXXXXXX
               XXXXXXXX
               XXXXXXXX
               XXXXXXXXXXXXXXXXXX
               XXXXXXXXXXXXXXXXXXXXXXX XXXXXXXXXX XXXXXXXXX XXXXXX gettext(u'Look') XXXXXXXXX
      XXXXXXX
      BB BBBBB
        BB BBB BBBBBB
          XX XXXXXXXXXXXX XXXXXX gettext(u'Names that are almost the same:') XXXX
        BBBBB
        XXXX XXXXXXXXXXXXXX
          XXXX
            BBB BBBBB BB BBBBB
              XXXX
                XX XXXXXXXXXXXXXXXXXXXX
                   XXXXXXBBB BBBBBBBBBBBBBB BBBBBBBBBXXXXXXXX
                  XXXXX XXXXXXXXXXXXXXXXXXXXXX
                  BB BBBBBBBBBBBBBBBBB BB BBBBBBBBBB
                    XXXXXX XXXXXXXXXXXXXX
                      BB BBBBBBBBBBBBBBBBB BBB BBBBBBBBBB
                        X
                      BBBBB
                      
                    XXXXXXXX
                  BBBBB
                XXXX
              XXXXX
            BBBBBB
          XXXXX
        XXXXXX
      BBBB BBBBBB
        XXX gettext(u'Nobody of that name') XXXX
      BBBBB
    XXXXXX
  XXXXXXX
BBBBBBBB BBBB
