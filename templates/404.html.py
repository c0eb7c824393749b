BBBBBBB BBBBBBBBBBBBBBB
BBBB BBBB
BBBBB BBBBB
   gettext(u'Page not found') 
BBBBBBBB BBBBB

BBBBB BBBBBBB
   gettext(u'There is no page at this address') 
BBBBBBBB BBBBBBB

BBBBB BBBBB
  XXX
     gettext(u'The address may have been typed with a mistake, or the page it led to has been removed. A printed code always leads to its table: scan it again, or ask the desk.') 
      SSS SSSSSSS SSS SSSS SSSS SSSSS SSSS S SSSSSSSS SS SSS SSSS SS SSS SS SSS SSSS SSSSSSSS S SSSSSSS SSSS SSSSSS
      SSSSS SS SSS SSSSSS SSSS SS SSSSSS SS SSS SSS SSSSS
    
  XXXX
BBBBBBBB BBBBB
