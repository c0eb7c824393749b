BBBBBBB BBBBBBBBBBBBBBBB
BBBB BBBB BBBB BBBBBB
BBBBB BBBBB
   gettext(u'Place by place')  X 
BBBBBBBB BBBBB

BBBBB BBBB
  
  XXXXX XXXXXXXXXXXXXXXX XXXXXXBBBBBB BBBBBBBBBBBBBBBXX
BBBBBBBB BBBB

BBBBB BBBBBBB
  XXXX gettext(u'Place by place') XXXXX
BBBBBBBB BBBBBBB

BBBBB BBBBBBB
  BB BBBBBB
    BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
    XX XXXXXXXXXXXXXXXXXX
       gettext(u'“Ahead for good since hand 7” is worked out by ranking the evening again after each hand: had all tables stopped there or at any later hand, this place would have been ahead of the next.') 
        SSSSSS SSS SSSS SSSSS SSSS SS SS SSSSSS SSS SS SSSSSSS SSS SSSSSSS SSSSS SSSSS SSSS SSSSS SSS SSS SSSSSS SSSSSSS SSSSS SS SS SSS SSSSS SSSSS SSSS SSSSS SSSSS SSSS SSSS SSSSS SS SSS SSSSS
      
    XXXX
    BB BBB BBBBBBBBB
      XXXXXXXX XXXXXXXXXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX
        XXX XXXXXXXXXXXX XXXXXXXXXXXXXXXXXX gettext(u"From the speaker's phone") XXXXX
        XXXXX XXXXXXXXXXXXX
              XXXXXXXXBBB BBBBBBBBBBBBBBBB BBBBBBBBBBBBBBBXX
          BBBBBBBBBB
          BB BBBBBB
            XXX
               gettext(u'Anyone with this address can show the next place, take it back and pause, without an account. It is valid until this ends, or until it is cancelled.') 
                SSSSSS SSSS SSSS SSSSSSS SSS SSSS SSS SSSS SSSSSS SSSS SS SSSS SSS SSSSSS SSSSSSS SS SSSSSSSS SS SS SSSSS SSSSS SSSS SSSSS SS SSSSS SS SS SSSSSSSSSS
              
            XXXX
            XXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXX
            XXX
              XX XXXXXXXXXXXXXXXXXXXXXX XXXXXXXXXXXX
            XXXX
            XXXX XXXXXXXXXXXXXXXXXXXX
              XXXXXXX XXXXXXXXXX XXXXXXXXXX XXXXXXXXXXXXXXXXX
                 gettext(u'Cancel the address') 
              XXXXXXXXX
              XXXXXXX XXXXXXXXXX XXXXXXXXXXX gettext(u'Another address') XXXXXXXXX
            XXXXXX
          BBBB
            XXXXXXX XXXXXXXXXX XXXXXXXXXXX gettext(u'Create an address') XXXXXXXXX
          BBBBB
        XXXXXXX
      XXXXXXXXXX
    BBBBB
  BBBBB
  BB BBB BBBBBB BB BBBBBBBBBBBBBB BB BBBBBBBBB
    BB BBBBBB
      XXXXXXXX XXXXXXXXXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXXXX
        XXX XXXXXXXXXXXX XXXXXXXXXXXXXXXXX
          BB BBBBBB
             gettext(u'Start over') 
          BBBB
             gettext(u'Begin') 
          BBBBB
        XXXXX
        XXX
           gettext(u'The standings held back are read out from the last prize upward, by wind, then overall. The hall’s screen and the public page of the evening show each place when you press, and nothing else of them.') 
            SSS SSSSSSSSS SSSS SSSS SSS SSSS SSS SSSS SSS SSSS SSSSS SSSSSSS SS SSSSS SSSS SSSSSSSS SSS SSSSSS SSSSSS SSS SSS SSSSSS SSSS SS SSS SSSSSSS SSSS SSSS SSSSS SSSS SSS SSSSSS SSS SSSSSSS SSSS SS SSSSS
          
        XXXX
        XXXXX XXXXXXXXXXXXX
              XXXXXXXXBBB BBBBBBBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBBXX
          BBBBBBBBBB
          XXXX XXXXXXXXXXXXXX
            XXXXXX XXXXXXXXXXXXXXXXXX XXXXXXXXXXXXXXXXXXX
               gettext(u'Places of each wind') 
            XXXXXXXX
            XXXXXX XXXXXXXXXXXXXXXXXXX XXXXXX
                   XXXXXXXXXXXXX
                   XXXXXXXXXXXXXXXXX
                   XXXXXXXXXXXX
                   XXXXXXX
                   XXXXXXXX
                   XXXXXXXXX
          XXXXXX
          XXXX XXXXXXXXXXXXXX
            XXXXXX XXXXXXXXXXXXXXXXXX XXXXXXXXXXXXXXXXXXXXX gettext(u'Places overall') XXXXXXXX
            XXXXXX XXXXXXXXXXXXXXXXXXX XXXXXX
                   XXXXXXXXXXXXX
                   XXXXXXXXXXXXXXXXXXX
                   XXXXXXXXXXXXXX
                   XXXXXXX
                   XXXXXXXX
                   XXXXXXXXX
          XXXXXX
          XXXX XXXXXXXXXXXXXXXXXXXX
            XXXXXXX XXXXXXXXXX BB BBBBBB BBB BBB BBBBBBBBBXXXXXXXXXBBBBXXXXXXXXXXXBBBBBXX
               gettext(u'Begin in front of the hall') 
            XXXXXXXXX
            XXXXXXX XXXXXXXXXX XXXXXXXXXX XXXXXXXXXXXXXXXX
               gettext(u'Rehearse at the desk only') 
            XXXXXXXXX
          XXXXXX
        XXXXXXX
      XXXXXXXXXX
    BBBB BBBB
      XX XXXXXXXXXXXXX XXXXXXXXXXXXX
        BBBB BBBBBBXXXXXX
         gettext(u'The final standings will be held back: they can be read out when the last partita is closed.') 
        XXXXXXX
      XXXX
    BBBB
      XX XXXXXXXXXXXXX XXXXXXXXXXXXX
        BBBB BBBBBBXXXXXX
         gettext(u'The final standings are not held back: everybody sees them as soon as they are published.') 
        XXXXXXX
      XXXX
      XX XXXXXXXXXXXXXXXXXXXX
        BB BBBBBBBBBBB BB BBBBB
          XX XXXXXXXXXX XXXXXXXXXXX XXXXXXXXX
             XXXXXXBBB BBBBBBBBBBBB BBBBBBBBBBBBBBBXX
             gettext(u'Continue with the prize-giving') 
          XXXX
        BBBBB
        XX XXXXXXXXXX XXXXXXXXXX
           XXXXXXBBB BBBBBBBBBBBBBBBB BBBBBBBBBBBBBBBXX gettext(u'Go to the standings') XXXX
      XXXX
    BBBBB
  BBBBB
BBBBBBBB BBBBBBB
