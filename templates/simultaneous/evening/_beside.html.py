BBBB BBBB BBBB
BB BBBBBBBB
  XXXXXX XXXXXXXXXXXXXXXXXXXX
    XXXXXXXX XXXXXXXXXXXXXXXXXXXXXXXX gettext(u'Places here and over all halls') XXXXXXXXXX
    XXXXXXX
      XXXX
        XXX XXXXXXXXXXXX gettext(u'Name') XXXXX
        XXX XXXXXXXXXXX XXXXXXXXXXXX gettext(u'Here') XXXXX
        XXX XXXXXXXXXXX XXXXXXXXXXXX gettext(u'All halls') XXXXX
        XXX XXXXXXXXXXX XXXXXXXXXXXX gettext(u'At the wind') XXXXX
        XXX XXXXXXXXXXX XXXXXXXXXX XXXXXXXXXXX gettext(u'Per cent') XXXXX
      XXXXX
    XXXXXXXX
    XXXXXXX
      BBB BBBB BB BBBBBBBB
        XXXX
          XXX XXXXXXXXXXXX
            XXXXX XXXXXXXXXXXXXXXXXXXXXX
            BB BBBBBBBBBBXXXXX XXXXXXXXXXXX XXXXXXXFFFFFXXXXXXXBBBBB
          XXXXX
          XXX XXXXXXXXXXXXFFFFFFFFFFFFFFFFFFFXXXXX
          XXX XXXXXXXXXXXX
            BB BBBBBBBBB
              XXXXXXXXXXXXXXXXX
              XXXXX XXXXXXXXXXXXXXX XXXXXXX
            BBBB
               gettext(u'late: no place') 
            BBBBB
          XXXXX
          XXX XXXXXXXXXXXX
            BB BBBBBBBBB
              BBBBBBBBBB BBBBBBBBBBB BBBBBBBBB
              
              XXXXX XXXXXXXXXXXXXXX XXXXXXX
            BBBBB
          XXXXX
          XXX XXXXXXXXXX XXXXXXXXXXXFFFFFXXXXX
        XXXXX
      BBBBBB
    XXXXXXXX
  XXXXXXXX
  BB BBBBBBBBBB
    XX XXXXXXXXXXXX XXXXXXXXXX
  BBBBB
  XX XXXXXXXXXXXX XXXXXX
    BB BBBBBBBBBBBBB BB BBBBBBBB
       gettext(u"Why the places differ: here the club's own method counts, over its own tables. Over all halls each board is compared with everybody who played it at the same wind, and the mean of the percentages decides.") 
        SSS SSS SSSSSS SSSSSSS SSSS SSS SSSSSS SSS SSSSSS SSSSSSS SSSS SSS SSS SSSSSSS SSSS SSS SSSSS SSSS SSSSS SS SSSSSSSS SSSS SSSSSSSSS SSS SSSSSS SS SS SSS SSSS SSSSS SSS SSS SSSS SS SSS SSSSSSSSSSS SSSSSSSS
      
    BBBB
       gettext(u"Why the places differ: here the club's own method counts, over its own tables. Over all halls each sheet is compared with those of everybody at the same wind, and the percentage of those left behind decides.") 
        SSS SSS SSSSSS SSSSSSS SSSS SSS SSSSSS SSS SSSSSS SSSSSSS SSSS SSS SSS SSSSSSS SSSS SSS SSSSS SSSS SSSSS SS SSSSSSSS SSSS SSSSS SS SSSSSSSSS SS SSS SSSS SSSSS SSS SSS SSSSSSSSSS SS SSSSS SSSS SSSSSS SSSSSSSS
      
    BBBBB
  XXXX
BBBBB
