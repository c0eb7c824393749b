BBBB BBBB BBBB
BB BBBBBBBBBBB
  XXXX XXXXXXXXXXXXX XXXXXXXXXXXXX XXXXXXXXXXXX XXXXXXXXXXXXXX
    BBBB BBBBBBB
    XXXXX
      XX XXXXXXXXXXXXX
        XXXXXXXX
          BB BBBBBB
             ngettext(u'One thing to put right; type the password again too.', u'%(counter)s things to put right; type the password again too.', count) 
              SSS SSSSS SS SSS SSSSSS SSSS SSS SSSSSSSS SSSSS SSSS
            
              PPPPPPPPPPP PPPPPP PP PPP PPPPPP PPPP PPP PPPPPPPP PPPPP PPPP
            
          BBBB BBBBBBBBBBBBBBBBB
             ngettext(u'One thing to put right; choose the file again.', u'%(counter)s things to put right; choose the file again.', count) 
              SSS SSSSS SS SSS SSSSSS SSSSSS SSS SSSS SSSSSS
            
              PPPPPPPPPPP PPPPPP PP PPP PPPPPP PPPPPP PPP PPPP PPPPPP
            
          BBBB
             ngettext(u'One thing to put right; what you wrote is still here.', u'%(counter)s things to put right; what you wrote is still here.', count) 
              SSS SSSSS SS SSS SSSSSS SSSS SSS SSSSS SS SSSSS SSSSS
            
              PPPPPPPPPPP PPPPPP PP PPP PPPPPP PPPP PPP PPPPP PP PPPPP PPPPP
            
          BBBBB
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
BBB BBBBB BB BBBBBBBBBBBBBBBBBBB
  BBBBBBB BBBBBBBBBBBBB
BBBBBB
