BBBBBBB BBBBBBBBBBBBBBBB
BBBB BBBB BBBB BBBB
BBBBB BBBBB
   gettext(u'Members of %(year)s') 
    SSSSSSS SS SSSSSSSS
  
BBBBBBBB BBBBB

BBBBB BBBB
  XXXXX XXXXXXXXXXXX XXXXXXXXXXXXXX
    BBBBBBB BBBBBBBBBBBBBBBB
    XX XXXXXXXXXXXXX
      XX XXXXXXBBB BBBBBBBBBBBBBBBXX gettext(u'Roster') XXXX
    XXXX
    XXXX
       gettext(u'Members of %(year)s') 
        SSSSSSS SS SSSSSSSS
      
    XXXXX
    XXXX XXXXXXXXXXXXXXXXXXXX XXXXXXXXXXXX gettext(u'Year') XX
      BBB BBBBBB BB BBBBB
        XX XXXXXXXXXXXXFFFFFFFFFFXBB BBBBBB BB BBBB XXXXXXXXXXXXXXXXXXXBBBBBX
        FFFFFFFFFFXXXX
      BBBBBB
    XXXXXX
    BB BBBBBBB
      XX XXXXXXXXXXXXXX
         gettext(u'Paid: %(paid)s of %(count)s, %(fees)s in all.') 
          SSSSS SSSSSSSS SS SSSSSSSSSS SSSSSSSS SS SSSS
        
        XX XXXXXXBBB BBBBBBBBBBBBBBBBBBBBB BBBBBXXXXXXFFFFFFFFFFXX
         gettext(u'Print the list') XXXX
        X
        XX XXXXXXBBB BBBBBBBBBBBBBBBBBBBBB BBBBBXXXXXXFFFFFFFFFFXXXXXXXXX
      XXXX
      XXXX XXXXXXXXXXXXXXXXXXXX
           XXXXXXXXXXXX
           XXXXXXXXXXXXX
           XXXXXXXXXXXX gettext(u'Members') XX
        XXXXXX XXXXXXXXXXXXXXXXXXXX
          XXXXXXX
            XXXX
              XXX XXXXXXXXXXXX gettext(u'Player') XXXXX
              XXX XXXXXXXXXXX XXXXXXXXXXXXXXXXXX gettext(u'Card') XXXXX
              XXX XXXXXXXXXXXX gettext(u'Fee') XXXXX
            XXXXX
          XXXXXXXX
          XXXXXXX
            BBB BBBBBB BB BBBBBBB
              XXXX
                XXX XXXXXXXXXXXX
                  XX XXXXXXBBB BBBBBBBBBBBBBBB BBBBBBBBBBBBBBBBX
                     XXXXXXXXXXXXXXXXXXX
                XXXXX
                XXX XXXXXXXXXXXXXXXXXXFFFFFFFFFFFXXXXX
                XXXX
                  XXXXX XXXXXXXXXXXXX XXXXXXXXXXXXXXXXXXXX
                    BBBBBBBBBB
                    XXXXXX XXXXXXXXXXXXX XXXXXXXXX XXXXXXXXX
                    BB BBBBBBBBBBBBBB
                      XXXXXXBBBB BBBBBBBBBBB
                      FFFFFFFFFFFFF X FFFFFFFFFFFFFFFFFFFFFFFFXXXXXXX
                      XXXXXXX XXXXXXXXXX XXXXXXXXX XXXXXXX
                              XXXXXXXXXXXXBBB BBBBBBBBBBBBBBBXXXXXXFFFFFFFFFFXX
                         gettext(u'Not paid') 
                      XXXXXXXXX
                    BBBB
                      XXXXXX XXXXXXXXXXXXXXXXXXXXXXX
                             XXXXXXXXXXX gettext(u'Fee') XXXXXXXX
                      XXXXXX XXXXXXXXXXXXXXXXXXX XXXXXX
                             XXXXXXXXX
                             XXXXXXXXXX
                             XXXXXXXXXXXXXXXXXXX
                             XXXXXXXXXXXXXX
                             XXXXXXXX
                             XXXXXXXBB BBBBB BB BBB BBBBFFFFFFFFFFFFFBBBBBXX
                      XXXXXX XXXXXXXXXXXXXXXXXXXXXXX XXXXXXXXXXX
                         gettext(u'Paid on') 
                      XXXXXXXX
                      XXXXXX XXXXXXXXXXXXXXXXXXX XXXXXXX
                             XXXXXXXXXXX
                             XXXXXXXXX
                             XXXXXXXXXXXXXX
                             XXXXXXXX
                             XXXXXXXFFFFFFFFFFFFXX
                      XXXXXXX XXXXXXXXXX XXXXXXXXX XXXXXXX
                              XXXXXXXXXXXXBBB BBBBBBBBBBBBXXXXXXFFFFFFFFFFXX
                         pgettext(u'a fee', u'Paid') 
                      XXXXXXXXX
                      XXXXXXX XXXXXXXXXX XXXXXXXXX XXXXXXX
                              XXXXXXXXXXXXBBB BBBBBBBBBBBBBBXXXXXXFFFFFFFFFFX
                              XXXXXXXXXXXXXXX pgettext(u'a member', u'Remove') XXXXXXXXX
                    BBBBB
                  XXXXXXX
                XXXXX
              XXXXX
            BBBBBB
          XXXXXXXX
        XXXXXXXX
      XXXXXX
    BBBB
       gettext(u'No members yet') 
       gettext(u'Look for players on the roster below, or take over those of the year before.') 
      BBBBBBB BBBBBBBBBBBBB BBBB BBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBB
    BBBBB
    BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBB
  XXXXXXX
BBBBBBBB BBBB
