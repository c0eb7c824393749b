BBBB BBBB BBBB
BB BBBBBBBB
  XXXX XXXXXXXXXXXXX XXXXXXXXXXXXX XXXXXXXXXXXX XXXXXXXXXXXXXX
    BBBB BBBBBBB
    XXXXX
      XX XXXXXXXXXXXXX
        XXXXXXXX
           ngettext(u'One thing to put right; what you wrote is still here.', u'%(counter)s things to put right; what you wrote is still here.', count) 
            SSS SSSSS SS SSS SSSSSS SSSS SSS SSSSS SS SSSSS SSSSS
          
            PPPPPPPPPPP PPPPPP PP PPP PPPPPP PPPP PPP PPPPP PP PPPPP PPPPP
          
        XXXXXXXXX
      XXXX
      BB BBBBBBBBBBBBBBBBBBBBB
        XXX XXXXXXXXXXXXX
          BBB BBBBB BB BBBBBBBBBBBBBBBBBBBBB
            XXXXXXXXX
          BBBBBB
        XXXXX
      BBBBB
    XXXXXX
  XXXXXX
BBBBB
