BBBB BBBB BBBB
XXXX XXXXXXXXXXXXX XXXXXXXXXXXXXXXX
  BBBB BBBBBB
  XXXXX
    XX XXXXXXXXXXXXX
      XXXXXXXX gettext(u'The table does not sit as the seating says') XXXXXXXXX
    XXXX
    XXXX
      BBB BBBBB BBBBBBB BB BBBBBBBBB
        XXXX
          BBBBBBBBBB BBBBBBBBBBBB BBBBBBBBB
           gettext(u'%(who)s sits here; the seating has %(other)s') 
            SSSSSSS SSSS SSSSS SSS SSSSSSS SSS SSSSSSSSS
          
        XXXXX
      BBBBBB
    XXXXX
    XX XXXXXXXXXXXXX
       gettext(u'The points under a wind belong to the player who sits there in the seating. If they have played like this from hand 1, exchange them; from a later hand, say so under one of the two names.') 
        SSS SSSSSS SSSSS S SSSS SSSSSS SS SSS SSSSSS SSS SSSS SSSSS SS SSS SSSSSSSS SS SSSS SSSS SSSSSS SSSS SSSS SSSS SSSS SS SSSSSSSS SSSSS SSSS S SSSSS SSSSS SSS SS SSSSS SSS SS SSS SSS SSSSSS
      
    XXXX
    XXXX XXXXXXXXXXXXXXXXXXXXBBBBBBB BBBBBBBBBBBBBBB BBBB BBBBBBBBBBBBBBBBBXXXXXX
  XXXXXX
XXXXXX
