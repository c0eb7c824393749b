BBBBBBB BBBBBBBBBBBBBBBB
BBBB BBBB BBBB
BBBBB BBBBB
   gettext(u'Load an archive file') 
BBBBBBBB BBBBB

BBBBB BBBB
  XX XXXXXXXXXXXXXXXXXXX
    XX XXXXXXBBB BBBBBBBBBBBXX gettext(u'Evenings') XXXX
  XXXX
BBBBBBBB BBBB

BBBBB BBBBBBBBBBBBBBBBB

BBBBB BBBBBBB
  XXXX gettext(u'What the file would do') XXXXX
BBBBBBBB BBBBBBB

BBBBB BBBBBBB
  XXXX
    BBB BBBB BB BBBBBBBBBBBBB
      XXXXXXXXX
    BBBBBB
  XXXXX
  XXX
     ngettext(u'%(counter)s player is in it.', u'%(counter)s players are in it.', count) 
      SSSSSSSSSSS SSSSSS SS SS SSS
    
      PPPPPPPPPPP PPPPPPP PPP PP PPP
    
     gettext(u'Nothing has been written yet.') 
  XXXX
  XXXXX XXXXXXXXXXXXXX
    BBBBBBBBBB
    XXXXXX XXXXXXXXXXXXX XXXXXXXXXXX XXXXXXXXX
    BB BBBBB
      XX XXXXXXXXXXXXX XXXXXXXXXXXXXXXX
        BBBB BBBBBBXXXXXX
         ngettext(u'The roster has a name like that of %(counter)s player: say who it is.', u'The roster has names like those of %(counter)s players: say who they are.', count) 
          SSS SSSSSS SSS S SSSS SSSS SSSS SS SSSSSSSSSSS SSSSSSS SSS SSS SS SSS
        
          PPP PPPPPP PPP PPPPP PPPP PPPPP PP PPPPPPPPPPP PPPPPPPP PPP PPP PPPP PPPP
        
        XXXXXXX
      XXXX
      BB BBBBB
        XXX
          XXXXXXX XXXXXXXXXX XXXXXXXXXX XXXXXXXXXXX XXXXXXXXX XXXXXXXXXXXXXXX
             ngettext(u'The one with the same name is the same person', u'The %(counter)s with the same names are the same people', count) 
              SSS SSS SSSS SSS SSSS SSSS SS SSS SSSS SSSSSS
            
              PPP PPPPPPPPPPP PPPP PPP PPPP PPPPP PPP PPP PPPP PPPPPP
            
          XXXXXXXXX
          XXXXX XXXXXXXXXXXXXX gettext(u'Only chooses; nothing is taken in yet.') XXXXXXX
        XXXX
      BBBBB
      XXXX XXXXXXXXXXXXXXXXXXXX
           XXXXXXXXXXXX
           XXXXXXXXXXXXX
           XXXXXXXXXXXX gettext(u'Players') XX
        XXXXXX XXXXXXXXXXXXXXXXXXXX
          XXXXXXX
            XXXX
              XXX XXXXXXXXXXXX gettext(u'Player') XXXXX
              XXX XXXXXXXXXXXX gettext(u'Card') XXXXX
              XXX XXXXXXXXXXX XXXXXXXXXXXXXXXXXX gettext(u'Club') XXXXX
              XXX XXXXXXXXXXXX gettext(u'Who is it?') XXXXX
            XXXXX
          XXXXXXXX
          XXXXXXX
            BBB BBBBBB BB BBBBB
              XXXX
                XXX XXXXXXXXXXXX
                  
                  XXXX XXXXXXXXXXXXX XXXXXXXXXXXXXXXXX
                XXXXX
                XXXXFFFFFFFFFFFXXXXX
                XXX XXXXXXXXXXXXXXXXXXFFFFFFFFFFFXXXXX
                XXXX
                  XXXX XXXXXXXXXXXXXXX
                       XXXXXXXXXXXXXXXXX
                       XXXXXXXXXXXXXX
                    BBBB BBBBBBBBBBBBBBBBBBBBBBBBBB
                      BBB BBBBBB BB BBBBBBBBBBBBBBBBB
                        XXXXXXX
                          XXXXXX XXXXXXXXXXXX
                                 XXXXXXXX
                                 XXXXXXXXXXXX
                                 XXXXXXXX
                                 BB BBBB BB BBBBBBBBBXXXXXXXBBBBBX
                          
                        XXXXXXXX
                      BBBBBB
                      XXXXXXX
                        XXXXXX XXXXXXXXXXXX
                               XXXXXXXX
                               XXXXXXXXXXXX
                               XXXXXXXXXXX
                               BB BBBBBBBBBBB BB BBBBBB BBB BBBB BB BBBBXXXXXXXBBBBBX
                         gettext(u'Somebody new') 
                      XXXXXXXX
                    BBBBBBB
                  XXXXXX
                XXXXX
              XXXXX
            BBBBBB
          XXXXXXXX
        XXXXXXXX
      XXXXXX
    BBBBB
    BB BBBB
      XXXXXXXX XXXXXXXXXXXXX
        XXXXXXXXX
           ngettext(u'%(counter)s player is known by the card, or new', u'%(counter)s players are known by the card, or new', count) 
            SSSSSSSSSSS SSSSSS SS SSSSS SS SSS SSSSS SS SSS
          
            PPPPPPPPPPP PPPPPPP PPP PPPPP PP PPP PPPPP PP PPP
          
        XXXXXXXXXX
        XXXX
          BBB BBBBBB BB BBBB
            XXXX
              X
              BB BBBBBBBBBBBBB
                
              BBBB
                 gettext(u'somebody new') 
              BBBBB
            XXXXX
          BBBBBB
        XXXXX
      XXXXXXXXXX
    BBBBB
    XXXX XXXXXXXXXXXXXXXXX
      XXXXXXX XXXXXXXXXX XXXXXXXXXXX XXXXXXXXXX gettext(u'Take it in') XXXXXXXXX
      XX XXXXXXXXXX XXXXXXXXXX XXXXXXXX gettext(u'Choose another file') XXXX
    XXXXXX
  XXXXXXX
BBBBBBBB BBBBBBB
