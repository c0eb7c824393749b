BBBB BBBB
BB BBBBBBB
  XXXXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX
    XXX XXXXXXXXXXXXXXXXXXX gettext(u'Rulings') XXXXX
    XXX XXXXXXXXXXXXXXXXXXXXX
      BBB BBBBB BB BBBBBBB
        BBBB BBBBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
          XXX XXXXXXXXXXXXBB BBBBBBBBBBBBBBBBB XXXXXXXBBBBBXX
            XX XXXXXXXXXXXXX
              XXXXXXXXFFFFFFFFXXXXXXXXX
              BB BBBBBBBBBBBB
                X
                
              BBBBB
              BB BBBBBBBBBBBBBBBBB
                X  gettext(u'revoked') 
              BBBBB
            XXXX
            XX XXXXXXXXXXXXX
              FFFFFFFFFFFF
              BB BBBBBBBBBBBBBB
                XXXXX XXXXXXXXXXXXXXXBB BBBBBBBBBBBBBX BBBBBXXXXXXXX
              BBBBB
            XXXX
            XX XXXXXXXXXXXX XXXXXX
              XX XXXXXXBBB BBBBBBBBBBBBBB BBBBBBBBBBBBBBBBBBBBBXXXXXXXXXX
                X
              FFFFFFFFFFFFFFFFFFFFFFFFXXXX
              X
               gettext(u'Partita %(round)s, table %(table)s') 
                SSSSSSS SSSSSSSSSS SSSSS SSSSSSSSS
              
              BB BBBBBBBBBBB
                X  gettext(u'hand %(hand)s') SSSS SSSSSSSS
              BBBBB
            XXXX
          XXXXX
        BBBBBBB
      BBBBBB
    XXXXX
  XXXXXXXXXX
BBBBB
