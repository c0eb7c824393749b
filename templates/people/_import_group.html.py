BBBB BBBB
XXXXXXXX XXXXXXXXXXX XXXXXXXXXXXXX FFFFFFFFFFFFFX
  XXXXXXXXX
    XXX XXXXXXXXXXXX
      FFFFFFFF
      XXXXX XXXXXXXXXXXXXXXXXXXXX
    XXXXX
    XXXXX XXXXXXXXXXXXXXXXXXXXX
  XXXXXXXXXX
  XXXX XXXXXXXXXXXXXXXXXXXXXXX
    BBB BBBBB BB BBBBBBBBBBBBB
      XXXX XXXXXXXXXXXXXXXXXXXXX
        XXXXXX XXXXXXXXXXXXXXXXXX XXXXXXXXXXXXXX
          XXXXXXX
            XXXX
              XXX XXXXXXXXXXXX gettext(u'Player') XXXXX
              XXX XXXXXXXXXXXX gettext(u'Card') XXXXX
              XXX XXXXXXXXXXXX gettext(u'Club') XXXXX
              XXX XXXXXXXXXXXX gettext(u'E-mail') XXXXX
              BB BBBBBBBBBB
                XXX XXXXXXXXXXXXXXXXX
              BBBBB
            XXXXX
          XXXXXXXX
          XXXXXXX
            BBB BBBBBB BB BBBBB
              BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBB
            BBBBBB
          XXXXXXXX
        XXXXXXXX
      XXXXXX
    BBBBBB
  XXXXXX
  BB BBBBBBBBBB
    XX XXXXXXXXXXXXXX
       ngettext(u'%(counter)s more line of this kind is not shown.', u'%(counter)s more lines of this kind are not shown.', count) 
        SSSSSSSSSSS SSSS SSSS SS SSSS SSSS SS SSS SSSSSS
      
        PPPPPPPPPPP PPPP PPPPP PP PPPP PPPP PPP PPP PPPPPP
      
      BB BBBBBBBBBBBB BB BBBBBBBBBB BB BBBBBBBBBBBB BB BBBBBBBBBB
         gettext(u'They stay out: import them in parts to decide about each.') 
      BBBBB
    XXXX
  BBBBB
XXXXXXXXXX
