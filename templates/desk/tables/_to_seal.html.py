BBBB BBBB
BB BBB BBBBBBBBBBBBBBBBBBBBBBB
  XXX
     gettext(u'In this rule system the cards are dealt at the table: there is nothing to prepare.') 
      SS SSSS SSSS SSSSSS SSS SSSSS SSS SSSSS SS SSS SSSSSS SSSSS SS SSSSSSS SS SSSSSSSS
    
  XXXX
BBBB
  XXX
     gettext(u'The program deals the same cards for every table and seals them. The seal has twelve letters and digits that everybody may write down. After the partita anybody can use it to check that no card was changed.') 
      SSS SSSSSSS SSSSS SSS SSSS SSSSS SSS SSSSS SSSSS SSS SSSSS SSSSS SSS SSSS SSS SSSSSS SSSSSSS SSS SSSSSS SSSS SSSSSSSSS SSS SSSSS SSSSS SSSSS SSS SSSSSSS SSSSSSS SSS SSS SS SS SSSSS SSSS SS SSSS SSS SSSSSSSS
    
  XXXX
  XXX
     gettext(u"Nobody sees a card before the partita is closed: not you, not the program's pages. Only the slips are printed.") 
      SSSSSS SSSS S SSSS SSSSSS SSS SSSSSSS SS SSSSSSS SSS SSSS SSS SSS SSSSSSSSS SSSSSS SSSS SSS SSSSS SSS SSSSSSSS
    
  XXXX
  BB BBBBBBBBBBBBBBBB BBB BBBBBBBB
    BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBB
  BBBB BBBBBBBBBBBBBBBB
    XXX gettext(u'An organizer seals the boards.') XXXX
  BBBBB
BBBBB
