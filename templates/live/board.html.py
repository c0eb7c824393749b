BBBBBBB BBBBBBBBBBBBBBBB
BBBB BBBB BBBB
BBBBB BBBBB
   gettext(u'Board %(number)s, partita %(round)s') 
    SSSSS SSSSSSSSSSS SSSSSSS SSSSSSSSS
  
  X 
BBBBBBBB BBBBB

BBBBB BBBBBBB
  XXXX XXXXXXXXXXXXXXXXXXX
    XXXX
       gettext(u'Board %(number)s') 
        SSSSS SSSSSSSSSS
      
      BB BBBBBBBBB
        X 
      BBBBB
      XXXXX XXXXXXXXXXXXXXXXXXX
         gettext(u'Partita %(number)s') 
          SSSSSSS SSSSSSSSSS
        
      XXXXXXX
    XXXXX
    BBB BBBBBBBBBBBB BBBBBBBBBBBBBBB BBBBBBBBBBBB BBBBBBBBBBBBB BB BBBBBBBBBB
    BBB BBBBBBBBBBBB BBBBBBBBBBBBBBB BBBBBBBBBBBB BBBBBBBBBBBB BB BBBBBBBBB
    BBB BBBBBBBBBBBBB BBBBBBBBBBBBBBB BB BBBBBBB
    BBBBBBB BBBBBBBBBBBBBBBBBBBBBBB
  XXXXXX
  BBBBBBB BBBBBBBBBBBBBBBBBB
  XXXX XXXXXXXXXXXXXXXXXXXXXXXXXX
    BBBBBBB BBBBBBBBBBBBBBB BBBB BBBBBBBBBBBBBBBB BBBBBBBBBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBBBBBBBBBBB
    XXXX XXXXXXXXXXXXXXXX
      XXX XXXXXXXXXXXXXXXXXX XXXXXXXXXXXXX gettext(u'At the tables') XXXXX
      BB BBBBBBBBBBBBB BBB BBBBBBBBBBBBBBBBBBBBBBBB
        XX XXXXXXXXXXXXXX
           gettext(u'Points of each side, and in brackets what was counted: %(unit)s.') 
            SSSSSS SS SSSS SSSSS SSS SS SSSSSSSS SSSS SSS SSSSSSSS SSSSSSSSS
          
        XXXX
      BBBB BBBBBBBBBBBBB
        XX XXXXXXXXXXXXXX
           gettext(u'Points of each wind, and in brackets what was counted: %(unit)s.') 
            SSSSSS SS SSSS SSSSS SSS SS SSSSSSSS SSSS SSS SSSSSSSS SSSSSSSSS
          
        XXXX
      BBBB BBBBBBBBBBBBBB
        XX XXXXXXXXXXXXXX
           gettext(u'Each table chose what to play with these cards: tables that played the same hand are compared here, whole sheets in the standings.') 
            SSSS SSSSS SSSSS SSSS SS SSSS SSSS SSSSS SSSSSS SSSSSS SSSS SSSSSS SSS SSSS SSSS SSS SSSSSSSS SSSSS SSSSS SSSSSS SS SSS SSSSSSSSSS
          
        XXXX
      BBBBB
      BBB BBBBB BB BBBBBBBBBBB
        BB BBB BBBBBBBBBBBBB
          XXX XXXXXXXXXXXXXXFFFFFFFFFFFXXXXX
        BBBBB
        BBBBBBB BBBBBBBBBBBBBBBBBBBBBB
        BB BBBBBBBBBBBBBBBBB
          XX XXXXXXXXXXXXXX
             gettext(u'The best of each column is in bold. A fouled board and a row that does not add up are in the list but not in the figures.') 
              SSS SSSS SS SSSS SSSSSS SS SS SSSSS S SSSSSS SSSSS SSS S SSS SSSS SSSS SSS SSS SS SSS SS SSS SSSS SSS SSS SS SSS SSSSSSSS
            
          XXXX
        BBBBB
        BB BBBBBBBBBBBBB
          BBBBBBB BBBBBBBBBBBBBBBBBBB
        BBBBB
      BBBBB
        XXX gettext(u'The results of the tables come with the standings of this partita.') XXXX
      BBBBBB
      BB BBBBBBBBBBBBBBBBBB
        XX XXXXXXXXXXXXXX
           gettext(u'Robots: the mean of a hundred games by rule of thumb with these cards, declared as the tables declared. A yardstick, not a measure of luck: robots do not know you.') 
            SSSSSSS SSS SSSS SS S SSSSSSS SSSSS SS SSSS SS SSSSS SSSS SSSSS SSSSSS SSSSSSSS SS SSS SSSSSS SSSSSSSSS S SSSSSSSSSS SSS S SSSSSSS SS SSSSS SSSSSS SS SSS SSSS SSSS
          
        XXXX
      BBBB BBBBBBBBBBB BBB BBB BBBBBBBBBBBBBBBB
        XX XXXXXXXXXXXXXX
           gettext(u'There is no mean of robots: they cannot play with a dummy, or for several hands at once.') 
            SSSSS SS SS SSSS SS SSSSSSS SSSS SSSSSS SSSS SSSS S SSSSSS SS SSS SSSSSSS SSSSS SS SSSSS
          
        XXXX
      BBBBB
      BB BBBBBBBBB
        BBBBBBB BBBBBBBBBBBBBBBBB
      BBBBB
    XXXXXX
  XXXXXX
BBBBBBBB BBBBBBB
