BBBB BBBB BBBB
BB BBBBBBBBB
  BB BBB BBBBBBBBBBBB
    XXX
      BBBB BBBBBBB
       gettext(u'Drawn again, other winds come out: the log of the draw does not hold.') 
    XXXX
  BBBBB
  XXXXXXXX XXXXXXXXXXXXX
    XXXXXXXXX gettext(u'How to check it') XXXXXXXXXX
    XX XXXXXXXXXXXXX
       gettext(u'Seed') 
      XXXXX XXXXXXXXXXXXXXXXXXXX
    XXXX
    BB BBBBBBBBBBBB
      XX XXXXXXXXXXXXXX
        BBBB BBBBBBBBBBB
         gettext(u'Drawn again from the seed just now: the same winds.') 
      XXXX
    BBBBB
    XX XXXXXXXXXXXXXX
       gettext(u"Anybody can repeat it: order the entries' numbers by HMAC-SHA256 of “winds|number” with the seed as key; the first four sit N E S W at 1, the next four at 2, and so on.") 
        SSSSSSS SSS SSSSSS SSS SSSSS SSS SSSSSSSS SSSSSSS SS SSSSSSSSSSS SS SSSSSSSSSSSSSS SSSS SSS SSSS SS SSSS SSS SSSSS
        SSSS SSS S S S S SS SS SSS SSSS SSSS SS SS SSS SS SSS
      
      BB BBBBBBBBBBBBBBBBBBBBBB BB BBBBBBBBBBBB
         gettext(u'Here the places of a table are as many as above, in the same order.') 
      BBBBB
    XXXX
    BB BBBBBBBBBBBB
      XX XXXXXXXXXXXXXXXXXX
    BBBBB
  XXXXXXXXXX
BBBB BBBB
  XX XXXXXXXXXXXXXX
     gettext(u'Typed in from slips at %(when)s, by %(who)s.') 
      SSSSS SS SSSS SSSSS SS SSSSSSSSS SS SSSSSSSS
    
  XXXX
BBBBB
