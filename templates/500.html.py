BBBB BBBB BBBBBB
BBBBBBBBBBBBBBBBBBBB BB BBBBBBBBBBBBBXXXXXXXXX XXXXX
XXXXX XXXXXXXX
  XXXXXX
    XXXXX XXXXXXXXXXXXXXXX
    XXXXX XXXXXXXXXXXXXXX
          XXXXXXXXXXXXXXXXXXXXXXXXXXXX XXXXXXXXXXXXXXXXX
    XXXXXXX XXXXXBBBBBB BBBBBBBBBBBBBBXXXXXXXXXXX
    XXXXX XXXXXXXXXXXXXXXX
          XXXXXXBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBXX
    XXXXX XXXXXXXXXXXXXXXX XXXXXXBBBBBB BBBBBBBBBBBBBBBXX
    XXXXXXX
      BB BBBBBBB
         gettext(u'Nothing can be saved') 
      BBBB
         gettext(u'Something went wrong') 
      BBBBB
    X XXXXXXXXXXXX
  XXXXXXX
  XXXXX XXXXXXXXXXXXX
    XXXX XXXXXXXXXXXXXXXXXXXXXX XXXXXXXXXXXX
      XXXXX XXXXXXXXXXXXXXX XXXXXXXXXXXXX
        BB BBBBBBB
          XXXX gettext(u'Nothing can be saved at this moment') XXXXX
          XXXXXXX
        BBBB
          XXXX gettext(u'Something went wrong here') XXXXX
          XXX
             gettext(u"The fault is the server's, not yours, and it has been written in its log. Everything saved before this moment is kept.") 
              SSS SSSSS SS SSS SSSSSSSSS SSS SSSSSS SSS SS SSS SSSS SSSSSSS SS SSS SSSS SSSSSSSSSS SSSSS SSSSSS SSSS SSSSSS SS
              SSSSS
            
          XXXX
          XXX
             gettext(u'Go back and try once more. If it happens again, carry on with the paper sheet and tell the desk which page it was.') 
              SS SSSS SSS SSS SSSS SSSSS SS SS SSSSSSS SSSSSS SSSSS SS SSSS SSS SSSSS SSSSS SSS SSSS SSS SSSS SSSSS SSSS SS SSSS
            
          XXXX
        BBBBB
        XXX
          XX XXXXXXXXXX XXXXXXXXXXXX XXXXXXXXX gettext(u'Go to the first page') XXXX
        XXXX
      XXXXXXX
    XXXXXX
  XXXXXXX
XXXXXXX
