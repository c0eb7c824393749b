BBBB BBBB BBBB
BB BBBBB
  XXXXXXXX XXXXXXXXXXXXX XXXXXXXXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXXX
    BBBB BBBBBB
    XXXXX
      XX XXXXXXXXXXXX XXXXXXXXXXXXXXXX
        XXXXXXXX gettext(u'Worth a look') XXXXXXXXX
      XXXX
      XXX XXXXXXXXXXXXX
        BBB BBBBBBBB BBBBB BB BBBBB
          XXXX
            BB BBBBB
              XX XXXXXXBBB BBBBBBBBBBBB BBBBBBBBBBBBBBB BBBBBBBBBBBB BBBBBBBBBBBBBXX
                BB BBBBBBBBBBBB
                   gettext(u'Table %(number)s') SSSSS SSSSSSSSSSX
                   gettext(u'hand %(number)s') SSSS SSSSSSSSSSX
                BBBB
                   gettext(u'Table %(number)s') SSSSS SSSSSSSSSSX
                BBBBB
              XXXX
              
            BBBB BBBBBBBBBBBB
               gettext(u'Hand %(hand)s: %(problem)s') 
                SSSS SSSSSSSSS SSSSSSSSSSS
              
            BBBB
              
            BBBBB
          XXXXX
        BBBBBB
      XXXXX
      XXXX XXXXXXXXXXXXXXXXXXXXBBBBBBB BBBBBBBBBBBBBBB BBBB BBBBBBBBBBBBBBBBBXXXXXX
    XXXXXX
  XXXXXXXXXX
BBBBB
