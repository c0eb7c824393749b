BBBBBBB BBBBBBBBBBB
BBBB BBBB
BBBBB BBBBB
   gettext(u'First account') 
BBBBBBBB BBBBB

BBBBB BBBBBBB
  XXXX gettext(u'Welcome') XXXXX
  XX XXXXXXXXXXX XXXXXXXXXXXXXX
     gettext(u"King runs a club's evening of the card game of that name: seats, dealt boards, sheets on the tables' phones, standings and paper, all from this computer and without the internet.") 
      SSSS SSSS S SSSSSS SSSSSSS SS SSS SSSS SSSS SS SSSS SSSSS SSSSSS SSSSS SSSSSSS SSSSSS SS SSS SSSSSSS SSSSSSS
      SSSSSSSSS SSS SSSSSS SSS SSSS SSSS SSSSSSSS SSS SSSSSSS SSS SSSSSSSSS
    
  XXXX
  XXXX XXXXXXXXXXXXXXXX
    XXXXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX
      XXX XXXXXXXXXXXXXXXXXXX gettext(u'Your account') XXXXX
      XX XXXXXXXXXXXXXX
        BB BBBBBBB
           gettext(u'The first one: it can add the others.') 
        BBBB
           gettext(u'The first one is made on the computer where the program runs, or from here with the word that its terminal shows.') 
            SSS SSSSS SSS SS SSSS SS SSS SSSSSSSS SSSSS SSS SSSSSSS SSSSS SS SSSS SSSS SSSS SSS SSSS SSSS SSS SSSSSSSS
            SSSSSS
          
        BBBBB
      XXXX
      XXXXX XXXXXXXXBBB BBBBBBBBBBBBBBBX XXXXXXXXXXXXXX
        BBBBBBBBBB
        BBBBBBB BBBBBBBBBBBB BBBB BBBBBBBBBBB
        XXXXXXX XXXXXXXXXX XXXXXXXXXXXXX gettext(u'Make the account and sign in') XXXXXXXXX
      XXXXXXX
    XXXXXXXXXX
    BB BBBBBBB
      XXXXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXXX
        XXX XXXXXXXXXXXXXXXX gettext(u'Or look around first') XXXXX
        XXXXX XXXXXXXXXXXXX XXXXXXXXBBB BBBBBBBBBBBBX XXXXXXXXXXXXXX
          BBBBBBBBBB
          XXX
             gettext(u'A trial evening in the middle of play: invented players, boards really dealt and hands really played.') 
          XXXX
          XXXXXXX XXXXXXXXXX XXXXXXXXXX
                  XXXXXXXXXXXX
                  XXXXXXXXXXXXXXXX gettext(u'Open a trial evening') XXXXXXXXX
          XXXXXXXX XXXXXXXXXXXXX
            XXXXXXXX XXXXXXXXXXXXX gettext(u'Another rule system, or another hour of the evening') XXXXXXXXXX
            BBBBBBB BBBBBBBBBBBBB
          XXXXXXXXXX
        XXXXXXX
      XXXXXXXXXX
    BBBBB
  XXXXXX
BBBBBBBB BBBBBBB
