BBBBBBB BBBBBBBBBBBBBBBB
BBBB BBBB BBBB BBBB
BBBBB BBBBB
   gettext(u'Roster') 
BBBBBBBB BBBBB

BBBBB BBBB
  XXXXX XXXXXXXXXXXX XXXXXXXXXXXXXX
    BBBBBBB BBBBBBBBBBBBBBBB
    XXXX XXXXXXXXXXXXXXXXXX
      XXXX gettext(u'Roster') XXXXX
      XXXX XXXXXXXXXXXXXXXXXXXX
        XX XXXXXXXXXX XXXXXXXXXXXX XXXXXXBBB BBBBBBBBBBBBXX gettext(u'Add a player') XXXX
        XX XXXXXXXXXX XXXXXXXXXX
           XXXXXXBBB BBBBBBBBBBBBBBBBBBBBBBXX gettext(u'Import a file') XXXX
        XX XXXXXXXXXX XXXXXXXXXX XXXXXXBBB BBBBBBBBBBBBBBBBXX gettext(u'Members') XXXX
        XX XXXXXXXXXX XXXXXXXXXX XXXXXXBBB BBBBBBBBBBBBBBBXX gettext(u'Grades') XXXX
        XX XXXXXXXXXX XXXXXXXXXX XXXXXXBBB BBBBBBBBBBBBBBBBBBBXX
           gettext(u'Likely duplicates') 
        XXXX
      XXXXXX
    XXXXXX
    BB BBBBB
      XXXX XXXXXXXXXXXXXXXXXXXX XXXXXXXXXXXX gettext(u'Members') XX
        XX XXXXXXBBB BBBBBBBBBBBBBBBXBB BBB BBBB XXXXXXXXXXXXXXXXXXXBBBBBX
         gettext(u'Everybody') XXXX
        BBB BBBBBB BB BBBBB
          XX XXXXXXXXXXXXFFFFFFFFFFXBB BBBBBB BB BBBB XXXXXXXXXXXXXXXXXXXBBBBBX
             gettext(u'Members of %(year)s') 
              SSSSSSS SS SSSSSSSS
            
          XXXX
        BBBBBB
      XXXXXX
    BBBBB
    XXXXX XXXXXXXXXXXX XXXXXXXXXXXXX XXXXXXXXXXXXXX
      BB BBBB
        XXXXXX XXXXXXXXXXXXX XXXXXXXXXXX XXXXXXXFFFFFFFFFFXX
      BBBBB
      BB BBBBB
        XXXXXX XXXXXXXXXXXXX XXXXXXXXXXXX XXXXXXXXXX
      BBBBB
      XXXXXX XXXXXXXXXXXXXXXXXX XXXXXXXXXXXXXXXXXXXX gettext(u'Surname, name or card') XXXXXXXX
      XXXXXX XXXXXXXXXXXXXXXXXXXX
             XXXXXXXXXXXXX
             XXXXXXXXXXXXXXXXXX
             XXXXXXXX
             XXXXXXXX
             XXXXXXXXXXXXXXXXXX
             XXXXXXXXXXXXXXX
             XXXXXXXXBBB BBBBBBBBBBBBBBBX
             XXXXXXXXXXXXXXXXX XXXXXXX XXXXXXXXXXXX
             XXXXXXXXXXXXXXXXXXX
             XXXXXXXXXXXXXXXXXXX XXXXX
             XXXXXXXXXXXXXXXXXXX
             XXXXXXXXXXXXXXXXXXXXXX
             XXXXXXXXXXXXXXXXXXXXXX
      XXXXXXXXXX
        XXXXXXX XXXXXXXXXX XXXXXXXXX XXXXXX gettext(u'Look') XXXXXXXXX
      XXXXXXXXXXX
    XXXXXXX
    BBBBBBBBBB BBBB BBBBBB
      XXXX XXXXXXXXXXXX
        XX XXXXXXXXXXXXX XXXXXXXXXXXXXX
           ngettext(u'%(counter)s player', u'%(counter)s players', count) 
            SSSSSSSSSSS SSSSSS
          
            PPPPPPPPPPP PPPPPPP
          
          BB BBBBBB
            X  gettext(u'“%(words)s”') SSSSSSSSSSS
          BBBBB
          BB BBBBBBBB
            X
            XX XXXXXXXXXXXXXXBB BBBBBBXXXXXXXFFFFFFFFFBBBBBXX
               ngettext(u'%(counter)s only of trial evenings', u'%(counter)s only of trial evenings', count) 
                SSSSSSSSSSS SSSS SS SSSSS SSSSSSSS
              
                PPPPPPPPPPP PPPP PP PPPPP PPPPPPPP
              
            XXXX
          BBBB BBBBB
            X
            XX XXXXXXBBB BBBBBBBBBBBBBBBXX gettext(u"The club's roster") XXXX
          BBBBB
        XXXX
        BB BBBBBBBBBBB BBB BBB BBBBBB
          XXX
            BBBB BBBBBB
             ngettext(u'%(counter)s player has an address but has not agreed to e-mails;', u'%(counter)s players have an address but have not agreed to e-mails;', count) 
              SSSSSSSSSSS SSSSSS SSS SS SSSSSSS SSS SSS SSS SSSSSS SS SSSSSSSS
            
              PPPPPPPPPPP PPPPPPP PPPP PP PPPPPPP PPP PPPP PPP PPPPPP PP PPPPPPPP
            
            BB BBBBBB
               ngettext(u'%(counter)s has.', u'%(counter)s have.', count) 
                SSSSSSSSSSS SSSS
              
                PPPPPPPPPPP PPPPP
              
            BBBB
               pgettext(u'agreed to e-mails', u'nobody has.') 
            BBBBB
            XX XXXXXXBBB BBBBBBBBBBBBBBBBXX gettext(u'Choose who agrees') XXXX
          XXXX
        BBBBB
        BB BBBBBBBBBBB BBB BBB BBBBBB
          XXX
            BBBB BBBBBBBBB
             gettext(u'Two players here have the same card, written in two ways.') 
            XX XXXXXXBBB BBBBBBBBBBBBBBBBBBBXX gettext(u'Likely duplicates') XXXX
          XXXX
        BBBBB
        BB BBBBBBBBBBBBBBBBBBBB
          BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBB
        BBBB BBBBBB
           gettext(u'Nobody of that name') 
           gettext(u'Try fewer letters, or add the player.') 
          BBBBBBB BBBBBBBBBBBBB BBBB BBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBB
        BBBB
           gettext(u'Nobody on the roster yet') 
           gettext(u"The club's players are listed here: add them one by one, or import the file that the club keeps.") 
            SSS SSSSSS SSSSSSS SSS SSSSSS SSSSS SSS SSSS SSS SS SSSS SS SSSSSS SSS SSSS SSSS SSS SSSS SSSSSS
          
          BBBBBBB BBBBBBBBBBBBB BBBB BBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBB
        BBBBB
      XXXXXX
    BBBBBBBBBBBBB BBBB
  XXXXXXX
BBBBBBBB BBBB
