BBBB BBBB BBBB
XXX XXXXXXXXXXXXXXX
    XXXXXXXXXXXX
    BB BBBBBBBBBBBBBB BB BBBB XXXXXXXXX XXXXXXXXXXXXXXXXXXXX XXXXXXXXXXXXXXXXXXX XXXXXXXXXXXXXXXX XXXXXXXXXBBBBBX
  XXXXX
    XXXX
      BB BBBBBB
         pgettext(u'who plays again', u'You') 
      BBBB
         gettext(u'Played at home') 
      BBBBB
    XXXXX
    XXXX
      FFFFFF
    XXXXX
    XXX XXXXXXXXXXXXXXXXXXXX
      BBBBBBBBBB BBBBBBBBBBBBBBB BBBBBBBBBB BBBBBBBBB
      BB BBBBBBBBBBBBBBBB
        X 
      BBBBB
    XXXXX
  XXXXXX
  BB BBBBBBBBBBBBB BB BBB BBBB
    XXXXX
      XXXX
         ngettext(u'The hall, %(counter)s table', u'The hall, %(counter)s tables', count) 
          SSS SSSSS SSSSSSSSSSS SSSSS
        
          PPP PPPPP PPPPPPPPPPP PPPPPP
        
      XXXXX
      XXXX
        FFFFFF
      XXXXX
      XXX XXXXXXXXXXXXXXXXXXXX
         ngettext(u'%(counter)s of %(count)s did better', u'%(counter)s of %(count)s did better', count) 
          SSSSSSSSSSS SS SSSSSSSSS SSS SSSSSS
        
          PPPPPPPPPPP PP PPPPPPPPP PPP PPPPPP
        
      XXXXX
    XXXXXX
  BBBBB
  XXXXX
    XXXX gettext(u'A robot in this place') XXXXX
    XXXX
      FFFFFF
    XXXXX
    XXX XXXXXXXXXXXXXXXXXXXX
      BB BBBBBBBBBBBBBB BB BBBB
         gettext(u'still playing') 
      BBBB
         ngettext(u'mean of %(counter)s game', u'mean of %(counter)s games', count) 
          SSSS SS SSSSSSSSSSS SSSS
        
          PPPP PP PPPPPPPPPPP PPPPP
        
      BBBBB
    XXXXX
  XXXXXX
XXXXX
XX XXXXXXXXXXXXXX
  XXXXXXX
     gettext(u'Robots play by rule and by sampling; they do not know you.') 
    BB BBB BBBBBB
       gettext(u'At home you may take a card back, and play a board as often as you like.') 
    BBBBB
  XXXXXXXX
XXXX
