BBBBBBB BBBBBBBBBBBBBBBB
BBBB BBBB BBBB BBBBBB
BBBBB BBBBB
   gettext(u'Likely duplicates') 
BBBBBBBB BBBBB

BBBBB BBBB
  
  XXXXX XXXXXXXXXXXXXXXX XXXXXXBBBBBB BBBBBBBBBBBBBBBBBBBBXX
BBBBBBBB BBBB

BBBBB BBBB
  XXXXX XXXXXXXXXXXX XXXXXXXXXXXXXX
    BBBBBBB BBBBBBBBBBBBBBBB
    XX XXXXXXXXXXXXX
      XX XXXXXXBBB BBBBBBBBBBBBBBBXX gettext(u'Roster') XXXX
    XXXX
    XXXX gettext(u'Likely duplicates') XXXXX
    BB BBBBB
      XXX
         ngettext(u'%(counter)s pair of names may be one person. Nothing changes until you have seen both side by side.', u'%(counter)s pairs of names may each be one person. Nothing changes until you have seen both side by side.', count) 
          SSSSSSSSSSS SSSS SS SSSSS SSS SS SSS SSSSSSS SSSSSSS SSSSSSS SSSSS SSS SSSS SSSS SSSS SSSS SS SSSSS
        
          PPPPPPPPPPP PPPPP PP PPPPP PPP PPPP PP PPP PPPPPPP PPPPPPP PPPPPPP PPPPP PPP PPPP PPPP PPPP PPPP PP PPPPP
        
      XXXX
      XXX XXXXXXXXXXXXXXXXXXXXX
        BBB BBBB BB BBBBB
          BBBB BBBBBBBBBBBBBBBB BBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBBB
            XXX XXXXXXXXXXXXXX
              XXXX XXXXXXXXXXXXXXXXXXX
                BBB BBBBBB BB BBBBBBBB
                  XX XXXXXXXXXXXXX
                    XX XXXXXXBBB BBBBBBBBBBBBBBB BBBBBBBBBXX
                      XXXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXX
                    XXXX
                    XXXXX XXXXXXXXXXXXXX
                      BB BBBBBBBBBBBBBBBBBB
                         gettext(u'card %(card)s') SSSS SSSSSSSS X
                      BBBBB
                      BB BBBBBBBBBBB
                         X
                      BBBBB
                       ngettext(u'%(counter)s evening', u'%(counter)s evenings', count) 
                        SSSSSSSSSSS SSSSSSS
                      
                        PPPPPPPPPPP PPPPPPPP
                      
                    XXXXXXX
                  XXXX
                BBBBBB
              XXXXXX
              XX XXXXXXXXXXXX XXXXXX
                BB BBBBB BB BBBBBB
                   gettext(u'They have the same name.') 
                BBBB BBBBB BB BBBBBB
                   gettext(u'They have one card, written in two ways: merge them, or correct one of the two numbers.') 
                BBBB
                   gettext(u'Differences: %(what)s.') SSSSSSSSSSSS SSSSSSSSS
                BBBBB
              XXXX
              XXXXX XXXXXXXXXXXXX XXXXXXXXXXXXXXXXXXXX
                BBBBBBBBBB
                XXXXXX XXXXXXXXXXXXX XXXXXXXXXXXX XXXXXXXXX
                XXXXXX XXXXXXXXXXXXX XXXXXXXXXXXXX XXXXXXXXX
                XX XXXXXXXXXX XXXXXXXXXX
                   XXXXXXBBB BBBBBBBBBBBBBB BBBBBBBBXXXXXXXX
                   gettext(u'Merge …') 
                XXXX
                BB BBBBB BB BBBBBB
                  XXXXXXX XXXXXXXXXX XXXXXXXXXXX gettext(u'They are two people') XXXXXXXXX
                BBBBB
              XXXXXXX
            XXXXX
          BBBBBBB
        BBBBBB
      XXXXX
      BBBBBBB BBBBBBBBBBBBBBBBBB
    BBBB
       gettext(u'Nobody seems to be here twice') 
       gettext(u'Names that differ by their order, their spelling, a letter or a missing name would be listed here. To merge two rows of one person whose names are not alike, start from the page of either.') 
        SSSSS SSSS SSSSSS SS SSSSS SSSSSS SSSSS SSSSSSSSS S SSSSSS SS S SSSSSSS SSSS SSSSS SS SSSSSS SSSSS SS SSSSS SSS SSSS SS SSS SSSSSS SSSSS SSSSS SSS SSS SSSSSS SSSSS SSSS SSS SSSS SS SSSSSSS
      
      BBBBBBB BBBBBBBBBBBBB BBBB BBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBB
    BBBBB
  XXXXXXX
BBBBBBBB BBBB
