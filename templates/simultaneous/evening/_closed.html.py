BBBB BBBB BBBB
XXXXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXXX
  XXX XXXXXXXXXXXXXXXX gettext(u'Closing code') XXXXX
  XX XXXXXXXXXXXXXXXXXXXXX
    BBB BBBBB BB BBBBBBBBBBB
      XXXXXXXXXXXXX
    BBBBBB
  XXXX
  BB BBBBBBBBBBBBBBBBBBBBB
    XXX
       gettext(u'The centre has the code and the report.') 
      BB BBBBBBBB
        XX XXXXXXX XXXXXXXXXXXXXXXXX gettext(u'The standings so far') XXXX
      BBBBB
    XXXX
  BBBB
    XXX
       gettext(u'Give it to the centre this evening, by message or by telephone.') 
      BB BBBBBBBBBBB
         gettext(u'The report itself may follow: as a file, or photographed from this screen.') 
      BBBB
         gettext(u'The report itself may follow as a file.') 
      BBBBB
    XXXX
  BBBBB
  BB BBBBBBBBB
    XXXX XXXXXXXXXXXXXXXXXXXX
      BB BBBBBB
        XXXXX XXXXXXXXXXXXX
              XXXXXXXXBBB BBBBBBBBBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBBXX
          BBBBBBBBBB
          BB BBBBBBBBBBBBBBBBBBBBB
            XXXXXXX XXXXXXXXXX XXXXXXXXXXX gettext(u'Send code and report once more') XXXXXXXXX
          BBBB
            XXXXXXX XXXXXXXXXX XXXXXXXXXXX XXXXXXXXXX gettext(u'Send code and report') XXXXXXXXX
          BBBBB
        XXXXXXX
      BBBBB
      BB BBBBBBBBBBB
        XX XXXXXXXXXX XXXXXXXXXX
           XXXXXXBBB BBBBBBBBBBBBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBBXX gettext(u'QR codes to photograph') XXXX
      BBBBB
      XX XXXXXXXXXX XXXXXXXXXX
         XXXXXXBBB BBBBBBBBBBBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBBXX gettext(u'Report as a file') XXXX
    XXXXXX
  BBBBB
XXXXXXXXXX
BB BBBBBBB
  XXXXXXXX XXXXXXXXXXXXX XXXXXXXXXXXXXXXX
    BBBB BBBBBBBBB
    XXXXX
      XXXX gettext(u'Corrected here since') XXXXX
      XXX
         gettext(u'The report stays as it was sent. This goes to the arbiter of the centre, as an erratum, with its reason:') 
          SSS SSSSSS SSSSS SS SS SSS SSSSS SSSS SSSS SS SSS SSSSSSS SS SSS SSSSSSS SS SS SSSSSSSS SSSS SSS SSSSSSS
        
      XXXX
      XXX XXXXXXXXXXXXXX
        BBB BBB BB BBBBBBB
          XXXX
            XX XXXXXXXXXXXX
          XXXXX
        BBBBBB
      XXXXX
    XXXXXX
  XXXXXXXXXX
BBBBB
