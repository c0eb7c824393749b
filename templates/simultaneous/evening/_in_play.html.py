BBBB BBBB BBBB
BB BBBBBBB
  BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
BBBBB
BB BBBBBBBB
  XX XXXXXXXXXXXXXXXXXX
     gettext(u'Boards that are dealt can be printed, and the evening runs as usual. When its last sheet is in, close the hall here.') 
      SSSSSS SSSS SSS SSSSS SSS SS SSSSSSSS SSS SSS SSSSSSS SSSS SS SSSSSS SSSS SSS SSSS SSSSS SS SSS SSSSS SSS SSSS SSSSS
    
  XXXX
  XXX XXXXXXXXXXXXXXXXX
    BBB BBBBBBB BB BBBBBBBB
      XXXX
        BBBB BBBBBBBBB
        XX XXXXXXXXXXXX
      XXXXX
    BBBBBB
  XXXXX
  BB BBBBBBBB BBB BBBBBBBBB
    XXXXXXXX XXXXXXXXXXXXXBB BBBBBBBBBBBBBB BB BBBBBB XXXXBBBBBX
      XXXXXXXXX gettext(u'The evening ends here, before its last partita') XXXXXXXXXX
      XX XXXXXXXXXXXXX
         gettext(u'The report leaves out partita %(left_out)s, which was never started. What was played counts; in the mean over the partite a missing one is zero. The reason stays in the log.') 
          SSS SSSSSS SSSSSS SSS SSSSSSS SSSSSSSSSSSSS SSSSS SSS SSSSS SSSSSSSS SSSS SSS SSSSSS SSSSSSS SS SSS SSSS SSSS
          SSS SSSSSSS S SSSSSSS SSS SS SSSSS SSS SSSSSS SSSSS SS SSS SSSS
        
      XXXX
      XXXXX XXXXXXXXXXXXX
            XXXXXXXXBBB BBBBBBBBBBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBBXX
        BBBBBBBBBB
        XXXX XXXXXXXXXXXXXX
          XXXXXX XXXXXXXXXXXXXXXXXX XXXXXXXXXXXXX gettext(u'Reason') XXXXXXXX
          XXXXXX XXXXXXXXXXXXXXXXXXXX
                 XXXXXXXXXXX
                 XXXXXXXXXXXXX
                 XXXXXXXXXXXXXXX
                 XXXXXXXX
                 XXXXXXXXX
        XXXXXX
        XXXXXXX XXXXXXXXXX XXXXXXXXXXXX
           gettext(u'Close the hall without partita %(left_out)s') 
            SSSSS SSS SSSS SSSSSSS SSSSSSS SSSSSSSSSSSS
          
        XXXXXXXXX
      XXXXXXX
    XXXXXXXXXX
  BBBBB
BBBB
  XX XXXXXXXXXXXXXXXXXX
     gettext(u"Every sheet is in. Closing writes the report and its closing code; from then on anything corrected here is decided by the centre's arbiter.") 
      SSSSS SSSSS SS SSS SSSSSSS SSSSSS SSS SSSSSS SSS SSS SSSSSSS SSSSS SSSS SSSS SS SSSSSSSS SSSSSSSSS SSSS SS SSSSSSS SS SSS SSSSSSSS SSSSSSSS
    
  XXXX
  BB BBBBBBBBB
    XXXXX XXXXXXXXXXXXX
          XXXXXXXXBBB BBBBBBBBBBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBBXX
      BBBBBBBBBB
      XXXXXXX XXXXXXXXXX XXXXXXXXXXX XXXXXXXXXX gettext(u'Close the hall') XXXXXXXXX
    XXXXXXX
  BBBBB
BBBBB
