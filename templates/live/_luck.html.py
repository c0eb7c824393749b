BBBB BBBB
XXXXXXXX XXXXXXXXXXXXXXXXXXX XXXXXXXXXXXXXXXXXXXXXXX
  XXX XXXXXXXXXX gettext(u'Luck of the cards') XXXXX
  
  XXX XXXXXXXXXXXXXXXX
    XXXX gettext(u'Dealt on this board') XXXXX
    XXXX
      FFFFFFFFFFF
    XXXXX
    XXXX gettext(u'In the whole partita') XXXXX
    XXXX
      
    XXXXX
    BB BBBBBBBBBBBBBBBBB
      XXXX gettext(u'In all partite published so far') XXXXX
      XXXX
        
      XXXXX
    BBBBB
  XXXXX
  XX XXXXXXXXXXXXXX
     gettext(u'The mean of all who held these cards, above or below the mean of the board. It compares one wind with another, not players at the same wind, who all held the same cards.') 
      SSS SSSS SS SSS SSS SSSS SSSSS SSSSSS SSSSS SS SSSSS SSS SSSS SS SSS SSSSSS SS SSSSSSSS SSS SSSS SSSS SSSSSSSS SSS SSSSSSS SS SSS SSSS SSSSS SSS SSS SSSS SSS SSSS SSSSSS
    
  XXXX
XXXXXXXXXX
