BBBB BBBB
XXX XXXXXXXXXXXXXX
  BBB BBBBB BBBB BBBBB BB BBBBB
    XXXX
      BB BBB
        XX XXXXXXXXXXXX
      BBBB
        XXXXXXXXXXXXX
      BBBBB
      XXXXX XXXXXXXXXX XXXXXXX
         ngettext(u'%(counter)s partita', u'%(counter)s partite', count) 
          SSSSSSSSSSS SSSSSSS
        
          PPPPPPPPPPP PPPPPPP
        
      XXXXXXX
    XXXXX
  BBBBBB
XXXXX
