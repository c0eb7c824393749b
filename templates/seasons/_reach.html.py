BBBB BBBB BBBB
XX XXXXXXXXXXXXXX
  BB BBB BBBBBBB
     gettext(u'Nothing more that counts will be played: everybody keeps their points and place in the standings.') 
  BBBB BBBBBBBBBBBBBB BB BBBBBBBBB
     ngettext(u'A player who wins the partita that is left comes to this much.', u'A player who wins the %(counter)s partite that are left comes to this much.', count) 
      S SSSSSS SSS SSSS SSS SSSSSSS SSSS SS SSSS SSSSS SS SSSS SSSSS
    
      P PPPPPP PPP PPPP PPP PPPPPPPPPPP PPPPPPP PPPP PPP PPPP PPPPP PP PPPP PPPPP
    
  BBBB
     ngettext(u'A player who wins the evening that is left comes to this much.', u'A player who wins the %(counter)s evenings that are left comes to this much.', count) 
      S SSSSSS SSS SSSS SSS SSSSSSS SSSS SS SSSS SSSSS SS SSSS SSSSS
    
      P PPPPPP PPP PPPP PPP PPPPPPPPPPP PPPPPPPP PPPP PPP PPPP PPPPP PP PPPP PPPPP
    
  BBBBB
  BB BBBBBBB
     gettext(u'The best place counts who already has more.') 
  BBBBB
XXXX
BB BBBBBBB
  XXXX XXXXXXXXXXXXXXXXXXXX
       XXXXXXXXXXXX
       XXXXXXXXXXXXX
       XXXXXXXXXXXX gettext(u'What each can still reach') XX
    XXXXXX XXXXXXXXXXXXXXXXXX XXXXXXXXX
      XXXXXXX
        XXXX
          XXX XXXXXXXXXXXX gettext(u'Name') XXXXX
          XXX XXXXXXXXXXX XXXXXXXXXXXX gettext(u'Now') XXXXX
          XXX XXXXXXXXXXX XXXXXXXXXXXX gettext(u'At most') XXXXX
          XXX XXXXXXXXXXX XXXXXXXXXXXX gettext(u'Best place') XXXXX
        XXXXX
      XXXXXXXX
      XXXXXXX
        BBB BBBBBB BB BBBBB
          XXXX
            XXX XXXXXXXXXXXXXXXXX
            XXX XXXXXXXXXXXXFFFFFFXXXXX
            XXX XXXXXXXXXXXXFFFFFFXXXXX
            XXX XXXXXXXXXXXXXXXXX
          XXXXX
        BBBBBB
      XXXXXXXX
    XXXXXXXX
  XXXXXX
BBBBB
