BBBB BBBB BBBB
XXXXXXXX XXXXXXXXXXXXX
         XXXXXXXXXBB BBBBB XXXXBBBBBX
  XXXXXXXXX
     gettext(u'%(where)s, place %(rank)s is shared:') 
      SSSSSSSSSS SSSSS SSSSSSSS SS SSSSSSS
    
    XXXXX XXXXXXXXXXXXXXX
      BBB BBBBB BB BBBBBBBBBBBBB BBB BBBBBBBBBBBBX BBBBBBBBBBB
    XXXXXXX
  XXXXXXXXXX
  XXX
     gettext(u'Every tie-break leaves them level. They may share the place, or the tie is settled here, with its reason; prizes and standings follow when the standings are published.') 
      SSSSS SSSSSSSSS SSSSSS SSSS SSSSSS SSSS SSS SSSSS SSS SSSSSS SS SSS SSS SS SSSSSSS SSSSS SSSS SSS SSSSSSS SSSSSS SSS SSSSSSSSS SSSSSS SSSS SSS SSSSSSSSS SSS SSSSSSSSSS
    
  XXXX
  XXXXX XXXXXXXXXXXXX
        XXXXXXXXBBB BBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBBXX
    BBBBBBBBBB
    XXXXXX XXXXXXXXXXXXX XXXXXXXXXX XXXXXXXXX
    XXXXXXXXX XXXXXXXXXXXXXX
      XXXXXXX XXXXXXXXXXXXXXXXXXX gettext(u'How it was settled') XXXXXXXXX
      XXXXXX XXXXXXXXXXXXXXXXXXXX
        XXXXXX XXXXXXXXXXXXXXXXXXXXXXXX
               XXXXXXXXXXXX
               XXXXXXXXXXX
               XXXXXXXXXXX
               XXXXXXXX
               FFFFFFFFFFFFX
        XXXXXX gettext(u'by a draw: the program draws their order, and anybody can repeat it') XXXXXXX
      XXXXXXXX
      XXXXXX XXXXXXXXXXXXXXXXXXXX
        XXXXXX XXXXXXXXXXXXXXXXXXXXXXXX
               XXXXXXXXXXXX
               XXXXXXXXXXX
               XXXXXXXXXXXXXXXX
               XXXXXXXX
               FFFFFFFFFFFFFFFFFX
        XXXXXX gettext(u'by a play-off: write the places below') XXXXXXX
      XXXXXXXX
      XXXXXX XXXXXXXXXXXXXXXXXXXX
        XXXXXX XXXXXXXXXXXXXXXXXXXXXXXX
               XXXXXXXXXXXX
               XXXXXXXXXXX
               XXXXXXXXXXXXXXXX
               XXXXXXXX
               FFFFFFFFFFFFFFFFFX
        XXXXXX gettext(u'by earlier standings: name them, and write the places in them') XXXXXXX
      XXXXXXXX
    XXXXXXXXXXX
    XXXX XXXXXXXXXXXXXXXXX
      BBB BBBBB BB BBBBBBBBBBB
        BBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
          BBBB BBBBBBBBBBBBBBBBBBBBBBBB
            XXXX XXXXXXXXXXXXXX
              XXXXXX XXXXXXXXXXXXXXXXXX XXXXXXXXXXXXXX
                 gettext(u'Place of %(name)s') 
                  SSSSS SS SSSSSSSS
                
              XXXXXXXX
              XXXXXX XXXXXXXXXXXXXXXXXXX XXXXXX
                     XXXXXXXXXXXX
                     XXXXXXXXXXXXX
                     XXXXXXXXXXXXX
                     XXXXXXX
                     XXXXXXXFFFFFFFFFFFFFFFFFFFFFFFFFXX
            XXXXXX
          BBBBBBB
        BBBBBBB
      BBBBBB
    XXXXXX
    XXXX XXXXXXXXXXXXXXXXX
      XXXX XXXXXXXXXXXXXX
        XXXXXX XXXXXXXXXXXXXXXXXX XXXXXXXXXXXXXXXXXX
           gettext(u'Earlier standings, their name') 
        XXXXXXXX
        XXXXXX XXXXXXXXXXXXXXXXXXXX
               XXXXXXXXXXXXXXXX
               XXXXXXXXXXXXX
               XXXXXXXXXXXXXXX
               XXXXXXXXX
      XXXXXX
      XXXX XXXXXXXXXXXXXX
        XXXXXX XXXXXXXXXXXXXXXXXX XXXXXXXXXXXXXXXX
           gettext(u'Seed of the draw') 
        XXXXXXXX
        XXXXXX XXXXXXXXXXXXXXXXXXXX
               XXXXXXXXXXXXXX
               XXXXXXXXXXX
               XXXXXXXXXXXXXXX
               XXXXXXXXXXXXXXXXXX
               XXXXXXXXXXXXXXXXXX
               XXXXXXXXX
        XXXX XXXXXXXXXXXXXXXXXX
           gettext(u'32 digits 0–9 a–f, agreed upon in the hall. Empty: the program chooses a new one.') 
            SS SSSSSS SSS SSSS SSSSSS SSSS SS SSS SSSSS SSSSSS SSS SSSSSSS SSSSSSS S SSS SSSS
          
        XXXXXX
      XXXXXX
    XXXXXX
    XXXX XXXXXXXXXXXXXX
      XXXXXX XXXXXXXXXXXXXXXXXX XXXXXXXXXXXXXXXXXX gettext(u'Reason') XXXXXXXX
      XXXXXX XXXXXXXXXXXXXXXXXXXX
             XXXXXXXXXXXXXXXX
             XXXXXXXXXXXXX
             XXXXXXXXXXXXXXX
             XXXXXXXX
             XXXXXXXXX
    XXXXXX
    XXXXXXX XXXXXXXXXX XXXXXXXXXXXXX gettext(u'Settle the tie') XXXXXXXXX
  XXXXXXX
XXXXXXXXXX
