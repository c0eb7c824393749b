BBBB BBBB BBBB
BB BBB BBBBBBBBBBBBBBBBBBBBBBBBB
  XXX XXXXXXXXXXX XXXXXXXXXXXXX
    BBBB BBBBBBBB  gettext(u'Sealed: write the seal down') 
  XXXXX
  XXX
     gettext(u'The cards are shown here when the partita is closed. Anybody who has written the seal down can then check that no card was changed.') 
      SSS SSSSS SSS SSSSS SSSS SSSS SSS SSSSSSS SS SSSSSSS SSSSSSS SSS SSS SSSSSSS SSS SSSS SSSS SSS SSSS SSSSS SSSS SS SSSS SSS SSSSSSSS
    
  XXXX
BBBB BBBBBBBBBBBBBBBBBB
  XXX XXXXXXXXXXX XXXXXXXXXXXXX
    BBBB BBBBBBB  gettext(u'Not everything is as announced') 
  XXXXX
  XXX gettext(u'Tell the arbiter what differs:') XXXX
  XXXX
    BBB BBBBBBB BB BBBBBBBBBBBBBBBBBB
      XXXXXXXXX
    BBBBBB
  XXXXX
BBBB BBBBBBBBBBBBBBBBB
  XXX XXXXXXXXXXX XXXXXXXXXXXXX
    BBBB BBBBBB  gettext(u'No boards were dealt under this document') 
  XXXXX
BBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
  XXX XXXXXXXXXXX XXXXXXXXXXXXX
    BBBB BBBBBB  gettext(u'The boards are those that were sealed') 
  XXXXX
  XXX
     gettext(u'The program has dealt the boards again, and they are the same. Below is how to check it without this site.') 
      SSS SSSSSSS SSS SSSSS SSS SSSSSS SSSSSS SSS SSSS SSS SSS SSSSS SSSSS SS SSS SS SSSSS SS SSSSSSS SSSS SSSSS
    
  XXXX
  BB BBBBBBBBBBBBBBB
    XXX
       gettext(u'These boards were typed in as they lay on the tables: %(numbers)s.') 
        SSSSS SSSSSS SSSS SSSSS SS SS SSSS SSS SS SSS SSSSSSS SSSSSSSSSSSS
      
    XXXX
  BBBBB
BBBB
  XXX XXXXXXXXXXX XXXXXXXXXXXXX
    BBBB BBBBBB  gettext(u'The boards are those that were announced') 
  XXXXX
  XXX gettext(u'They were not dealt by the program: the seal is made from their cards.') XXXX
BBBBB
