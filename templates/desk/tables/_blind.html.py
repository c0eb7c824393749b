BBBB BBBB BBBB
XXX XXXXXXXXXXXXXXXXX
  XXXX
    BBBB BBBBBBBB
    XXXXXX
      BB BBBBBBBBBBBBBBBB
         gettext(u'Only the dealing role may open the slips, so the organizer may play.') 
      BBBB
         gettext(u'Organizers may open the slips. If you play tonight, leave that to the dealing role.') 
          SSSSSSSSSS SSS SSSS SSS SSSSSS SS SSS SSSS SSSSSSSS SSSSS SSSS SS SSS SSSSSSS SSSSS
        
      BBBBB
    XXXXXXX
    XXXXX XXXXXXXXXXXXX
          XXXXXXXXBBB BBBBBBBBBBBB BBBBBBBBBBBBBBB BBBBBBBBBBBBXX
      BBBBBBBBBB
      BB BBBBBBBBBBBBBBBB
        XXXXXXX XXXXXXXXXX XXXXXXXXXX XXXXXXXXXXXX XXXXXXXXXXX
           gettext(u'Let organizers open them') 
        XXXXXXXXX
      BBBB
        XXXXXXX XXXXXXXXXX XXXXXXXXXX XXXXXXXXXXXX XXXXXXXXXXXX
           gettext(u'I play: keep them closed to me') 
        XXXXXXXXX
      BBBBB
    XXXXXXX
  XXXXX
XXXXX
