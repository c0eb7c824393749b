BBBBBBB BBBBBBBBBBBBBBBB
BBBB BBBB BBBB BBBBBB
BBBBB BBBBB
  BB BBBBBB
    
  BBBB
     gettext(u'Add a player') 
  BBBBB
BBBBBBBB BBBBB

BBBBB BBBB
  
  XXXXX XXXXXXXXXXXXXXXX XXXXXXBBBBBB BBBBBBBBBBBBBBBBBBBBXX
BBBBBBBB BBBB

BBBBB BBBB
  XXXXX XXXXXXXXXXXX XXXXXXXXXXXXXX
    XXXX XXXXXXXXXXXXXXX
      BBBBBBB BBBBBBBBBBBBBBBB
      XX XXXXXXXXXXXXX
        XX XXXXXXBBB BBBBBBBBBBBBBBBXX gettext(u'Roster') XXXX
      XXXX
      XXXX
        BB BBBBBB
          
        BBBB
           gettext(u'Add a player') 
        BBBBB
      XXXXX
      BB BBBBBB
        XXX
          XX XXXXXXBBB BBBBBBBBBBBBBBB BBBBBBBBBXX gettext(u'All evenings') XXXX
        XXXX
      BBBBB
      XXXXX XXXXXXXXXXXXX XXXXXXXXXXX
        BBBBBBBBBB
        BB BBBBB
          XXXX XXXXXXXXXXXXX XXXXXXXXXXXXXXX XXXXXXXXXXXXX
            BBBB BBBBBBBBB
            XXXXX
              XX XXXXXXXXXXXXX
                XXXXXXXX gettext(u'Did you mean …?') XXXXXXXXX
                 gettext(u'The roster has almost the same name.') 
              XXXX
              XX XXXXXXXXXXXXXXXXXX XXXXXX
                BBB BBBBBB BB BBBBB
                  XX XXXXXXXXXX XXXXXXXXX XXXXXXX
                     XXXXXXBBB BBBBBBBBBBBBBBB BBBBBBBBBXXXXXX
                BBBBBB
                XXXXXXX XXXXXXXXXX XXXXXXXXX XXXXXXX
                        XXXXXXXXXXXXXXXXXXX
                        XXXXXXX FFFFFFFFFFXX
                   gettext(u'Somebody new') 
                XXXXXXXXX
              XXXX
            XXXXXX
          XXXXXX
        BBBBB
        BBBBBBB BBBBBBBBBBBB BBBB BBBBBBBBBBBBBBBBBBBB
        XXXXXXXX XXXXXXXXXXXXBB BBBBBBBBBBBBBBB XXXXBBBBBX
          XXXXXXXXX gettext(u'Wishes for the seating') XXXXXXXXXX
          XX XXXXXXXXXXXXXX
             gettext(u'The draw of single players follows them as far as it can, and says which it could not follow.') 
              SSS SSSS SS SSSSSS SSSSSSS SSSSSSS SSSS SS SSS SS SS SSSS SSS SSSS SSSSS SS SSSSS SSS SSSSSSS
            
          XXXX
          BBB BBBBB BB BBBBBBBBBBB
            BBBBBBB BBBBBBBBBBBBB
          BBBBBB
        XXXXXXXXXX
        XXXX XXXXXXXXXXXXXXXXX
          XXXXXXX XXXXXXXXXX XXXXXXXXXXXXX
            BB BBBBBB
               gettext(u'Save') 
            BBBB
               gettext(u'Add to the roster') 
            BBBBB
          XXXXXXXXX
          XX XXXXXXXXXX XXXXXXXXXX XXXXXXBBB BBBBBBBBBBBBBBBXX gettext(u'Cancel') XXXX
          BB BBBBBB
            XX XXXXXXXXXX XXXXXXXXXX
               XXXXXXBBB BBBBBBBBBBBBBB BBBBBBBBBXX gettext(u'Merge with another …') XXXX
          BBBBB
        XXXXXX
      XXXXXXX
      BBBBBBB BBBBBBBBBBBBBBBBBBBBBB
    XXXXXX
  XXXXXXX
BBBBBBBB BBBB
