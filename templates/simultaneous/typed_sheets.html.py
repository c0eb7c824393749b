BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
BBBB BBBB BBBB
BBBBB BBBBB
   gettext(u'Type the sheets')  X 
BBBBBBBB BBBBB

BBBBB BBBBBBB
  XXXX gettext(u'Type the sheets') XXXXX
  BB BBB BBBBBBBB
    XX XXXXXXXXXXXXX XXXXXXXXXXXXX
      BBBB BBBBBB
      XXXXXX
        BB BBBBBBBBB
           gettext(u'The closing code has been given, so the sheets stay as they are. Report a slip to the centre: its arbiter corrects it.') 
            SSS SSSSSSS SSSS SSS SSSS SSSSSS SS SSS SSSSSS SSSS SS SSSS SSSS SSSSSS S SSSS SS SSS SSSSSSS SSS SSSSSSS SSSSSSSS SSS
          
        BBBB
           gettext(u'The event is closed: nothing can be typed any more.') 
        BBBBB
      XXXXXXX
    XXXX
  BBBB
    XX XXXXXXXXXXXX XXXXXX
       gettext(u'For a hall that uses only paper. What is typed is kept at the centre, and shown to anybody who has this link and to an arbiter of the centre; nobody else reads it before the report is written.') 
        SSS S SSSS SSSS SSSS SSSS SSSSSS SSSS SS SSSSS SS SSSS SS SSS SSSSSSS SSS SSSSS SS SSSSSSS SSS SSS SSSS SSSS SSS SS SS SSSSSSS SS SSS SSSSSSS SSSSSS SSSS SSSSS SS SSSSSS SSS SSSSSS SS SSSSSSSS
      
    XXXX
  BBBBB
  BBB BBBBBBB BB BBBBBBB
    XXXXXXXX XXXXXXXXXXXXX
             XXXXXXXXXXXXXXXXXXXXXXXXXXX
      XXX XXXXXXXXXXXXXX
         gettext(u'Partita %(number)s') 
          SSSSSSS SSSSSSSSSS
        
      XXXXX
      XXX XXXXXXXXXXXXXXXXXXXXX
        BBB BBBB BB BBBBBBBBBBBBBB
          XXXX
            XX XXXXXXBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBB BBBBBBBBBB BBBBBBBBBBB BBBBBBBBBBBBB BBBBBBBBBBBBBB BBBBBBBBBBXX
              XXXXXXXX
                 gettext(u'Table %(number)s') 
                  SSSSS SSSSSSSSSS
                
              XXXXXXXXX
              XXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXX
              XXXXX XXXXXXXXXXXXXXXXXXXX
                BB BBBBBBBBBBBBB
                  BBBB BBBBBBBBBBB
                BBBB
                  BBBB BBBBBBB
                BBBBB
                
              XXXXXXX
            XXXX
          XXXXX
        BBBBBB
      XXXXX
      BB BBBBBBBBBBBB BBB BBBBBBBB
        XX XXXXXXXXXXXXX
          XX XXXXXXXXXX BB BBBBBBBBBBBBXXXXXXXXXXXBBBBXXXXXXXXXBBBBBX
             XXXXXXBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBB BBBBBBBBBB BBBBBBBBBBB BBBBBBBBBBBBB BBBBBBBBBBBBBB BBBBBBBBBBBBXX
             gettext(u'Type table %(number)s') 
              SSSS SSSSS SSSSSSSSSS
            
          XXXX
        XXXX
      BBBBB
      BB BBBBBB BBB BBBBBBBB BB BBBBBBBBBBBBBB
        BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
      BBBBB
    XXXXXXXXXX
  BBBBBB
  BB BBBBBBBB
    BBB BBBBBB BB BBBBBBB
      XX XXXXXXXXXXXX XXXXXX
         gettext(u'Partita %(number)s can be typed once its key is given.') 
          SSSSSSS SSSSSSSSSS SSS SS SSSSS SSSS SSS SSS SS SSSSSS
        
      XXXX
    BBBBBB
    BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
  BBBBB
BBBBBBBB BBBBBBB

BBBBB BBBBBB
  BB BBBBBBB BBB BBBBBBBB
    XX XXXXXXXXXX XXXXXXXXXX
       XXXXXXBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBB BBBBBBBBBB BBBBBBBBBBB BBBBBBBBBBBBBXX gettext(u'Write the report') XXXX
  BBBBB
BBBBBBBB BBBBBB
