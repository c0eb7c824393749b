BBBB BBBB BBBB
BB BBBBBBB
  BB BBBBBB
    XXX
      XXXXXXXXXXXXXXXXX
    XXXX
  BBBBB
  BB BBB BBBBBBB BBB BBBBBBBBBBBBBBBBBBBBBBBBBBB
    XX XXXXXXXXXXXXXX gettext(u'No place and no match points change.') XXXX
  BBBB BBB BBBBBBB BBB BBBBBBBBBBB BB BBBBBBBB
    XX XXXXXXXXXXXXXX
       gettext(u'Places and match points are known once the sheet is closed.') 
    XXXX
  BBBBB
  XX XXXXXXXXXXXXXX
    BB BBBBBBBBBBBB
       gettext(u'With it the sheet can be closed, although its rows make %(sum)s, not %(expected)s: the ruling and its reason account for the difference.') 
        SSSS SS SSS SSSSS SSS SS SSSSSSS SSSSSSSS SSS SSSS SSSS SSSSSSSS SSS SSSSSSSSSSSSS SSS SSSSSS SSS SSS SSSSSS SSSSSSS SSS SSS SSSSSSSSSSS
      
    BBBB BBBBBBBBB BB BBB BBBB
       gettext(u'With it the sheet can be closed: its rows make %(sum)s and not %(expected)s, because a row is worth what was ruled.') 
        SSSS SS SSS SSSSS SSS SS SSSSSSS SSS SSSS SSSS SSSSSSS SSS SSS SSSSSSSSSSSSS SSSSSSS S SSS SS SSSSS SSSS SSS
        SSSSSS
      
    BBBB BBBBBBBBBBBBBB BBB BBBBBBBBBBB BB BBBBBBBBB
       gettext(u'With it the sheet can be closed: its rows make %(sum)s, and what is ruled beside them makes the total %(total)s.') 
        SSSS SS SSS SSSSS SSS SS SSSSSSS SSS SSSS SSSS SSSSSSSS SSS SSSS SS SSSSS SSSSSS SSSS SSSSS SSS SSSSS SSSSSSSSSS
      
    BBBB BBBBBBBBBBBBBB
       gettext(u'With it the sheet can be closed.') 
    BBBB BBBBBBBBBBBBBB
       gettext(u'Other things still keep the sheet from being closed.') 
    BBBB
       gettext(u'The sheet is not complete yet.') 
    BBBBB
  XXXX
BBBB BBB BBBBB
  XX XXXXXXXXXXXXXX
     gettext(u'Fill in what happened: the totals before and after are shown here, and nothing is ruled until you confirm it.') 
      SSSS SS SSSS SSSSSSSSS SSS SSSSSS SSSSSS SSS SSSSS SSS SSSSS SSSSS SSS SSSSSSS SS SSSSS SSSSS SSS SSSSSSS SSS
    
  XXXX
BBBBB
