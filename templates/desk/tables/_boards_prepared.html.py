BBBB BBBB BBBB
BBB BBBBBBBBBBBBB BBBBBBBBBBBBBBB BBBBBBBBBBBB BB BBBBBBBBBB
BB BBB BBBBBBBBBBBBBBB
  XXXX
    BBBB BBBBBBBBB
    XX XXXXXXXXXX XXXXXXXXX
       XXXXXXXX gettext(u'The boards are not dealt yet.') XXXX
  XXXXX
BBBB
  XXXX
    BBBB BBBBBBBBBBB
    XXXXXX
      BB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBB BBB BBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBB
         gettext(u'The boards are sealed and not dealt yet.') 
      BBBB BBBBBBBBBBBBBBBBBBBBB BB BBBBBBBB
         gettext(u'The boards are dealt and sealed: nobody has seen a card. The seal is twelve letters and digits made from the cards; with it anybody can check later that no card was changed.') 
      BBBB
         gettext(u'The boards are sealed; their slips have been opened for printing.') 
      BBBBB
    XXXXXXX
    XX XXXXXXXXXX XXXXXXXXX XXXXXXXX gettext(u'Boards') XXXX
  XXXXX
  BB BBB BBBBBBBBBB
    XXXX
      BBBB BBBBBBB
      XXXXXX
         gettext(u'The slips are printed from the Print page by somebody with the dealing role.') 
          SSS SSSSS SSS SSSSSSS SSSS SSS SSSSS SSSS SS SSSSSSSS SSSS SSS SSSSSSS SSSSS
        
      XXXXXXX
    XXXXX
  BBBBB
BBBBB
BB BBBBBBBBBBB BB BBBBB
  XXXX
    BBBB BBBBBBBB
    BBB BBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBB BBBBBBBBBBBB BB BBBBBBB
    BB BBBBBBBBBBBBBBBB
      XXXXXX gettext(u'You play too, so only the dealing role opens the slips.') XXXXXXX
       gettext(u'I do not play') 
      BBBBBBB BBBBBBBBBBBBB BBBB BBBBBBBBBBB BBBBBBBBBBB BBBBBBBBBBBB BBBBBBBBBB
    BBBB
      XXXXXX gettext(u'You do not play, so you may open the slips.') XXXXXXX
       gettext(u'I play too') 
      BBBBBBB BBBBBBBBBBBBB BBBB BBBBBBBBBBB BBBBBBBBBBB BBBBBBBBBBBB BBBBBBBBBBB
    BBBBB
  XXXXX
BBBBB
