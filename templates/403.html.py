BBBBBBB BBBBBBBBBBBBBBB
BBBB BBBB
BBBBB BBBBB
   gettext(u'Not open to you') 
BBBBBBBB BBBBB

BBBBB BBBBBBB
   gettext(u'This page is not open to you') 
BBBBBBBB BBBBBBB

BBBBB BBBBB
  XXX
    BB BBBBBBBBB
      
    BBBB
       gettext(u'The desk opens this page to those who need it. Sign in, or ask the organizer for access.') 
        SSS SSSS SSSSS SSSS SSSS SS SSSSS SSS SSSS SSS SSSS SSS SS SSS SSS SSSSSSSSS SSS SSSSSSS
      
    BBBBB
  XXXX
BBBBBBBB BBBBB
