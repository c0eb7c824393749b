BBBB BBBB BBBB
XX XXXXXXXXXXXXXXXXXXXX
  XXXXXXX XXXXXXXXXX XXXXXXXXXX XXXXXXXXXXXXXXX XXXXXXXXXXXXX
     gettext(u'Save the sheet') 
  XXXXXXXXX
XXXX
XXXXXXXX XXXXXXXXXXXX XXXXXXXXXXX
  XXXXXXXXX gettext(u'Keys') XXXXXXXXXX
  XXX XXXXXXXXXXXXX
    XXXX
       gettext(u'Typing a digit moves on to the next wind. The last wind is proposed: Enter, or the same digit, accepts it.') 
        SSSSSS S SSSSS SSSSS SS SS SSS SSSS SSSSS SSS SSSS SSSS SS SSSSSSSSS SSSSSS SS SSS SSSS SSSSSS SSSSSSS SSS
      
    XXXXX
    XXXX
       gettext(u'If nothing is left for the remaining winds, Enter ends the row: the others get 0.') 
        SS SSSSSSS SS SSSS SSS SSS SSSSSSSSS SSSSSS SSSSS SSSS SSS SSSS SSS SSSSSS SSS SS
      
    XXXXX
    XXXX
       gettext(u'A 1 that may become 10 to 13 waits for its second digit: the space bar says that it is a 1.') 
        S S SSSS SSS SSSSSS SS SS SS SSSSS SSS SSS SSSSSS SSSSSS SSS SSSSS SSS SSSS SSSS SS SS S SS
      
    XXXXX
    BB BBBBBBBBBBBB
      XXXX
         gettext(u'Type points as they are on the paper: if a hand can only cost points (−) the sign may be left out, if it can go either way (±) it is needed.') 
          SSSS SSSSSS SS SSSS SSS SS SSS SSSSSS SS S SSSS SSS SSSS SSSS SSSSSS SSS SSS SSSS SSS SS SSSS SSSS SS SS SSS SS SSSSSS SSS SSS SS SS SSSSSSS
        
      XXXXX
    BBBBB
    BB BBBBBBBBBB
      XXXXFFFXXXXX
    BBBBB
    BB BBBBBBBBBBBBB
      XXXX gettext(u"Sold: in a box, the letter of the buyer's wind, then the price.") XXXXX
    BBBBB
    XXXX
       gettext(u'Enter goes to the next hand, the arrows go anywhere, Esc restores what was there. A row is saved when you leave it. A whole row typed again from its first place is a new row.') 
        SSSSS SSSS SS SSS SSSS SSSSS SSS SSSSSS SS SSSSSSSSS SSS SSSSSSSS SSSS SSS SSSSSS S SSS SS SSSSS SSSS SSS SSSSS SSS S SSSSS SSS SSSSS SSSSS SSSS SSS SSSSS SSSSS SS S SSS SSSS
      
    XXXXX
    XXXX
       gettext(u'Esc goes back to all tables, j and k to the next and the previous table that needs something, g and a number to that table.') 
        SSS SSSS SSSS SS SSS SSSSSSS S SSS S SS SSS SSSS SSS SSS SSSSSSSS SSSSS SSSS SSSSS SSSSSSSSSS S SSS S SSSSSS
        SS SSSS SSSSSS
      
    XXXXX
    BB BBBBBBBBBBBBBB
      XXXX
         gettext(u"Trump: the suit's letter.") 
        BBB BBBBB BB BBBBBB
          XXXXXXXXXXX
          XXXXXXXXXXXXX
        BBBBBB
      XXXXX
    BBBBB
  XXXXX
XXXXXXXXXX
