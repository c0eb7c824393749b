BBBB BBBB BBBB
BB BBBBBBBBBBBBBBBBBBB
  XX XXXXXXXXXXXXX XXXXXXXXXXXXX
    BBBB BBBBBB
    XXXXXX
       gettext(u'This evening is part of “%(event)s”: hands and cards are shown when the event has closed in all its halls.') 
        SSSS SSSSSSS SS SSSS SS SSSSSSSSSSSS SSSSS SSS SSSSS SSS SSSSS SSSS SSS SSSSS SSS SSSSSS SS SSS SSS SSSSSS
      
    XXXXXXX
  XXXX
BBBBB
