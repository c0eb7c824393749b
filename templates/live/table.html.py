BBBBBBB BBBBBBBBBBBBBBBB
BBBB BBBB BBBB
BBBBB BBBBB
   gettext(u'Table %(number)s, partita %(round)s') 
    SSSSS SSSSSSSSSSS SSSSSSS SSSSSSSSS
  
  X 
BBBBBBBB BBBBB

BBBBB BBBBBBB
  XXXX
     gettext(u'Table %(number)s') SSSSS SSSSSSSSSS
    XXXXX XXXXXXXXXXXXXXXXXXX
       gettext(u'Partita %(number)s') 
        SSSSSSS SSSSSSSSSS
      
      BB BBBBB
        X 
      BBBBB
    XXXXXXX
  XXXXX
  XXX XXXXXXXXXXXXXXXXX
    BBB BBBBB BBBBBBB BB BBBBBBBBBBBBBBBBB
      BB BBBBBBB
        XXXX
          BBBBBBBBBB BBBB BBBBBBBBBB
          BBBBBBB BBBBBBBBBBBBBBBBBBBB
        XXXXX
      BBBBB
    BBBBBB
  XXXXX
  BB BBBBB
    XXXBBBBBBB BBBBBBBBBBBBBBBBBBB BBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBXXXX
    BBBBBBB BBBBBBBBBBBBBBBBBBB
    BBBBBBB BBBBBBBBBBBBBBBBBBBB
    BBBBBBB BBBBBBBBBBBBBBBBBB
    BB BBBBBBBBBB
      XXX
        BBBB BBBBBBBBBB
        XXXXXXXXXXXXXXXXX
      XXXX
    BBBBB
    XX XXXXXXXXXXXXXX
      BB BBBBBBBBBBBBBB
         gettext(u'Points of each player, and in brackets what was counted. A shaded cell marks the soloist, the only one who scores. Open a hand to read where its points come from.') 
          SSSSSS SS SSSS SSSSSSS SSS SS SSSSSSSS SSSS SSS SSSSSSSS S SSSSSS SSSS SSSSS SSS SSSSSSSS SSS SSSS SSS SSS SSSSSSS SSSS S SSSS SS SSSS SSSSS SSS SSSSSS SSSS SSSSS
        
      BBBB BBBBBBBBBBBBB
         gettext(u'Points of each wind, and in brackets what was counted. A shaded cell marks who dealt. Open a hand to read where its points come from.') 
          SSSSSS SS SSSS SSSSS SSS SS SSSSSSSS SSSS SSS SSSSSSSS S SSSSSS SSSS SSSSS SSS SSSSSS SSSS S SSSS SS SSSS SSSSS
          SSS SSSSSS SSSS SSSSS
        
      BBBB
         gettext(u'Points of each side, and in brackets what was counted. The badge before a hand says who dealt. Open a hand to read where its points come from.') 
          SSSSSS SS SSSS SSSSS SSS SS SSSSSSSS SSSS SSS SSSSSSSS SSS SSSSS SSSSSS S SSSS SSSS SSS SSSSSS SSSS S SSSS SS
          SSSS SSSSS SSS SSSSSS SSSS SSSSS
        
      BBBBB
    XXXX
    BB BBBBBBBBBBBBBB
      XXX XXXXXXXXXXXXXX
        BBB BBBBBBB BB BBBBBBBBBBBBBB
          XXXXXXXXX
        BBBBBB
      XXXXX
    BBBBB
  BBBB
    XXXX XXXXXXXXX
         XXXXXXXXXXXXXXXXX XXXX
         XXXXXXXXXXXXXXXXXXXX
         XXXXXXXXXXXXXXXXXXXX
         XXXXXXXXXXXXXXXXXXXX
      XXX
        BBBBB BBBBBBBBBBB
         gettext(u'%(count)s of %(length)s hands entered') 
          SSSSSSSSS SS SSSSSSSSSS SSSSS SSSSSSS
        
      XXXX
      BB BBBBBBBBBBBBBBBBBBB
        BBBBBBB BBBBBBBBBBBBBBBBB
      BBBB BBBBBB
        BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBB
      BBBB
        XXX
           gettext(u'The sheet is shown here, row by row, when the partita is closed.') 
            SSS SSSSS SS SSSSS SSSSS SSS SS SSSS SSSS SSS SSSSSSS SS SSSSSSS
          
        XXXX
      BBBBB
    XXXXXX
  BBBBB
  XXX
    XX XXXXXXBBB BBBBBBBBBBBBBB BBBBBBBBBBBBBBBXXXXXX
  XXXX
BBBBBBBB BBBBBBB
