BBBB BBBB BBBB
XXXXXXXX XXXXXXXXXXXXX
         XXXXXXXXXXXXXXXXXX
         XXXXXXXXXXXXBB BBBBBBB gettext(u'Find your name') BBBB gettext(u'Where do I sit?') BBBBBXX
  BB BBBBBB BBB BBBBB
    XX XXXXXXXXXXXXXXXXXXX
       gettext(u'Nobody here is called “%(wanted)s”.') 
        SSSSSS SSSS SS SSSSSS SSSSSSSSSSSSS
      
      XXXXXXXX gettext(u'Did you mean …?') XXXXXXXXX
    XXXX
  BBBBB
  BBB BBB BB BBBBB
    XX XXXXXXXXXXXXXXXXXXX
      XX XXXXXXXXXXXXXXXXXX
         XXXXXXXXXXX
         XXXXXXBBB BBBBBBBBBBBB BBBBBBBBBBBBBBB BBBBBBBBBX
         XXXXXXXXXXXXXXXXXXX
      BBBBBBB BBBBBBBBBBBBB BBBB BBBBBBBB
      BB BBBBBBBBB BBB BBB BBBBBBB
        XXXXX XXXXXXXXXXXXXXXXXXXX
          XX XXXXXXXXXXXXXXXXXXX
             XXXXXXXXXXXXXXXXX
             XXXXXXBBB BBBBBBBBBBBB BBBBBBBBBBBBBBB BBBBBBBBBBBBBBBBB BBBBBBBBBXX
             gettext(u'Table %(number)s') 
              SSSSS SSSSSSSSSS
            
          XXXX
          BBBBBBBBBB BBBBBBBB BBBBBBBBBB
          BB BBBBBBBBBBBBB B B
            XXXXX XXXXXXXXXXXXXX
               gettext(u'from hand %(hand)s') 
                SSSS SSSS SSSSSSSS
              
            XXXXXXX
          BBBBB
        XXXXXXX
      BBBB BBBBBBBBB BBB BBB BBBBBBB
        XXXXX XXXXXXXXXXXXXXXXXXXX gettext(u'sits out this partita') XXXXXXX
      BBBB BBB BBBBBBB
        XXXXX XXXXXXXXXXXXXXXXXXXX gettext(u'is entered, and has no seat in this partita: ask the desk') XXXXXXX
      BBBBB
    XXXX
  BBBBB
    XX XXXXXXXXXXXXXXXXXXX
      BB BBBBBBB
         gettext(u'Nobody here is called “%(wanted)s”.') 
          SSSSSS SSSS SS SSSSSS SSSSSSSSSSSSS
        
         gettext(u'Try only the surname.') 
      BBBB
         gettext(u'Nobody called “%(wanted)s” has a seat in this partita. Try only the surname, or ask the desk.') 
          SSSSSS SSSSSS SSSSSSSSSSSS SSS S SSSS SS SSSS SSSSSSSS SSS SSSS SSS SSSSSSSS SS SSS SSS SSSSS
        
      BBBBB
    XXXX
  BBBBBB
XXXXXXXXXX
