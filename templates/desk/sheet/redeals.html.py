BBBBBBB BBBBBBBBBBBBBBBB
BBBB BBBB BBBB
BBBBB BBBBB
   gettext(u'Deals voided') 
BBBBBBBB BBBBB

BBBBB BBBBBBB
  XX XXXXXXXXXXXXX
    XX XXXXXXBBB BBBBBBBBBBBB BBBBBBBBBBBBBBB BBBBBBBBBBBB BBBBBBBBBBBBXX
       gettext(u'Table %(number)s') 
        SSSSS SSSSSSSSSS
      
    XXXX
  XXXX
  XXXX
     gettext(u'Cards dealt again') 
    XXXXX XXXXXXXXXXXXXXXX
       gettext(u'partita %(number)s, table %(table)s') 
        SSSSSSS SSSSSSSSSSS SSSSS SSSSSSSSS
      
    XXXXXXX
  XXXXX
  BB BBB BBBBB
    XX XXXXXXXXXXXXX XXXXXXXXXXXXX
      BBBB BBBBBB
      XXXXXX
         gettext(u'No hand is dealt again in this rule system.') 
          SS SSSS SS SSSSS SSSSS SS SSSS SSSS SSSSSSS
        
      XXXXXXX
    XXXX
  BBBB BBBBBBBBBBBBBBBBBB
    XX XXXXXXXXXXXXX XXXXXXXXXXXXX
      BBBB BBBBBB
      XXXXXX
         gettext(u'The boards of this partita were dealt beforehand and are the same at every table: they cannot be voided.') 
          SSS SSSSSS SS SSSS SSSSSSS SSSS SSSSS SSSSSSSSSS SSS SSS SSS SSSS SS SSSSS SSSSSS SSSS SSSSSS SS SSSSSSS
        
      XXXXXXX
    XXXX
  BBBB BBB BBBBBBBBBBB
    XX XXXXXXXXXXXXX XXXXXXXXXXXXX
      BBBB BBBBBB
      XXXXXX
         gettext(u'In this tournament no hand is dealt again for its cards.') 
          SS SSSS SSSSSSSSSS SS SSSS SS SSSSS SSSSS SSS SSS SSSSSS
        
      XXXXXXX
    XXXX
  BBBB
    BB BBBBBB
      XXX
         gettext(u'Before a card is played, a player who holds %(needed)s aces and kings or more may have a Domino dealt again.') 
          SSSSSS S SSSS SS SSSSSSS S SSSSSS SSS SSSSS SSSSSSSSSS SSSS SSS SSSSS SS SSSS SSS SSSS S SSSSSS SSSSS SSSSSS
        
        BB BBBBBB
           gettext(u'The same player may void the same hand again only with one more of them each time.') 
        BBBBB
      XXXX
    BBBBB
    BBB BBBBB BB BBBBBB
      XXXXXXX
    BBBBBB
    BB BBB BBBBBBBBBBBBBBBBBBBB
      XXXXX XXXXXXXXXXXXX XXXXXXXXXXXXXX
        BBBBBBBBBB
        XXXX XXXXXXXXXXXXXXXXX
          XXXX XXXXXXXXXXXXXX
            XXXXXX XXXXXXXXXXXXXXXXXX XXXXXXXXXXXXXXXXXX gettext(u'Hand') XXXXXXXX
            XXXXXXX XXXXXXXXXXXXXXXXXXX XXXXXXXXXXXXXXXX XXXXXXXXXXXX
              BBB BBBB BB BBBBB
                BBBB BBBBBBBBBBBBBBBBBBBBBBBBB
                  XXXXXXX FFFFFFFFFFXXXXXXXXXX
                BBBBBBB
              BBBBBB
            XXXXXXXXX
          XXXXXX
          XXXX XXXXXXXXXXXXXX
            XXXXXX XXXXXXXXXXXXXXXXXX XXXXXXXXXXXXXXXXXX gettext(u'Who voids it') XXXXXXXX
            XXXXXXX XXXXXXXXXXXXXXXXXXX XXXXXXXXXXXXXXXX XXXXXXXXXXXX
              BBB BBBB BB BBBBB
                BBBB BBBBBBBBBBBBBBBBBB
                  XXXXXXX XXXXXXXX FFFFFFFFFFFX
                    FFFFFFFFF X 
                  XXXXXXXXX
                BBBBBBB
              BBBBBB
            XXXXXXXXX
          XXXXXX
          XXXX XXXXXXXXXXXXXX
            XXXXXX XXXXXXXXXXXXXXXXXX XXXXXXXXXXXXXXXXXXXXXX gettext(u'Aces and kings') XXXXXXXX
            XXXXXX XXXXXXXXXXXXXXXXXXX XXXXXX
                   XXXXXXXXXXXXXXXXXXXX
                   XXXXXXXXXXXXXXX
                   XXXXXXXXXXXXXXXXXXX
                   XXXXXXXXXXXXX
                   XXXXXXXXX
            BB BBBBBB
              XXXX XXXXXXXXXXXXXXXXXX gettext(u'Leave it empty if a misdeal is claimed.') XXXXXX
            BBBBB
          XXXXXX
          XXXX XXXXXXXXXXXXXX
            XXXXXXX XXXXXXXXXX XXXXXXXXXXXXX gettext(u'Write it down') XXXXXXXXX
          XXXXXX
        XXXXXX
      XXXXXXX
    BBBBB
  BBBBB
  BB BBBBBB
    XXXX gettext(u'Deals voided at this table') XXXXX
    XXXX XXXXXXXXXXXXXXXXXXXX
         XXXXXXXXXXXX
         XXXXXXXXXXXXX
         XXXXXXXXXXXX gettext(u'Deals voided') XX
      XXXXXX XXXXXXXXXXXXXXXXXXXX
        XXXXXXX
          XXXX
            XXX XXXXXXXXXXX XXXXXXXXXXXX gettext(u'Hand') XXXXX
            XXX XXXXXXXXXXXX gettext(u'Player') XXXXX
            XXX XXXXXXXXXXX XXXXXXXXXXXX gettext(u'Aces and kings') XXXXX
            XXX XXXXXXXXXXX XXXXXXXXXXXX pgettext(u'the how many-th', u'Time') XXXXX
            XXX XXXXXXXXXXXX gettext(u'Written down') XXXXX
          XXXXX
        XXXXXXXX
        XXXXXXX
          BBB BBBBBB BB BBBBBB
            XXXX
              XXX XXXXXXXXXXXXXXXXX
              XXX XXXXXXXXXXX XXXXXXXXXXXXXXX
                BBBBBBBBBB BBBBBBBBBBB BBBBBBBBB
                
              XXXXX
              XXX XXXXXXXXXXXXXXXXX
              XXX XXXXXXXXXXXXXXXXX
              XXXX
                FFFFFFFFFFFFFFFFFFBB BBBBBBBBBBBBBX BBBBB
              XXXXX
            XXXXX
          BBBBBB
        XXXXXXXX
      XXXXXXXX
    XXXXXX
  BBBB BBBBB BBB BBBBBBBBBBB BBB BBB BBBBBBBBBBBBBBBBBB
    XX XXXXXXXXXXXXXX gettext(u'No deal was voided at this table.') XXXX
  BBBBB
BBBBBBBB BBBBBBB
