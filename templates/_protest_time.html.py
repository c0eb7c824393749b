BBBB BBBB
BB BBB BBBBBBBBB
  XXXXX XXXXXXXXXXXXXXXXXXXXX
     gettext(u'The time for protests ended at %(when)s.') 
      SSS SSSS SSS SSSSSSSS SSSSS SS SSSSSSSSS
    
  XXXXXXX
BBBB
  XXXXX XXXXXXXXXXXXXXXXXXXX
        XXXXXXXXXXXXFFFFFFFFX
        XXXXXXXXXXX gettext(u'The time for protests is over.') XX
     gettext(u'Protests until %(when)s, <b class="num" data-left>%(left)s</b> left') 
      SSSSSSSS SSSSS SSSSSSSSS SS SSSSSSSSSSS SSSSSSSSSSSSSSSSSSSSSS SSSS
    
  XXXXXXX
BBBBB
