BBBB BBBB
XXXXXXXX XXXXXXXXXXXXXX
  XXXXXXXXX
    BB BBBBBBBBBBBBBBBBBB
       gettext(u'Delete this trial evening') 
    BBBB
       gettext(u'Delete this evening') 
    BBBBB
  XXXXXXXXXX
  XXXXX XXXXXXXXXXXXX
        XXXXXXXXBBB BBBBBBBBBBBBB BBBBBBBBBBBBBBBX
        XXXXXXXXXXXXX
    BBBBBBBBBB
    XXX
      BB BBBBBBBBBBBBBBBBBB
         gettext(u'Its players, cards and sheets are invented: they are deleted with it, and so is what you typed in it.') 
          SSS SSSSSSSS SSSSS SSS SSSSSS SSS SSSSSSSSS SSSS SSS SSSSSSS SSSS SSS SSS SS SS SSSS SSS SSSSS SS SSS
        
      BBBB
         gettext(u'Nothing was played in it: entries, seats, boards and log are deleted; the people stay on the roster.') 
          SSSSSSS SSS SSSSSS SS SSS SSSSSSSS SSSSSS SSSSSS SSS SSS SSS SSSSSSSS SSS SSSSSS SSSS SS SSS SSSSSSS
        
      BBBBB
    XXXX
    XXXXXXX XXXXXXXXXX XXXXXXXXXXXX gettext(u'Delete it') XXXXXXXXX
  XXXXXXX
XXXXXXXXXX
