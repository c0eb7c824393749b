BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
BBBB BBBB BBBB
BBBBB BBBBB
   gettext(u'Write the report')  X 
BBBBBBBB BBBBB

BBBBB BBBBBBB
  XXXX gettext(u'Write the report') XXXXX
  BBB BBBBBBB BBBBB BB BBBBBB
    XX XXXXXXXXXXXXX
       ngettext(u'Partita %(number)s: %(counter)s sheet.', u'Partita %(number)s: %(counter)s sheets.', count) 
        SSSSSSS SSSSSSSSSSS SSSSSSSSSSS SSSSSS
      
        PPPPPPP PPPPPPPPPPP PPPPPPPPPPP PPPPPPP
      
    XXXX
  BBBBBB
  BBB BBBBBBBB BB BBBBBBBB
    XX XXXXXXXXXXXXX XXXXXXXXXXXXXXXX
      BBBB BBBBBBBBB
      XXXXXXXXXXXXX
    XXXX
  BBBBBB
  BBB BBBBB BB BBBBBB
    XX XXXXXXXXXXXXX XXXXXXXXXXXXXXXX
      BBBB BBBBBBBBB
      XXXXXXFFFXXXXXXX
    XXXX
  BBBBBB
  BB BBBBBBBBBBBBBB BBB BBBBBBBB
    XXX
       gettext(u"The centre seals these sheets as the report of your hall, and its closing code is given at this moment. Afterwards nothing can be changed here; report a slip to the centre's arbiter.") 
        SSS SSSSSS SSSSS SSSSS SSSSSS SS SSS SSSSSS SS SSSS SSSSS SSS SSS SSSSSSS SSSS SS SSSSS SS SSSS SSSSSSS SSSSSSSSSS SSSSSSS SSS SS SSSSSSS SSSSS SSSSSS S SSSS SS SSS SSSSSSSS SSSSSSSS
      
    XXXX
    XXXXX XXXXXXXXXXXXXX
      BBBBBBBBBB
      BB BBBBBB
        XXX
           gettext(u'As it is, the sheets named above count for less, or their players get nothing.') 
        XXXX
        XXXXXXX XXXXXXXXXX XXXXXXXXXXX
                XXXXXXXXXXXXX
                XXXXXXXXXX gettext(u'Send it anyway') XXXXXXXXX
      BBBB
        XXXXXXX XXXXXXXXXX XXXXXXXXXXXXX gettext(u'Write the report and give the code') XXXXXXXXX
      BBBBB
    XXXXXXX
  BBBBB
BBBBBBBB BBBBBBB

BBBBB BBBBBB
  XX XXXXXXXXXX XXXXXXXXXX
     XXXXXXBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBB BBBBBBBBBB BBBBBBBBBBB BBBBBBBBBBBBBXX gettext(u'All sheets') XXXX
BBBBBBBB BBBBBB
