BBBBBBB BBBBBBBBBBBBBBBB
BBBB BBBB BBBB
BBBBB BBBBB
   gettext(u'People of the halls') 
BBBBBBBB BBBBB

BBBBB BBBB
  XX XXXXXXXXXXXXXXXXXXX
    XX XXXXXXBBB BBBBBBBBBBBBBBBBBBBBBXX gettext(u'Simultaneous events') XXXX
  XXXX
BBBBBBBB BBBB

BBBBB BBBBBBBBBBBBBBBBB

BBBBB BBBBBBB
  XXXX gettext(u'People of the halls') XXXXX
BBBBBBBB BBBBBBB

BBBBB BBBBBBB
  XXX
     gettext(u"The centre has no roster of the halls: their players' names are only in the reports and in the standings, and beside each hall is the person to write to. People who ask what is held on them, or ask to be forgotten, are found here by name.") 
      SSS SSSSSS SSS SS SSSSSS SS SSS SSSSSS SSSSS SSSSSSSS SSSSS SSS SSSS SS SSS SSSSSSS SSS SS SSS SSSSSSSSSS SSS SSSSSS SSSS SSSS SS SSS SSSSSS SS SSSSS SSS SSSSSS SSS SSS SSSS SS SSSS SS SSSSS SS SSS SS SS SSSSSSSSSS SSS SSSSS SSSS SS SSSSS
    
  XXXX
  XXXXX XXXXXXXXXXXX XXXXXXXXXXXXXXXX XXXXXXXXXXXXXX
    XXXX XXXXXXXXXXXXXX
      XXXXXX XXXXXXXXXXXXXXXXXX XXXXXXXXXXXXXXXXXXX gettext(u'Name') XXXXXXXX
      XXXXXX XXXXXXXXXXXXXXXXXXXX
             XXXXXXXXXXXXX
             XXXXXXXXXXXXXXXXX
             XXXXXXXX
             XXXXXXXXXXXXXX
             XXXXXXXXXXXXXXXXXX
             XXXXXXXXXXXXXXXXXX
             XXXXXXXXXXXXXX
             XXXXXXXXX
    XXXXXX
    XXXXXXX XXXXXXXXXX XXXXXXXXXXX gettext(u'Find') XXXXXXXXX
  XXXXXXX
  BB BBBBBB
    XXXXX XXXXXXXXXXXXX
          XXXXXXXXBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBXXXFFFFFFFFFXX
      BBBBBBBBBB
      XXXXXX XXXXXXXXXXXXXXXXXXXX
        XXXXXXX
          XXXX
            XXX XXXXXXXXXXXX
              XXXXX XXXXXXXXXXXXXXXXXXXXXXXX gettext(u'Choose') XXXXXXX
            XXXXX
            XXX XXXXXXXXXXXX gettext(u'Name') XXXXX
            XXX XXXXXXXXXXXX gettext(u'Hall') XXXXX
            XXX XXXXXXXXXXXX gettext(u'Event') XXXXX
            XXX XXXXXXXXXXXX gettext(u'Data held') XXXXX
          XXXXX
        XXXXXXXX
        XXXXXXX
          BBB BBBBB BB BBBBBB
            XXXX
              XXXX
                XXXXXX XXXXXXXXXXXXXXXXXXXXXXXX
                       XXXXXXXXXXXXXXX
                       XXXXXXXXXXXX
                       XXXXXXXXXXX
                       XXXXXXXXXX
              XXXXX
              XXX XXXXXXXXXXXX
                XXXXXX XXXXXXXXXXXX XXXXXXXXXXXXXXXXXXXXXXX
              XXXXX
              XXXXXXXXX
              XXXX
                
                XXXXX XXXXXXXXXXXXXXFFFFFFFFFFFFFFFFFFFFFFFFXXXXXXX
              XXXXX
              XXXX
                XX XXXXXXBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBXXXXXXXXXXFFFFFFFFFXX gettext(u'File (JSON)') XXXX
              XXXXX
            XXXXX
          BBBBBB
        XXXXXXXX
      XXXXXXXX
      XXXXXXXX XXXXXXXXXXXXXX
        XXXXXXXXX gettext(u'Forget the people ticked') XXXXXXXXXX
        XX XXXXXXXXXXXXX
           gettext(u'One number replaces the name in all these halls, for good: in reports, standings, boards and files. The results stay, and the closing codes still match them. Earlier copies keep the name.') 
            SSS SSSSSS SSSSSSSS SSS SSSS SS SSS SSSSS SSSSSS SSS SSSSS SS SSSSSSSS SSSSSSSSSS SSSSSS SSS SSSSSS SSS SSSSSSS SSSSS SSS SSS SSSSSSS SSSSS SSSSS SSSSS SSSSS SSSSSSS SSSSSS SSSS SSS SSSSS
          
        XXXX
        XXXX XXXXXXXXXXXXXX
          XXXXXX XXXXXXXXXXXXXXXXXX XXXXXXXXXXXXXXXXXXXX gettext(u'Reason') XXXXXXXX
          XXXXXX XXXXXXXXXXXXXXXXXXXX
                 XXXXXXXXXXXXXXXXXX
                 XXXXXXXXXXXXX
                 XXXXXXXXXXXXXXX
                 XXXXXXXX
                 XXXXXXXXX
        XXXXXX
        XXXXXXX XXXXXXXXXX XXXXXXXXXXXX gettext(u'Remove the name for good') XXXXXXXXX
      XXXXXXXXXX
    XXXXXXX
  BBBB BBBBBB
    XXX gettext(u'Nobody of that name is in a report, on a typed sheet or beside a hall.') XXXX
  BBBBB
BBBBBBBB BBBBBBB
