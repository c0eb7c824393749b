BBBBBBB BBBBBBBBBBBBBBBB
BBBB BBBB BBBB
BBBBB BBBBB
   gettext(u'Screens')  X 
BBBBBBBB BBBBB

BBBBB BBBBBBB
  XXXX gettext(u'Screens') XXXXX
BBBBBBBB BBBBBBB

BBBBB BBBBBBB
  XX XXXXXXXXXXXXXXXXXX
     gettext(u'Open one of these addresses in a browser in the hall, on a television or on a laptop with a projector: it shows the evening in play by itself, tonight and next time.') 
      SSSS SSS SS SSSSS SSSSSSSSS SS S SSSSSSS SS SSS SSSSS SS S SSSSSSSSSS SS SS S SSSSSS SSSS S SSSSSSSSSS SS SSSSS SSS SSSSSSS SS SSSS SS SSSSSSS SSSSSSS SSS SSSS SSSSS
    
  XXXX
  XXX XXXXXXXXXXXXXX
    BBB BBBBB BBBBBBB BB BBBBBBBBBBBBBBB
      XXXXX
        XXXXXXXXX
        XXXX
          XX XXXXXXXXXXXX
        XXXXX
      XXXXXX
    BBBBBB
  XXXXX
  BB BBB BBBBBBBBBBBBBBBBBBBBBBBB
    XXX gettext(u'This evening has no clock: its settings can give it one.') XXXX
  BBBBB
  XXX
    BBB BBBBBBBBBBBBBBBB BBBBBBBBBBBBBBB BB BBB
     gettext(u'With #light at the end of its address a screen is light, for a projector in a bright hall. If two evenings are played at once, the screens of this one begin with %(address)s') 
      SSSS SSSSSS SS SSS SSS SS SSS SSSSSSS S SSSSSS SS SSSSSS SSS S SSSSSSSSS SS S SSSSSS SSSSS SS SSS SSSSSSSS SSS SSSSSS SS SSSSS SSS SSSSSSS SS SSSS SSS SSSSS SSSS SSSSSSSSSSS
    
  XXXX
BBBBBBBB BBBBBBB
