BBBB BBBB BBBB
BB BBBBBBBBBBB
  BB BBB BBBBB
    XXXX gettext(u'Corrections') XXXXX
  BBBBB
  XXX XXXXXXXXXXXXXXXX
    BBB BBBB BB BBBBBBBBBBB
      BBBB BBBBBBBBBBBBBBBBBBB
        XXXX
          XX XXXXXXXXXXXXX
            BBBB BBBBBBB
            XX XXXXXXBBB BBBBBBBBBBBBBBBBBBBBBBBBBB BBBBBBBBBB BBBBBBBBBBBBBBBXXXXXXX
            BB BBBBBBBBBBBBBBBB
               gettext(u'partita %(partita)s, table %(table)s, hand %(hand)s:') 
                SSSSSSS SSSSSSSSSSSS SSSSS SSSSSSSSSS SSSS SSSSSSSSS
              
            BBBB
               gettext(u'partita %(partita)s, hand %(hand)s at every table:') 
                SSSSSSS SSSSSSSSSSSS SSSS SSSSSSSS SS SSSSS SSSSSS
              
            BBBBB
            BB BBBBBBBBBBBBBB
              XXXXXXX
            BBBB
              
            BBBBB
          XXXX
          XX XXXXXXXXXXXX XXXXXX
             X X FFFFFFFFFFFFFFFFFFFFFFFFFFFF
          XXXX
          BB BBBBBBBBBBBBBB
            XX XXXXXXXXXXXXXX
               gettext(u'Revoked %(when)s: %(reason)s') 
                SSSSSSS SSSSSSSSS SSSSSSSSSS
              
            XXXX
          BBBB BBBBBBBBB BB BBBBBBBBBB BBB BBB BBBBBBBBBBBBBBBBB
            XXXXXXXX XXXXXXXXXXXXXX
              XXXXXXXXX gettext(u'Revoke') XXXXXXXXXX
              XXXXX XXXXXXXXXXXXX
                    XXXXXXXXBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBB BBBBBBBBBBXX
                BBBBBBBBBB
                XXXXXX XXXXXXXXXXXXX XXXXXXXXXXXXXXXXX XXXXXXXXX
                XXXX XXXXXXXXXXXXXX
                  XXXXXX XXXXXXXXXXXXXXXXXX
                         XXXXXXXXXXXXXX gettext(u'Reason') XXXXXXXX
                  XXXXXX XXXXXXXXXXXXXXXXXXXX
                         XXXXXXXXXXXX
                         XXXXXXXXXXXXX
                         XXXXXXXXXXXXXXX
                         XXXXXXXXX
                XXXXXX
                XXXXXXX XXXXXXXXXX XXXXXXXXXXXX gettext(u'Revoke') XXXXXXXXX
              XXXXXXX
            XXXXXXXXXX
          BBBBB
        XXXXX
      BBBBBBB
    BBBBBB
  XXXXX
BBBBB
