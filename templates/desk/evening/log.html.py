BBBBBBB BBBBBBBBBBBBBBBB
BBBB BBBB BBBB BBBBBB
BBBBB BBBBB
   gettext(u'Log') 
BBBBBBBB BBBBB

BBBBB BBBB
  
  XXXXX XXXXXXXXXXXXXXXX XXXXXXBBBBBB BBBBBBBBBBBBBBBBBBBBXX
BBBBBBBB BBBB

BBBBB BBBBBBB
  XXXX gettext(u'Log of the evening') XXXXX
BBBBBBBB BBBBBBB

BBBBB BBBBBBB
  BB BBBBBBBBBBB BB BBBBBBBBBBB
    BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
    BB BBBBBBBBBBBBB
      XX XXXXXXXXXXXXX XXXXXXXXXXXXX
        BBBB BBBBBBXXXXXX
         ngettext(u"From one line a person's name was removed since: it is as a later, sealed line has it.", u"From %(counter)s lines a person's name was removed since: they are as a later, sealed line has them.", count) 
          SSSS SSS SSSS S SSSSSSSS SSSS SSS SSSSSSS SSSSSS SS SS SS S SSSSSS SSSSSS SSSS SSS SSS
        
          PPPP PPPPPPPPPPP PPPPP P PPPPPPPP PPPP PPP PPPPPPP PPPPPP PPPP PPP PP P PPPPPP PPPPPP PPPP PPP PPPPP
        
        XXXXXXX
      XXXX
    BBBBB
    BBB BBBB BBBBB BB BBBBBBBBBBBBB
      XX XXXXXXXXXXXXX XXXXXXXXXXXXXXXX
        BBBB BBBBBBBBBXXXXXX
         ngettext(u'One line was sealed with the key %(key)s, which is not here: it is chained, but its seal cannot be checked.', u'%(counter)s lines were sealed with the key %(key)s, which is not here: they are chained, but their seals cannot be checked.', count) 
          SSS SSSS SSS SSSSSS SSSS SSS SSS SSSSSSSS SSSSS SS SSS SSSSS SS SS SSSSSSSS SSS SSS SSSS SSSSSS SS SSSSSSSS
        
          PPPPPPPPPPP PPPPP PPPP PPPPPP PPPP PPP PPP PPPPPPPP PPPPP PP PPP PPPPP PPPP PPP PPPPPPPP PPP PPPPP PPPPP PPPPPP PP PPPPPPPP
        
         gettext(u'Put that key into the file log_key of this installation on a line of its own, and start the program again.') 
          SSS SSSS SSS SSSS SSS SSSS SSSSSSS SS SSSS SSSSSSSSSSSS SS S SSSS SS SSS SSSS SSS SSSSS SSS SSSSSSS SSSSSS
        
        XXXXXXX
      XXXX
    BBBBBB
    XXXXX XXXXXXXXXXXX XXXXXXXXXXXXXXXXX
      XXXX XXXXXXXXXXXXXX
        XXXXXX XXXXXXXXXXXXXXXXXX XXXXXXXXXXXXXXXXXX
           gettext(u'Lines on published standings') 
        XXXXXXXX
        XXXXXX XXXXXXXXXXXXXXXXXXXX
               XXXXXXXXXXXXXXXX
               XXXXXXXXXXXX
               XXXXXXXXXXXXXXXXXXX
               XXXXXXXXXXXXXXXX
               XXXXXXXXXXXXX
               XXXXXXXX
               XXXXXXXX
               XXXXXXXXX
      XXXXXX
      XXXX XXXXXXXXXXXXXX
        XXXXXX XXXXXXXXXXXXXXXXXX XXXXXXXXXXXXXXXXX gettext(u'and its seal') XXXXXXXX
        XXXXXX XXXXXXXXXXXXXXXXXXX XXXXX
               XXXXXXXXXXXXXXX
               XXXXXXXXXXX
               XXXXXXXXXXXXXX
               XXXXXXXXX
               XXXXXXXX
               XXXXXXXXXXXXXXXXXX
               XXXXXXXXX
      XXXXXX
      XXXX XXXXXXXXXXXXXX
        XXXXXXX XXXXXXXXXX XXXXXXXXXXX gettext(u'Check against the paper') XXXXXXXXX
      XXXXXX
      XXXX XXXXXXXXXXXXXX
        XX XXXXXXXXXX XXXXXXXXXX
           XXXXXXBBB BBBBBBBBBBBBBBB BBBBBBBBBBBBBBBXX
          BBBB BBBBBBB
           gettext(u'All lines, to be printed') 
        XXXX
      XXXXXX
    XXXXXXX
    XXXXX XXXXXXXXXXXX XXXXXXXXXXXXXXXXX
      XXXX XXXXXXXXXXXXXX
        XXXXXX XXXXXXXXXXXXXXXXXX XXXXXXXXXXX gettext(u'Show') XXXXXXXX
        XXXXXXX XXXXXXXXXXXXXXXXXXX XXXXXXXXX XXXXXXXXXXXX
          XXXXXXX XXXXXXXXX gettext(u'everything') XXXXXXXXX
          BBB BBBB BBBBB BB BBBBBB
            XXXXXXX XXXXXXXXBB BBB BB BBBBBB XXXXXXXXBBBBBX
            XXXXXXXXX
          BBBBBB
        XXXXXXXXX
      XXXXXX
      XXXX XXXXXXXXXXXXXX
        XXXXXXX XXXXXXXXXX XXXXXXXXXXX gettext(u'Show') XXXXXXXXX
      XXXXXX
    XXXXXXX
    BB BBBBB
      XXX XXXXXXXXXXXX
        BBB BBBBBB BBBBBBBBB BBBBB BB BBBBB
          XXX XXXXXXXXX
            XX XXXXXXXXXXXXXXXXX
              XXXXX XXXXXXXXXXFFFFFFFFXX
                FFFFFFFFFFFFFFFFFFFFFFFF
              FFFFFFFFFFFFXXXXXXX
              BB BBBBBBBBBBBBBBBBB
                X 
              BBBBB
              X
              
            XXXX
            XX XXXXXXXXXXXXXXXXXXXXXXXXX
          XXXXX
        BBBBBB
      XXXXX
      BBBBBBB BBBBBBBBBBBBBBBBBB
    BBBB
      XX XXXXXXXXXXXXXX gettext(u'No line of this kind.') XXXX
    BBBBB
  BBBB
     gettext(u'Nothing has been written yet') 
     gettext(u'Every decision of the evening is noted here with its time and author.') 
    BBBBBBB BBBBBBBBBBBBB BBBB BBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBB
  BBBBB
BBBBBBBB BBBBBBB
