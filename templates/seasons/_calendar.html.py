BBBB BBBB BBBB
XXXXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX
  XXX XXXXXXXXXXXXXXXXXXXX gettext(u'Evenings') XXXXX
  XXX XXXXXXXXXXXXXXXXX
    BBB BBBBB BB BBBBBBBBBBBBBBB
      XXX XXXXXXXXXXXXXXXXXXXXX
        XXXXXX
          BB BBBBBBBBBBBB
            X
          BBBBB
          XX XXXXXXBBB BBBBBBBBBBBBBB BBBBBBBBBBBBBBBBBBBBBXX
          XXXXXXXXXXX
          XXXXX XXXXXXXXXXXXXX
            FFFFFFFFFFF
            BB BBBBBBBBBBBBBBBBBBBBBBBBBB
              X
              
            BBBBB
            BB BBBBBBBBBBBBBBBBBBBBBB
              X 
            BBBBB
            BB BBB BBBBBBBBBBBB
              X
              BB BBBBBBBBBBBBB
                 gettext(u'to come') 
              BBBB
                 gettext(u'nothing published yet') 
              BBBBB
            BBBBB
          XXXXXXX
        XXXXX
    BBBBBB
  XXXXX
  BB BBBBBBBBBBBBB
    XX XXXXXXXXXXXXXX
       ngettext(u'%(counter)s more evening is planned.', u'%(counter)s more evenings are planned.', count) 
        SSSSSSSSSSS SSSS SSSSSSS SS SSSSSSSS
      
        PPPPPPPPPPP PPPP PPPPPPPP PPP PPPPPPPP
      
    XXXX
  BBBBB
  BBBBBBB BBBBBBBBBBBBBBBBBBBBBB
XXXXXXXXXX
