BBBBBBB BBBBBBBBBBBBBBBB
BBBB BBBB BBBB
BBBBB BBBBB
   gettext(u'Boards')  X 
BBBBBBBB BBBBB

BBBBB BBBBBBB
  XXXX
     gettext(u'Boards') 
    XXXXX XXXXXXXXXXXXXXXXXXXXXXXXXX
  XXXXX
  XXX
     gettext(u'Every table plays the same cards. Before play their seal is shown here; when the partita is closed, the cards.') 
      SSSSS SSSSS SSSSS SSS SSSS SSSSSS SSSSSS SSSS SSSSS SSSS SS SSSSS SSSSS SSSS SSS SSSSSSS SS SSSSSSS SSS SSSSSS
    
  XXXX
  BBBBBBB BBBBBBBBBBBBBBBBB
  BBB BBB BB BBBB
    XXXXXXXX XXXXXXXXXXXX XXXXXXXXXX
             XXXXXXXXXXXXXXXXXXXXXXX
      XXX XXXXXXXXXX
         gettext(u'Partita %(number)s') 
          SSSSSSS SSSSSSSSSS
        
        BB BBBBBBBBBBBBBBBBBBBBBBBBB
          XXXXX XXXXXXXXXXXX XXXXXXXXXXXX
            BBBB BBBBBB
             gettext(u'revealed') 
          XXXXXXX
        BBBB
          XXXXX XXXXXXXXXXXX XXXXXXXXXXXXXX
            BBBB BBBBBBBB
             gettext(u'sealed') 
          XXXXXXX
        BBBBB
      XXXXX
      BB BBBBBBBBBB
        XXX XXXXXXXXXXXXXXXXXXXX
          BBB BBBBB BB BBBBBBBBBB
            XXXX
              XX XXXXXXBBB BBBBBBBBBBBB BBBBBBBBBBBBBBB BBBBBBBBBBBBBBBB BBBBBBBBBBBBXX
                XXXXX XXXXXXXXXXXXXXXXXXX
                
                BBBBBBBBBB BBBBBBBBBBBB BBBBBBBBB
              XXXX
            XXXXX
          BBBBBB
        XXXXX
        XX XXXXXXXXXXXXXXXXXXXX
          XX XXXXXXXXXX XXXXXXXXXX
             XXXXXXBBB BBBBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBB BBBBBBBBBBBBBBBBXX
            BBBB BBBBBBB
             gettext(u'Hand records (PDF)') 
          XXXXXX XXXXXXXXXX XXXXXXXXXX
                 XXXXXXBBB BBBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBB BBBBBBBBBBBBBBBBXX
             gettext(u'All boards (PBN)') 
          XXXX
        XXXX
      BBBB BBBBBBBBBBBBBBBBBBBBBBBBB
        XXX gettext(u'This partita has no boards to show.') XXXX
      BBBB
        XXX gettext(u'The cards are shown here when the partita is closed.') XXXX
      BBBBB
      XXX XXXXXXXXXXXXXX
        XXXX gettext(u'Seal') XXXXX
        XXXX
          XXXXXXFFFFFFFFFFFXXXXXXX
        XXXXX
        XXXX gettext(u'Sealed') XXXXX
        XXXX
          XXXXX XXXXXXXXXXFFFFFFFFXX
            FFFFFFFFFFFFFFFFFFFFFF
          XXXXXXX
        XXXXX
      XXXXX
      BBBBBBB BBBBBBBBBBBBBBBBB
      BBBBBBB BBBBBBBBBBBBBBBBBBBBB
      BB BBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
        XX XXXXXXXXXXXXXX
           gettext(u'These boards were not dealt by the program: their seal is made from the cards.') 
            SSSSS SSSSSS SSSS SSS SSSSS SS SSS SSSSSSSS SSSSS SSSS SS SSSS SSSS SSS SSSSSS
          
        XXXX
      BBBBB
      BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBB
      XXX
        XX XXXXXXXXXX XXXXXXXXXX
           XXXXXXBBB BBBBBBBBBBBBB BBBBBBBBBBBBBBB BBBBBBBBBBBBBBBBXX
          BB BBBBBBBBBBBBBBBBBBBBBBBBB
             gettext(u'Check it yourself') 
          BBBB
             gettext(u'What this seal is good for') 
          BBBBB
        XXXX
      XXXX
    XXXXXXXXXX
  BBBBB
     gettext(u'No boards yet') 
     gettext(u"When a partita's boards are sealed, their seal is shown here at once.") 
    BBBBBBB BBBBBBBBBBBBB BBBB BBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBB
  BBBBBB
BBBBBBBB BBBBBBB
