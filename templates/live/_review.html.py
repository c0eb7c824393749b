BBBB BBBB BBBB
BB BBBBBB
  XXXX XXXXXXXXXXXXX XXXXXXXXXXXXXXX XXXXXXXXXXXX
    BBBB BBBBBBBBB
    XXXXX
      BBB BBBBB BB BBBBBBBBBBBBB
        XX XXXXXXXXXXXXX
          BB BBBBBBBBBBBBB
             gettext(u'Partita %(round)s, table %(table)s: the sheet has been opened again.') 
              SSSSSSS SSSSSSSSSS SSSSS SSSSSSSSSS SSS SSSSS SSS SSSS SSSSSS SSSSSS
            
          BBBB
             gettext(u'Partita %(round)s, table %(table)s: the sheet has been corrected.') 
              SSSSSSS SSSSSSSSSS SSSSS SSSSSSSSSS SSS SSSSS SSS SSSS SSSSSSSSSS
            
          BBBBB
        XXXX
      BBBBBB
      BBB BBBBBB BB BBBBBBBBBBBBB
        XX XXXXXXXXXXXXX
           gettext(u'Partita %(number)s has been returned to play.') 
            SSSSSSS SSSSSSSSSS SSS SSSS SSSSSSSS SS SSSSS
          
        XXXX
      BBBBBB
      BBB BBBBBBB BB BBBBBBBBBBBBBBB
        XX XXXXXXXXXXXXX
           gettext(u'Partita %(round)s, table %(table)s, hand %(hand)s is worth the average of the other tables and changes with them.') 
            SSSSSSS SSSSSSSSSS SSSSS SSSSSSSSSS SSSS SSSSSSSS SS SSSSS SSS SSSSSSS SS SSS SSSSS SSSSSS SSS SSSSSSS SSSS SSSSS
          
        XXXX
      BBBBBB
      XX XXXXXXXXXXXXX
         gettext(u'The standings published here may change: they stay as they are until the next publication.') 
          SSS SSSSSSSSS SSSSSSSSS SSSS SSS SSSSSSS SSSS SSSS SS SSSS SSS SSSSS SSS SSSS SSSSSSSSSSSS
        
      XXXX
    XXXXXX
  XXXXXX
BBBBB
