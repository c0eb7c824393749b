BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
BBBB BBBB BBBB
BBBBB BBBBB
   gettext(u'History of table %(number)s, partita %(round)s') 
    SSSSSSS SS SSSSS SSSSSSSSSSS SSSSSSS SSSSSSSSS
  
BBBBBBBB BBBBB

BBBBB BBBBBBB
   gettext(u'partita %(number)s, history of the sheet') 
    SSSSSSS SSSSSSSSSSS SSSSSSS SS SSS SSSSS
  
BBBBBBBB BBBBBBB

BBBBB BBBBBB
  BB BBBB
    XXXXXXXX XXXXXXXXXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXXX
      XXX XXXXXXXXXXXXXXXX
         gettext(u'The sheet as it was on %(day)s at %(hour)s') 
          SSS SSSSS SS SS SSS SS SSSSSSS SS SSSSSSSS
        
      XXXXX
      XXXX XXXXXXXXXXXXXXXXXXXX
           XXXXXXXXXXXX
           XXXXXXXXXXXXX
           XXXXXXXXXXXX gettext(u'Score sheet') XX
        XXXXXX XXXXXXXXXXXXXXXXXXXX
          XXXXXXX
            XXXX
              XXX XXXXXXXXXXXX gettext(u'Hand') XXXXX
              XXX XXXXXXXXXXXX gettext(u'What was there') XXXXX
            XXXXX
          XXXXXXXX
          XXXXXXX
            BBB BBBBB BBBBB BB BBBBBBBBB
              XXXX
                XXX XXXXXXXXXXXXXXXXX
                XXXXXXXXX
              XXXXX
            BBBBBB
          XXXXXXXX
        XXXXXXXX
      XXXXXX
      XX XXXXXXXXXXXXXXXXXXX XXXXXX
        BBB BBBBBBB BBBBBB BB BBBBBBBBBBB
          BBBBBBBBBB BBBBBB BBBBBBBBB
          FFFFFF
        BBBBBB
      XXXX
      XXX
        XX XXXXXXBBB BBBBBBBBBBBBBB BBBBBBBBBBBBBBB BBBBBBBBBBBB BBBBBBBBBBBBBBBBBBXX
           gettext(u'Back to the history') 
        XXXX
      XXXX
    XXXXXXXXXX
  BBBBB
  BB BBBBB
    BB BBB BBBBBBBB
      XX XXXXXXXXXXXXX XXXXXXXXXXXXX
        BBBB BBBBBBBBXXXXXX
         gettext(u'The sheet is closed: to restore a version, reopen it first, with a reason.') 
          SSS SSSSS SS SSSSSSS SS SSSSSSS S SSSSSSSS SSSSSS SS SSSSSS SSSS S SSSSSSS
        
        XXXXXXX
      XXXX
    BBBBB
    XXX XXXXXXXXXXXXXXXXXXXXX XXXXXXXXX
      BBB BBBBBBBB BBBBBB BBBBBBBB BBBBBB BBBBBBB BB BBBBB
        XXX XXXXXXXXXXXXXX
          XXX
            XXXXXXXX
               gettext(u'Hand %(hand)s, version %(number)s') 
                SSSS SSSSSSSSS SSSSSSS SSSSSSSSSS
              
            XXXXXXXXX
            BB BBBBB
              XXXXX XXXXXXXXXXXXXXXXXXXXX
            BBBBB
            BB BBBBBBB
              X
               gettext(u'in force') 
            BBBBB
          XXXX
          XX XXXXXXXXXXXXXXXXX
            XXXXX XXXXXXXXXXFFFFFFFFXX
              FFFFFFFFFFFFFFFFFFFFFFFF
            FFFFFFFFFFFFXXXXXXX
            X 
            BB BBBBBBBBBBBBBB
              X
              
            BBBBB
            BB BBBBBBBBBBBBBB
              X 
            BBBBB
          XXXX
          XXX
            BB BBBBBBBBBBBBBBB BB B
              
            BBBB
               _("; ") 
            BBBBB
          XXXX
          XXXXXXXXBB BBBBBBBBBBBBB BB BBBBBBBBBBBBBBBBBBBBBBBBBBB XXXXBBBBBX
            XXXXXXXXX gettext(u'Look at it') XXXXXXXXXX
            BB BBBBBBBBBBBBBBB BB B
              XX XXXXXXXXXXXXXXXXX
            BBBBB
            XXX
              XX XXXXXXXXXXXX gettext(u'The whole sheet at that moment') XXXX
            XXXX
            BB BBBBBBBB BBB BBB BBBBBBB
              XXXXX XXXXXXXXXXXXXX
                BBBBBBBBBB
                XXXXXX XXXXXXXXXXXXX XXXXXXXXXXXXXX XXXXXXXXX
                XXXX XXXXXXXXXXXXXX
                  XXXXXX XXXXXXXXXXXXXXXXXX XXXXXXXXXXXXXX
                     gettext(u'Reason') 
                  XXXXXXXX
                  XXXXXX XXXXXXXXXXXXXXXXXXXX
                         XXXXXXXXXXXX
                         XXXXXXXXXXXXX
                         XXXXXXXXXXXXXXX
                         XXXXXXXX
                         XXXXXXXBB BBBBBBBBBBBBB BB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBXX
                XXXXXX
                XXXXXXX XXXXXXXXXX XXXXXXXXXXX gettext(u'Restore this version') XXXXXXXXX
              XXXXXXX
            BBBBB
          XXXXXXXXXX
        XXXXX
      BBBBBB
    XXXXX
  BBBB
     gettext(u'Nothing has been entered yet') 
     gettext(u'Every row that is typed is kept here as a version, with its author, device and time.') 
    BBBBBBB BBBBBBBBBBBBB BBBB BBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBB
  BBBBB
  BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
BBBBBBBB BBBBBB
