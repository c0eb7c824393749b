BBBB BBBB BBBB
XXXXXXXX XXXXXXXXXXXXX XXXXXXXFFFFFFFFFFFFFFFFFFFFXX
  BBBB BBBBBBBBB
  XXXXX
    XXXX
       gettext(u'Partita %(number)s is in play') 
        SSSSSSS SSSSSSSSSS SS SS SSSS
      
    XXXXX
    BB BBBBBBB
      XXX
         gettext(u'Computed from %(closed)s of %(all)s sheets, only to look at: it is published nowhere and will change.') 
          SSSSSSSS SSSS SSSSSSSSSS SS SSSSSSS SSSSSSS SSSS SS SSSS SSS SS SS SSSSSSSSS SSSSSSS SSS SSSS SSSSSSS
        
      XXXX
    BBBBB
    BB BBBBBBB
      XXX
         gettext(u'%(closed)s of %(all)s sheets are closed. Missing:') 
          SSSSSSSSSS SS SSSSSSS SSSSSS SSS SSSSSSS SSSSSSSS
        
      XXXX
    BBBB
      XXX gettext(u'Every sheet is closed.') XXXX
    BBBBB
    XXX XXXXXXXXXXXXXX
      BBB BBBBBB BB BBBBBBB
        XXXX
          XX XXXXXXBBB BBBBBBBBBBBB BBBBBBBBBBBBBBB BBBBBBBBBBBBBB BBBBBBXX
             gettext(u'table %(number)s') SSSSS SSSSSSSSSS
          XXXX
        XXXXX
      BBBBB
        XXXX
          XX XXXXXXBBB BBBBBBBBBBB BBBBBBBBBBBBBBB BBBBBBBBBBBBBBXX
             gettext(u'Close partita %(number)s') 
              SSSSS SSSSSSS SSSSSSSSSS
            
          XXXX
        XXXXX
      BBBBBB
    XXXXX
    XXXX XXXXXXXXXXXXXXXXXXXX
      BB BBBBBBB
        XX XXXXXXXXXX XXXXXXXXXX
           XXXXXXBBB BBBBBBBBBBBBBBBB BBBBBBBBBBBBBBBXX gettext(u'Back to the published standings') XXXX
      BBBB
        XX XXXXXXXXXX XXXXXXXXXX
           XXXXXXBBB BBBBBBBBBBBBBBBB BBBBBBBBBBBBBBBXXXXXXXXX
           gettext(u'Look at them as they would be now') 
        XXXX
      BBBBB
    XXXXXX
  XXXXXX
XXXXXXXXXX
