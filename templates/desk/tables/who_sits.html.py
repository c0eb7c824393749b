BBBBBBB BBBBBBBBBBBBBBBB
BBBB BBBB BBBB BBBBBB
BBBBB BBBBB
   gettext(u'Who sits here: table %(number)s, partita %(round)s') 
    SSS SSSS SSSSS SSSSS SSSSSSSSSSS SSSSSSS SSSSSSSSS
  
BBBBBBBB BBBBB

BBBBB BBBB
  
  XXXXX XXXXXXXXXXXXXXXX XXXXXXBBBBBB BBBBBBBBBBBBBBBBBBBBXX
BBBBBBBB BBBB

BBBBB BBBBBBB
  XXXX
     gettext(u'Table %(number)s') SSSSS SSSSSSSSSS
    XXXXX XXXXXXXXXXXXXXXX
       gettext(u'partita %(number)s') SSSSSSS SSSSSSSSSS
    XXXXXXX
  XXXXX
  BBBBBBB BBBBBBBBBBBBBBB BBBB BBBBBBBBBBBB
BBBBBBBB BBBBBBB

BBBBB BBBBBBB
  BBBBBBBBBB BBBBB BBBBBB
    XXXXXXXX XXXXXXXXXXXX XXXXXXXXX
             XXXXXXXXXXXXX
             XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX
      XXX XXXXXXXXXXXXXXXXXXX XXXXXXXXXXXXX gettext(u'Who sits here') XXXXX
      BB BBBBBBBBB
        BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBB
      BBBBB
      XXX XXXXXXXXXXXXXXX
        BBB BBBBB BB BBBBBB
          BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBB
        BBBBBB
      XXXXX
      BB BBBBBBB
        XXXX gettext(u'Wrong winds already ruled on') XXXXX
        XXX XXXXXXXXXXXXXXXXXXXX
          BBB BBBBBBB BBBBB BB BBBBBBB
            XXXX
              XXXXX XXXXXXXFFFFFFFFFFFFFFFXX
                 gettext(u'Hand %(hand)s') 
                  SSSS SSSSSSSS
                 gettext(u': ') 
              XXXXXXX
              XXXXX XXXXXXXXXXXX XXXXXXXX
                BB BBBBBBBBBBBBBBBBB
                  XXXXXX gettext(u'revoked')  gettext(u': ') XXXXXXX
                BBBBB
                XXXXXXXXXXXXX
                BB BBBBBBBBBBBBBB
                  XXXXXXXXXXXXX
                BBBBB
                XXXXXXFFFFFFFFFFFFFFFFFFXXXXXXX
              XXXXXXX
            XXXXX
          BBBBBB
        XXXXX
        XXX
          XX XXXXXXBBB BBBBBBBBBBBBBB BBBBBBBBBBBBBBBXX
             gettext(u'All rulings, and revoking one') 
          XXXX
        XXXX
      BBBBB
      BB BBBBBB
        XX XXXXXXXXXXXXXX
           gettext(u'The table said at %(when)s who sits where.') 
            SSS SSSSS SSSS SS SSSSSSSS SSS SSSS SSSSSS
          
        XXXX
      BBBBB
    XXXXXXXXXX
  BBBBBBBBBBBBB BBBBB
BBBBBBBB BBBBBBB
