BBBBBBB BBBBBBBBBBBBBBBB
BBBB BBBB
BBBBB BBBBB
   gettext(u'Search') 
BBBBBBBB BBBBB

BBBBB BBBBBBB
  XXXX
    BB BBBBBBBB
       gettext(u'Search: %(searched)s') 
        SSSSSSS SSSSSSSSSSSS
      
    BBBB
       gettext(u'Search') 
    BBBBB
  XXXXX
BBBBBBBB BBBBBBB

BBBBB BBBBBBB
  BBBBBBBBBB BBBBB BBBBBB
    BB BBBBB
      XXX XXXXXXXXXXXXXXXXXXXXX
        BBB BBBBBBBB BBBBB BB BBBBB
          XXXX
            XX XXXXXXXXXXXX
          XXXXX
        BBBBBB
      XXXXX
    BBBB BBBBB
      XX XXXXXXXXXXXXX
         gettext(u'Nobody and nothing is called “%(searched)s”.') 
          SSSSSS SSS SSSSSSS SS SSSSSS SSSSSSSSSSSSSSS
        
        XXXXXXXX gettext(u'Did you mean …?') XXXXXXXXX
      XXXX
      XXX XXXXXXXXXXXXXXXXXXXXX
        BBB BBBBBBBB BBBBB BB BBBBB
          XXXX
            XX XXXXXXXXXXXX
          XXXXX
        BBBBBB
      XXXXX
    BBBB BBBBBBBB
      XX XXXXXXXXXXXXX
         gettext(u"Nothing found. Type the first letters of a name, the number of a table, or part of an evening's name.") 
          SSSSSSS SSSSSS SSSS SSS SSSSS SSSSSSS SS S SSSSS SSS SSSSSS SS S SSSSSS SS SSSS SS SS SSSSSSSSS SSSSS
        
      XXXX
    BBBBB
  BBBBBBBBBBBBB BBBBB
  BB BBB BBBBBBBB
    XXX
       gettext(u"Type the first letters of a name, the number of a table, or part of an evening's name.") 
    XXXX
  BBBBB
BBBBBBBB BBBBBBB
