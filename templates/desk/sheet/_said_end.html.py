BBBB BBBB BBBB
BB BBBBBBBBBBBBB
  XX XXXXXXXXXXXXXXXXXXXX
    BBBB BBBBBBB
     gettext(u'The sheet says something else.') 
    XX XXXXXXXX gettext(u'Correct the sheet') XXXX
  XXXX
BBBBB
XXX
  XX XXXXXXXX gettext(u'Back to the sheet') XXXX
XXXX
