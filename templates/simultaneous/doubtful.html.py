BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
BBBB BBBB BBBB
BBBBB BBBBBBB
  BB BBBBBBBBB
    XX XXXXXXXXXXXXXX
       gettext(u'Something has arrived since the last standings: this page is made again with the next ones.') 
    XXXX
  BBBBB
  XXX
     gettext(u'Boards on which every table of a hall is far from the field: this is what a wrongly made packet looks like. Ask the hall to compare its packet with the cards. If it was wrong, rule the board fouled in the whole hall: it is worth the mean there.') 
      SSSSSS SS SSSSS SSSSS SSSSS SS S SSSS SS SSS SSSS SSS SSSSSS SSSS SS SSSS S SSSSSSS SSSS SSSSSS SSSSS SSSSS SSS SSS SSSS SS SSSSSSS SSS SSSSSS SSSS SSS SSSSSS SS SS SSS SSSSSS SSSS SSS SSSSS SSSSSS SS SSS SSSSS SSSSS SS SS SSSSS SSS SSSS SSSSSS
    
  XXXX
  BBB BBBB BB BBB
    XXXXXXXX XXXXXXXXXXXXXX
      XXXX
        XX XXXXXXBBB BBBBBBBBBBBBBBBBBBBBBBBBBB BBBBBBBBBB BBBBBBBBBBBBBBBBXXXXXXX
         gettext(u'partita %(partita)s, board %(hand)s %(contract)s') 
          SSSSSSS SSSSSSSSSSSS SSSSS SSSSSSSS SSSSSSSSSSSS
        
        XXXXX XXXXXXXXXXXXXXXXXXXXXXX
      XXXXX
      XXXXXX XXXXXXXXXXXXXXXXXXXX
        XXXXXXX
          XXXX
            XXXXXXXXX
            BBB BBBBBBB BBBBB BBBBBB BB BBBBBBBBBB
              XXX XXXXXXXXXXX XXXXXXXXXXXXBBBBBBBBBB BBBBBB BBBBBBBBBXXXXX
            BBBBBB
          XXXXX
        XXXXXXXX
        XXXXXXX
          XXXX
            XXX XXXXXXXXXXXX gettext(u'Here, on average') XXXXX
            BBB BBBBBBB BBBBB BBBBBB BB BBBBBBBBBB
              XXX XXXXXXXXXXXXFFFFFFFXXXXX
            BBBBBB
          XXXXX
          XXXX
            XXX XXXXXXXXXXXX gettext(u'In the other halls') XXXXX
            BBB BBBBBBB BBBBB BBBBBB BB BBBBBBBBBB
              XXX XXXXXXXXXXXXFFFFFFFXXXXX
            BBBBBB
          XXXXX
        XXXXXXXX
      XXXXXXXX
      BB BBBBBBBBBB
        XXX
          BBBB BBBBBBB
           gettext(u'Fouled in the whole hall.') 
        XXXX
      BBBB BBBBBBBBB BB BBBBBBBBBB BBB BBB BBBBBBBBBBBBBBBBB
        XXXXXXXX XXXXXXXXXXXXXX
          XXXXXXXXX gettext(u'Rule it fouled in the whole hall') XXXXXXXXXX
          XXXXX XXXXXXXXXXXXX
                XXXXXXXXBBB BBBBBBBBBBBBBBBBBBBBBBBBBB BBBBBBBBBBXX
            BBBBBBBBBB
            XXXXXX XXXXXXXXXXXXX XXXXXXXXXXX XXXXXXXXX
            XXXXXX XXXXXXXXXXXXX XXXXXXXXXXXXXX XXXXXXXXX
            XXXXXX XXXXXXXXXXXXX XXXXXXXXXXX XXXXXXXXX
            XXXX XXXXXXXXXXXXXX
              XXXXXX XXXXXXXXXXXXXXXXXX
                     XXXXXXXXXXXX gettext(u'Reason') XXXXXXXX
              XXXXXX XXXXXXXXXXXXXXXXXXXX
                     XXXXXXXXXX
                     XXXXXXXXXXXXX
                     XXXXXXXXXXXXXXX
                     XXXXXXXXX
            XXXXXX
            XXXXXXX XXXXXXXXXX XXXXXXXXXXX gettext(u'Rule it fouled') XXXXXXXXX
          XXXXXXX
        XXXXXXXXXX
      BBBBB
    XXXXXXXXXX
  BBBBB
     gettext(u'No board is far from the field') 
     gettext(u'A hall of one table is not judged: a wrong packet cannot be told from unusual play. Five other tables are needed to compare with.') 
      S SSSS SS SSS SSSSS SS SSS SSSSSSS S SSSSS SSSSSS SSSSSS SS SSSS SSSS SSSSSSS SSSSS SSSS SSSSS SSSSSS SSS SSSSSS SS SSSSSSS SSSSS
    
    BBBBBBB BBBBBBBBBBBBB BBBB BBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBB
  BBBBBB
BBBBBBBB BBBBBBB
