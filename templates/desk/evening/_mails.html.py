BBBB BBBB BBBB
BBB BBBBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBB BB BBBB
BB BBB BBBBBBBBBBB
  XX XXXXXXXXXXXXXX
     gettext(u'No mail server is configured. The person who looks after the installation sets KING_MAIL_HOST and KING_MAIL_FROM; until then, copy the text.') 
      SS SSSS SSSSSS SS SSSSSSSSSSS SSS SSSSSS SSS SSSSS SSSSS SSS SSSSSSSSSSSS SSSS SSSSSSSSSSSSSS SSS SSSSSSSSSSSSSSS SSSSS SSSSS SSSS SSS SSSSS
    
  XXXX
BBBB BBB BBBBBBBB
  XX XXXXXXXXXXXXXX
     gettext(u'Mails go out once, when the last partita is published or the evening is closed.') 
      SSSSS SS SSS SSSSS SSSS SSS SSSS SSSSSSS SS SSSSSSSSS SS SSS SSSSSSS SS SSSSSSS
    
  XXXX
BBBB
  BB BBBB
    XX XXXXXXXXXXXXXX
       ngettext(u'%(counter)s player has the results.', u'%(counter)s players have the results.', count) 
        SSSSSSSSSSS SSSSSS SSS SSS SSSSSSSS
      
        PPPPPPPPPPP PPPPPPP PPPP PPP PPPPPPPP
      
    XXXX
  BBBB BBB BBBBB BBB BBB BBBBBB
    XX XXXXXXXXXXXXXX
       gettext(u'Nobody in this evening has an address and has agreed to e-mails. Both are in the roster.') 
        SSSSSS SS SSSS SSSSSSS SSS SS SSSSSSS SSS SSS SSSSSS SS SSSSSSSS SSSS SSS SS SSS SSSSSSS
      
    XXXX
  BBBBB
  XXX XXXXXXXXXXXXXXXXX
    BBB BBBB BB BBBBB
      BB BBBB BBB BB BBBB
        BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBB
      BBBBB
    BBBBBB
  XXXXX
  XXXX XXXXXXXXXXXXXXXXXXXX
    BB BBBBBB
      BB BBBBBBBBBBBBBBBBBBBB BB BBBBBB BB BBBBBBBB
        BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBB
      BBBBB
    BBBB BBBBBBBBBBBBB B B
       gettext(u'Try all of them again') 
      BBBBBBB BBBBBBBBBBBBB BBBB BBBBBBBB
    BBBBB
  XXXXXX
  BB BBBBBBBBBBB
    XXX
      XX XXXXXXBBB BBBBBBBBBBBBBBBBXXXXXXXXXXX
         ngettext(u'%(counter)s player has an address but has not agreed: choose', u'%(counter)s players have an address but have not agreed: choose', count) 
          SSSSSSSSSSS SSSSSS SSS SS SSSSSSS SSS SSS SSS SSSSSSS SSSSSS
        
          PPPPPPPPPPP PPPPPPP PPPP PP PPPPPPP PPP PPPP PPP PPPPPPP PPPPPP
        
      XXXX
    XXXX
  BBBBB
BBBBB
