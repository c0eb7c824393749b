BBBB BBBB BBBB
XXXXXXXX XXXXXXXXXXXX XXXXXXXXXXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX
  XXX XXXXXXXXXXXXXXXXXX gettext(u'Hand by hand') XXXXX
  
  XX XXXXXXXXXXXXXXXXXX
    BBB BBBBBBBB BB BBBBBBBBBBBB
      
    BBBBBB
  XXXX
  BB BBBBBBB
    XX XXXXXXXXXXXXXX
      BB BBBBBBBBBBBB
         gettext(u'A bar is a hand: full above the mean of all who held the same cards and played the same hand, hollow below it. The line adds them up.') 
          S SSS SS S SSSSS SSSS SSSSS SSS SSSS SS SSS SSS SSSS SSS SSSS SSSSS SSS SSSSSS SSS SSSS SSSSS SSSSSS SSSSS SSS SSS
          SSSS SSSS SSSS SSS
        
      BBBB
         gettext(u'A bar is a hand: full above the mean of everybody in such a hand this evening, hollow below it. The line adds them up. Each table dealt its own cards, so it says as much about them as about the play.') 
          S SSS SS S SSSSS SSSS SSSSS SSS SSSS SS SSSSSSSSS SS SSSS S SSSS SSSS SSSSSSSS SSSSSS SSSSS SSS SSS SSSS SSSS SSSS SSS SSSS SSSSS SSSSS SSS SSS SSSSSS SS SS SSSS SS SSSS SSSSS SSSS SS SSSSS SSS SSSSS
        
      BBBBB
    XXXX
  BBBB
    XX XXXXXXXXXXXXXX
       gettext(u'Nobody else played the same hands, so there is no mean to compare with.') 
    XXXX
  BBBBB
  XXXX XXXXXXXXXXXXXXXXXXX
     gettext(u'Furthest above the mean') 
    BBBBBBB BBBBBBBBBBBBBBBBBBBBB BBBB BBBBBBBBBBBBBBBBB
     gettext(u'Furthest below the mean') 
    BBBBBBB BBBBBBBBBBBBBBBBBBBBB BBBB BBBBBBBBBBBBBBBBBB
  XXXXXX
  XX XXXXXXXXXXXXX
    XX XXXXXXXXXX XXXXXXXXXX
       XXXXXXBBB BBBBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBB BBBBBBBBBBBBXX
      BBBB BBBBBBB
       gettext(u'My evening (PDF)') 
    XXXX
  XXXX
XXXXXXXXXX
