BBBB BBBB BBBB
XX XXXXXXXXXXXXX
  XX XXXXXXBB BBBBBBBBBB BBBBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBBBBBBXX
     gettext(u'All rule systems') 
  XXXX
XXXX
BB BBBBB
  XXXX
    
    XXXXX XXXXXXXXXXXXXX XXXXXXXXXXXXX
  XXXXX
  XXXXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX
    XXX XXXXXXXXXXXXXXXXXX XXXXXXXXXXXXXXXXXXXXXXXX gettext(u'In figures') XXXXX
    XXX
      BB BBBBBBBBBB
        BBB BBBBBBBBBBBBBBB BBBBBBBBBBBBBBB BB BBBBBBBB
         gettext(u'A house edition of “%(base)s”.') 
          S SSSSS SSSSSSS SS SSSSSSSSSSS
        
      BBBBB
       ngettext(u'%(counter)s hand.', u'%(counter)s hands.', count) 
        SSSSSSSSSSS SSSSS
      
        PPPPPPPPPPP PPPPPP
      
      BB BBBBBBBB
         gettext(u'The sheet makes %(expected)s.') 
          SSS SSSSS SSSSS SSSSSSSSSSSSS
        
      BBBB
         gettext(u'The sum of the sheet cannot be known in advance.') 
      BBBBB
      BB BBBBBBBBBBBBBBB
         gettext(u'The boards are dealt beforehand.') 
      BBBB
         gettext(u'The cards are dealt at the table.') 
      BBBBB
    XXXX
    BB BBBBBBB
      XXXX
        BBB BBBBBBBB BB BBBBBBB
          XXXXXXXXX
        BBBBBB
      XXXXX
    BBBBB
    XXXX XXXXXXXXXXXXXXXXXXXX
         XXXXXXXXXXXX
         XXXXXXXXXXXXX
         XXXXXXXXXXXX gettext(u'Hands and values') XX
      XXXXXX XXXXXXXXXXXXXXXXXXXX
        XXXXXXX
          XXXX
            XXX XXXXXXXXXXXX gettext(u'Hand') XXXXX
            XXX XXXXXXXXXXXX gettext(u'What is counted') XXXXX
            XXX XXXXXXXXXXX XXXXXXXXXXXX gettext(u'How many') XXXXX
            XXX XXXXXXXXXXX XXXXXXXXXXXX gettext(u'each') XXXXX
            XXX XXXXXXXXXXX XXXXXXXXXXXX gettext(u'times') XXXXX
          XXXXX
        XXXXXXXX
        XXXXXXX
          BBB BBBBBBBBB BBBBB BB BBBBBBBBB
            XXXX
              XXX XXXXXXXXXXXX
                FFFFFFFFFFFFF
                XXXXX XXXXXXXXXXXX XXXXXXXXXXXXX
                BBBB BBBBBBBBBBBBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
                  BB BBBBBBBBBB BB BBBBBBBBBBBBB
                    XXXXX XXXXXXXXXXXX XXXXXXX XXXXXXXXXXXXXXXXXX
                  BBBBB
                BBBBBBB
              XXXXX
              XXXXFFFFFFFFFXXXXX
              XXX XXXXXXXXXXXXFFFFFFFFFFFFFFFFFFFXXXXX
              XXX XXXXXXXXXXXXFFFFFFFFFFXXXXX
              XXX XXXXXXXXXXXXXXXXX
            XXXXX
          BBBBBB
        XXXXXXXX
      XXXXXXXX
    XXXXXX
    BB BBBBB
      XXX
         gettext(u'The words used at its table:') 
        BBB BBBBB BBBBBBB BB BBBBB
          XXXXXXXXX
          XXBB BBB BBBBBBBBBBBBXBBBBB
        BBBBBB
      XXXX
    BBBBB
  XXXXXXXXXX
  BB BBBBBBBBBB
    XXXX gettext(u'The system it was made from') XXXXX
  BBBBB
BBBB
  XXX XXXXXXXXXXXXXXXXXXXXXXXXXXXXX
BBBBB
XXXXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXX
