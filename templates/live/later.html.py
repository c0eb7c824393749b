BBBBBBB BBBBBBBBBBBBBBBB
BBBB BBBB
BBBBB BBBBB
   gettext(u'One moment') 
BBBBBBBB BBBBB

BBBBB BBBBBBB
  XXXX gettext(u'One moment') XXXXX
  XXX
     gettext(u'This paper is being made, and many are waiting for it. This page asks for it again by itself.') 
      SSSS SSSSS SS SSSSS SSSSS SSS SSSS SSS SSSSSSS SSS SSS SSSS SSSS SSSS SSS SS SSSSS SS SSSSSSS
    
  XXXX
BBBBBBBB BBBBBBB
