BBBBBBB BBBBBBBBBBBBBBB
BBBB BBBB
BBBBB BBBBB
   gettext(u'Open the page again') 
BBBBBBBB BBBBB

BBBBB BBBBBBB
   gettext(u'This page was open for too long') 
BBBBBBBB BBBBBBB

BBBBB BBBBB
  XXX
     gettext(u'Nothing has been changed. Go back, reload the page and submit it once more; if it happens again, allow this site to keep cookies.') 
      SSSSSSS SSS SSSS SSSSSSSS SS SSSSS SSSSSS SSS SSSS SSS SSSSSS SS SSSS SSSSS SS SS SSSSSSS SSSSSS SSSSS SSSS SSSS SS SSSS SSSSSSSS
    
  XXXX
BBBBBBBB BBBBB
