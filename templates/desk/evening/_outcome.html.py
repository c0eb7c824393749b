BBBB BBBB BBBB
XXXX XXXXXXXXXXXX XXXXXXXXXXXXXXXXXXXXXXX XXXXXXXXXXXXXXXXXXX
  BB BBBBB
    XXXX XXXXXXXXXXXXX XXXXXXXXXXXXXXXX
      BBBB BBBBBBBBB
      XXX XXXXXXXXXXXXX
        BBB BBBBBBBB BB BBBBB
          XXXXXXXXX
        BBBBBB
      XXXXX
    XXXXXX
  BBBB
    XX XXXXXXXXXXXXX
      XXXXXXXX
         ngettext(u'%(counter)s hand.', u'%(counter)s hands.', count) 
          SSSSSSSSSSS SSSSS
        
          PPPPPPPPPPP PPPPPP
        
        BB BBBBBBBBBBBBBBBB
           gettext(u'The sheet makes %(sum)s.') 
            SSS SSSSS SSSSS SSSSSSSS
          
        BBBB
           gettext(u'The sum of the sheet cannot be known in advance.') 
        BBBBB
      XXXXXXXXX
    XXXX
    XXX XXXXXXXXXXXXXXXXXXXX XXXXX XXXXXXXXXXX
      BBB BBBBBBBBB BBBBB BB BBBBBBBBBBBBBBBBB
        XXXX
          FFFFFFFFFFFFF
          BB BBBBB B BX BBBBB
          BB BBBBBBBBBBBBBBFFFFFFBBBBB
        XXXXX
      BBBBBB
    XXXXX
  BBBBB
XXXXXX
