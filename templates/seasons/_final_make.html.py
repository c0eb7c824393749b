BBBB BBBB
XXXXXXXX XXXXXXXXXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXXX
  XXX XXXXXXXXXXXXXXX XXXXXXXXXXXXX gettext(u'The evening of the final') XXXXX
  XXX
    
     gettext(u'A final begins with the rules of its system; all of them may be changed before it is seated.') 
    BB BBBBBBBBBB
       gettext(u"The club's own system has %(partite)s partite and cards dealt at the table; level players are ranked by their first, second and third places in the final, then by the qualification.") 
        SSS SSSSSS SSS SSSSSS SSS SSSSSSSSSSS SSSSSSS SSS SSSSS SSSSS SS SSS SSSSSS SSSSS SSSSSSS SSS SSSSSS SS SSSSS SSSSSS SSSSSS SSS SSSSS SSSSSS SS SSS SSSSSS SSSS SS SSS SSSSSSSSSSSSSS
      
    BBBBB
  XXXX
  XXXXX XXXXXXXXXXXXX XXXXXXXXXXXXXX XXXXXXXXXXX
    BBBBBBBBBB
    XXXX XXXXXXXXXXXXXXXXXXX
      BBB BBBBB BB BBBBBBBBBB
        BBBBBBB BBBBBBBBBBBBB
      BBBBBB
    XXXXXX
    XXXXXXX XXXXXXXXXX XXXXXXXXXXX XXXXXXXXXX gettext(u'Make the final evening') XXXXXXXXX
  XXXXXXX
XXXXXXXXXX
