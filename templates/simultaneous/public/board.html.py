BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
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
      
      BB BBBBBBBBBB
        X 
      BBBBB
      XXXXX XXXXXXXXXXXXXXXXXXX
         gettext(u'Partita %(number)s') 
          SSSSSSS SSSSSSSSSS
        
        X 
      XXXXXXX
    XXXXX
    BBB BBBBBBBBBBBBBBBBBBBBBBBBBBB BBBBBBBBBB BBBBBBBBBBBB BBBBBBBBBBBBB BB BBBBBBBBBB
    BBB BBBBBBBBBBBBBBBBBBBBBBBBBBB BBBBBBBBBB BBBBBBBBBBB BBBBBBBBBBBB BB BBBBBBBBB
    BBB BBBBBBBBBBBBBBBBBBBBBBBBBBBB BBBBBBBBBB BB BBBBBBB
    BBBBBBB BBBBBBBBBBBBBBBBBBBBBBB
  XXXXXX
  BBB BBBBBBBBBBBBBBBBBBB BBBBBBBBBB BBBBBBBBBBB BBBBBBBBBBBB BB BBBBBBBBB
  BB BBBBBBBBB BBB BBBBBB
    XX XXXXXXXXXXXXXXXXXXX
      XX XXXXXXXXXX XXXXXXXXXXXX
         XXXXXXXXXXXXXX
         XXXXXXXX gettext(u'Play it again') XXXX
      XXXXX XXXXXXXXXXXXXX gettext(u'the same cards, against three robots') XXXXXXX
    XXXX
  BBBBB
  XXXX XXXXXXXXXXXXXXXXXXXXXXXXXX
    XXXXX
      BBBBBBB BBBBBBBBBBBBBBB BBBB BBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBBBBBB
      BB BBBBBBBBBBBBB
        XXXX XXXXXXXXXXXXXXXXXXXXXXFFFFFFFFFFXXXXXX
      BBBBB
      BB BBBB
        XXX gettext(u'Luck of the cards')  gettext(u': ') XXXX
        XX XXXXXXXXXXXXXX
           gettext(u'The mean of all who held these cards, above or below the mean of the board. It compares one wind with another, not players at the same wind, who all held the same cards.') 
            SSS SSSS SS SSS SSS SSSS SSSSS SSSSSS SSSSS SS SSSSS SSS SSSS SS SSS SSSSSS SS SSSSSSSS SSS SSSS SSSS SSSSSSSS SSS SSSSSSS SS SSS SSSS SSSSS SSS SSS SSSS SSS SSSS SSSSSS
          
        XXXX
      BBBBB
    XXXXXX
    XXXX XXXXXXXXXXXXXXXX
      BBB BBBBBB BBBBBBB BB BBBBBB
        XXXXXXXX XXXXXXXXXXXXXXXXXXXBB BBBBBBBBBBBBB XXXXBBBBBX
          XXXXXXXX XXXXXXXXXXXX
            BB BBBBBBBBBBBBBB
              FFFFFFFFFFFFF X
            BBBBB
             ngettext(u'%(counter)s table', u'%(counter)s tables', count) 
              SSSSSSSSSSS SSSSS
            
              PPPPPPPPPPP PPPPPP
            
          XXXXXXXXXX
          
          XXXX XXXXXXXXXXXXXXXXX XXXXXXXXXXXXXXX
            BBB BBBBBBB BBBB BB BBBBBBBBBBBBBBBBBBB
              XXXXXX XXXXXXXXXXXXXXXXXX XXXXXXXXX
                XXXXXXXXX
                  BBBBBBBBBB BBBBBB BBBBBBBBBB
                  XXXXX XXXXXXXXXXXXXX
                     gettext(u'mean %(mean)s') 
                      SSSS SSSSSSSS
                    
                  XXXXXXX
                XXXXXXXXXX
                XXXXXXX
                  XXXX
                    XXX XXXXXXXXXXX XXXXXXXXXXXX gettext(u'Points') XXXXX
                    XXX XXXXXXXXXXX XXXXXXXXXXXX pgettext(u'how often', u'Times') XXXXX
                    XXX XXXXXXXXXXX XXXXXXXXXXXXXXXXXX
                  XXXXX
                XXXXXXXX
                XXXXXXX
                  BBB BBBBB BB BBBBBBBBBB
                    XXXX
                      XXX XXXXXXXXXXX XXXXXXXXXXXX
                        BB BBBBBBBBBBBBB BB BBBBBBBBBBBB
                          XXXFFFFFFXXXX
                        BBBB
                          FFFFFF
                        BBBBB
                      XXXXX
                      XXX XXXXXXXXXXXXXXXXX
                      XXX XXXXXXXXXXXXFFFFFFFXXXXX
                    XXXXX
                  BBBBBB
                XXXXXXXX
              XXXXXXXX
            BBBBBB
          XXXXXX
        XXXXXXXXXX
      BBBBB
        XXX gettext(u'No table played this board as it lay.') XXXX
      BBBBBB
      BB BBBBBB
        XX XXXXXXXXXXXXXX
           gettext(u'Points, how often they were made in all halls, and the percentage of matchpoints that they are worth; best and worst are in bold. The long mark is the mean.') 
            SSSSSSS SSS SSSSS SSSS SSSS SSSS SS SSS SSSSSS SSS SSS SSSSSSSSSS SS SSSSSSSSSSS SSSS SSSS SSS SSSSSS SSSS SSS SSSSS SSS SS SSSSS SSS SSSS SSSS SS SSS SSSSS
          
        XXXX
      BBBBB
    XXXXXX
  XXXXXX
BBBBBBBB BBBBBBB
