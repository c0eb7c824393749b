BBBB BBBB BBBB
XXXX XXXXXXXXX
     XXXXXXXXXXXXXXXXXXXXXXXXXXXXFFFFFFFFFXXXXXXXXXXX
     XXXXXXXXXXXXXXXXXXX
     XXXXXXXXXXXXXX
  BB BBBBBBB BB BBB BBBB
    XXX
      BBBB BBBBBBB
       ngettext(u"Closing codes count until %(until)s: %(counter)s minute left. With an arbiter's reason until %(last)s.", u"Closing codes count until %(until)s: %(counter)s minutes left. With an arbiter's reason until %(last)s.", count) 
        SSSSSSS SSSSS SSSSS SSSSS SSSSSSSSSS SSSSSSSSSSS SSSSSS SSSSS SSSS SS SSSSSSSSS SSSSSS SSSSS SSSSSSSSS
      
        PPPPPPP PPPPP PPPPP PPPPP PPPPPPPPPP PPPPPPPPPPP PPPPPPP PPPPP PPPP PP PPPPPPPPP PPPPPP PPPPP PPPPPPPPP
      
    XXXX
  BBBBB
  BB BBBBBBBBBBB
    XXXX XXXXXXXXXXXXXXXXXXXX
         XXXXXXXXXXXX gettext(u'Which halls') XX
      BBB BBBB BBBBBB BBBBB BB BBBBBBB
        XX XXXXXXXXXXXXX
           BB BBB BB BBBBXXXXXXXXXXXXXXXXXXXBBBBBX XXXX
      BBBBBB
    XXXXXX
    XXXXXX XXXXXXXXXXXXXXXXXX XXXXXXX
      XXXXXXX
        XXXX
          XXX XXXXXXXXXXX XXXXXXXXXXXX gettext(u'No.') XXXXX
          XXX XXXXXXXXXXXX gettext(u'Hall') XXXXX
          XXX XXXXXXXXXXXX gettext(u'State') XXXXX
          XXX XXXXXXXXXXX XXXXXXXXXXXXXXXXXX gettext(u'Joined') XXXXX
          XXX XXXXXXXXXXX XXXXXXXXXXXXXXXXXX gettext(u'Key taken') XXXXX
          XXX XXXXXXXXXXX XXXXXXXXXXXXXXXXXX gettext(u'Closing code') XXXXX
          XXX XXXXXXXXXXX XXXXXXXXXXXXXXXXXX gettext(u'Report') XXXXX
        XXXXX
      XXXXXXXX
      XXXXXXX
        BBB BBBB BB BBBBB
          XXX BB BBBBBBBBBBBBBXXXXXXXXXXXXXXXXXBBBBBX
            XXX XXXXXXXXXXXXXXXXX
            XXX XXXXXXXXXXXX
              BB BBBBBBBBBB BB BBBBB
                XX XXXXXXBBB BBBBBBBBBBBBBBBBBBBBBBBBBB BBBBBBBBBB BBBBBBBBBBBBBBBBXXXXXX
              BBBB
                
              BBBBB
              BB BBBBBBBBBB
                XXXXX XXXXXXXXXXXXXX
                   gettext(u'added after the first key, %(when)s') 
                    SSSSS SSSSS SSS SSSSS SSSS SSSSSSSS
                  
                XXXXXXX
              BBBBB
              BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBB BBBB BBBBBBBBBBBBBB BBBBBBBBBBBBBBBBBB BBBBBBBBBB
            XXXXX
            XXXX
              BBBB BBBBBBBBB
              
            XXXXX
            XXX XXXXXXXXXXXXXXXXXXXXXXX
            XXX XXXXXXXXXXXXXXXXXX
              
              BB BBBBBBBBBBBBBBBB
                XXXXX XXXXXXXXXXXXXX
                   ngettext(u'%(counter)s table', u'%(counter)s tables', count) 
                    SSSSSSSSSSS SSSSS
                  
                    PPPPPPPPPPP PPPPPP
                  
                XXXXXXX
              BBBBB
            XXXXX
            XXX XXXXXXXXXXXXXXXX XXXXXXXX
              XXXXX XXXXXXXXXXXXXXXFFFFFFFFFXXXXXXX
              BB BBBBBBBBB
                XXXXX XXXXXXXXXXXXXXXXXXXXX
              BBBBB
            XXXXX
            XXX XXXXXXXXXXXXXXXXXXXXXXX
          XXXXX
        BBBBBB
      XXXXXXXX
    XXXXXXXX
    BBBBBBB BBBBBBBBBBBBBBBBBB
  BBBB BBB BBBBBBBBBB
    XX XXXXXXXXXXXXXX gettext(u'No halls yet.') XXXX
  BBBBB
XXXXXX
