BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
BBBB BBBB BBBB
BBBBB BBBBB
  
BBBBBBBB BBBBB

BBBBB BBBBBBB
  XXXXXXXXX
  XX XXXXXXXXXXXXXXXXXFFFFFFFFFFFFFFFFFFF X XXXX
  BB BBBBBBBBBBBBBBBBBBBBB BBB BBB BBBBBBBBBBBBBBB
    XXX
      BBBB BBBBBBBBB
       ngettext(u'%(counter)s hall is playing', u'%(counter)s halls are playing', count) 
        SSSSSSSSSSS SSSS SS SSSSSSS
      
        PPPPPPPPPPP PPPPP PPP PPPPPPP
      
      BB BBBBBBBBBBBBBBBBBBBBBB
        X
         ngettext(u'%(counter)s table', u'%(counter)s tables', count) 
          SSSSSSSSSSS SSSSS
        
          PPPPPPPPPPP PPPPPP
        
      BBBBB
    XXXX
  BBBBB
  BB BBBBBBBBBBBBBBB
    BB BBBBBBB
      BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
    BBBB
      XX XXXXXXXXXXXXX XXXXXXXXXXXXX
        BBBB BBBBBBXXXXXX gettext(u'The event is closed, and every report is being ranked. Come back in a minute.') XXXXXXX
      XXXX
    BBBBB
  BBBB BBBBBBBBB
    XXXXXXXX XXXXXXXXXXXXX XXXXXXXXXXXXXXXXXXXXXX
      XXX XXXXXXXX XXXXXXXXXXXXX gettext(u'The key') XXXXX
      BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBB BBBB BBBBBBBBBBBBBB
      XX XXXXXXXXXXXXXX
         gettext(u'With it each hall deals the boards of that partita. Results are shown when the event is closed.') 
      XXXX
    XXXXXXXXXX
  BBBB
    XX XXXXXXXXXXXXX XXXXXXXXXXXXX
      BBBB BBBBBBBB
      XXXXXX
        BB BBBBBBBBBBBBBB
           gettext(u'The key is given here on %(when)s. Before that no cards exist, not even at the centre.') 
            SSS SSS SS SSSSS SSSS SS SSSSSSSSS SSSSSS SSSS SS SSSSS SSSSSS SSS SSSS SS SSS SSSSSSS
          
        BBBB
           gettext(u'The key is given here when play begins. Before that no cards exist, not even at the centre.') 
        BBBBB
      XXXXXXX
    XXXX
  BBBBB
  XXXXXXXX XXXXXXXXXXXXXXXXXXXXXXX
    XXX XXXXXXXXXX gettext(u'What is played') XXXXX
    XXX XXXXXXXXXXXXXX
      XXXX gettext(u'Rule system') XXXXX
      XXXX
        XX XXXXXXBBB BBBBBBBBBBBBBBB BBBBBBBBBBBBBBBBBBBBBBBXXFFFFFFFFFFFFXXXX
      XXXXX
      XXXX gettext(u'Partite') XXXXX
      XXXX
        FFFFFF
      XXXXX
      XXXX gettext(u'Standings') XXXXX
      XXXX
        BB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBB BB BBBBBBBB
           gettext(u'board by board, over all halls, in per cent') 
        BBBB
           gettext(u'percentage of the matchpoints of the totals, over all halls') 
        BBBBB
      XXXXX
      BB BBBBBBBBBBBBBB
        XXXX gettext(u'Begins') XXXXX
        XXXX
          FFFFFFFFFFFFFFFFFFFFFF
        XXXXX
      BBBBB
      BB BBBBBBBBBBBBBBB
        XXXX gettext(u'Last closing code') XXXXX
        XXXX
          FFFFFFFFFFFFFFFFFFFFFF
        XXXXX
      BBBBB
    XXXXX
    BB BBBBBBBBBBBBBBBB
      XXXXXXXXX
        XXXXXXXXX gettext(u'Regulation') XXXXXXXXXX
        FFFFFFFFFF
      XXXXXXXXXX
    BBBBB
  XXXXXXXXXX
  BBBBBBB BBBBBBBBBBBBBBBBBB
  XXXXXXXX XXXXXXXXXXXXXXXXXXXXXXXX
    XXX XXXXXXXXXXX
       ngettext(u'%(counter)s hall', u'%(counter)s halls', count) 
        SSSSSSSSSSS SSSS
      
        PPPPPPPPPPP PPPPP
      
    XXXXX
    XXX XXXXXXXXXXXX XXXXXXXXXXXX
      BBB BBBB BB BBBBB
        XXXX
          XXXXX XXXXXXXXXXXX XXXXXXXXXXXXXXX
            BB BBBBBBBBBBB
              XX XXXXXXBBB BBBBBBBBBBBBBBBBBBBBBBBBBB BBBBBBBBBB BBBBBBBBBBBXXXXXX
            BBBB
              
            BBBBB
          XXXXXXX
          BB BBBBBBBBBB
            XXXXX XXXXXXXXXXXXXXXXXXXXX
          BBBBB
        XXXXX
      BBBBBB
    XXXXX
  XXXXXXXXXX
  BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
BBBBBBBB BBBBBBB
