BBBB BBBB BBBB
BB BBBBBBBBBBB
  XXXXXXXX XXXXXXXXXXXXX XXXXXXXXXXXXXXXX
    BBBB BBBBBBBBB
    XXXXX
      XXX
         gettext(u'These sheets were reopened; close each of them, then publish the standings again:') 
          SSSSS SSSSSS SSSS SSSSSSSSS SSSSS SSSS SS SSSSS SSSS SSSSSSS SSS SSSSSSSSS SSSSSS
        
      XXXX
      XXX XXXXXXXXXXXXXX
        BBB BBBBB BB BBBBBBBBBBB
          XXXX
            XX XXXXXXBBB BBBBBBBBBBBB BBBBBBBBBBBBBBB BBBBBBBBBBB BBBBBBBBBBBXX
               gettext(u'partita %(round_number)s, table %(number)s') 
                SSSSSSS SSSSSSSSSSSSSSSSS SSSSS SSSSSSSSSS
              
            XXXX
          XXXXX
        BBBBBB
      XXXXX
    XXXXXX
  XXXXXXXXXX
BBBBB
BBB BBBBBBB BB BBBBBBBBBBBBBBB
  XX XXXXXXXXXXXXX XXXXXXXXXXXXXXXX
    BBBB BBBBBBBBB
    XXXXXX
       gettext(u'Partita %(round)s, table %(table)s, hand %(hand)s is worth the average of the other tables and changes with them.') 
        SSSSSSS SSSSSSSSSS SSSSS SSSSSSSSSS SSSS SSSSSSSS SS SSSSS SSS SSSSSSS SS SSS SSSSS SSSSSS SSS SSSSSSS SSSS SSSSS
      
    XXXXXXX
  XXXX
BBBBBB
BBB BBBBBB BB BBBBBBBBBBBBB
  XXXXXXXX XXXXXXXXXXXXX XXXXXXXXXXXXXXXX
    BBBB BBBBBBBBB
    XXXXX
      XXX
         gettext(u'Partita %(number)s was returned to play: what was published of it stays, marked, until it is closed again.') 
          SSSSSSS SSSSSSSSSS SSS SSSSSSSS SS SSSSS SSSS SSS SSSSSSSSS SS SS SSSSSS SSSSSSS SSSSS SS SS SSSSSS SSSSSS
        
      XXXX
      XXX
        XX XXXXXXBBB BBBBBBBBBBB BBBBBBBBBBBBBBB BBBBBBXX gettext(u'Go to its tables') XXXX
      XXXX
    XXXXXX
  XXXXXXXXXX
BBBBBB
