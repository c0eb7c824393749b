BBBBBBB BBBBBBBBBBBBBBB
BBBB BBBB
BBBBB BBBBB
  BB BBBBBBBB
     gettext(u'Too much at once') 
  BBBB
     gettext(u'Request not understood') 
  BBBBB
BBBBBBBB BBBBB

BBBBB BBBBBBB
  BB BBBBBBBB
     gettext(u'That is too much at once') 
  BBBB
     gettext(u'The request could not be understood') 
  BBBBB
BBBBBBBB BBBBBBB

BBBBB BBBBB
  XXX
    BB BBBBBBBBBB
       gettext(u'At most %(most_files)s files are accepted at once. Nothing has been changed. Go back, and choose them in parts.') 
        SS SSSS SSSSSSSSSSSSSS SSSSS SSS SSSSSSSS SS SSSSS SSSSSSS SSS SSSS SSSSSSSS SS SSSSS SSS SSSSSS SSSS SS SSSSSS
      
    BBBB BBBBBBBB
       gettext(u'Nothing has been changed. Go back: what you wrote is still there. Shorten it, or send it in parts.') 
        SSSSSSS SSS SSSS SSSSSSSS SS SSSSS SSSS SSS SSSSS SS SSSSS SSSSSS SSSSSSS SSS SS SSSS SS SS SSSSSS
      
    BBBB
       gettext(u'Nothing has been changed. Go back, reload the page and repeat the step.') 
    BBBBB
  XXXX
BBBBBBBB BBBBB
