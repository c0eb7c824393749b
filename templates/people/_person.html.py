BBBB BBBB BBBB
BB BBB BBBBBBBBBBBBBBB
   gettext(u'No evening has been published yet') 
   gettext(u'Places, winds and table mates are here once standings with this player are published.') 
  BBBBBBB BBBBBBBBBBBBB BBBB BBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBB BBBBBBBBBB
BBBB
  BB BBBBBBBBBBB BB B
    XXX XXXXXXXXXXXXXXXX
      BBB BBBBBB BBBBB BB BBBBBBB
        XXXXX
          XXXXXXXXX
          XXXX
            
          XXXXX
        XXXXXX
      BBBBBB
    XXXXX
    XX XXXXXXXXXXXXXXXXXXXX
      XX XXXXXXXXXX XXXXXXXXXX XXXXXXXX
        BBBB BBBBBBB
         gettext(u'All evenings (PDF)') 
      XXXX
      BB BBBBBBBBBBB
        XX XXXXXXBBB BBBBBBBBBBBBBBB BBBBBBBBXX gettext(u'What the grade is') XXXX
      BBBBB
    XXXX
    XXXX XXXXXXXXXXXXXXXXXXXXXXXX
      BB BBBBBBBBB
        XXXXXXXX XXXXXXXXXXXX XXXXXXXXXXXXXX
                 XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX
          XXX XXXXXXXXXXXXXXXXXXXXX gettext(u'Evening by evening') XXXXX
          
          XX XXXXXXXXXXXXXXXXXXXXXFFFFFF FXXXX
          XX XXXXXXXXXXXX XXXXXX
             gettext(u'A circle is an evening: at the top everybody else was left behind, at the foot nobody.') 
              S SSSSSS SS SS SSSSSSSS SS SSS SSS SSSSSSSSS SSSS SSS SSSS SSSSSSS SS SSS SSSS SSSSSSS
            
            BB BBBBBBBBBBBBBBBBBBBB B BBBBBBBBBBBB
               gettext(u'The line is the mean of the last %(count)s up to that point.') 
                SSS SSSS SS SSS SSSS SS SSS SSSS SSSSSSSSS SS SS SSSS SSSSSS
              
            BBBBB
          XXXX
        XXXXXXXXXX
      BBBBB
      BB BBBBBBB
        XXXXXXXX XXXXXXXXXXXX XXXXXXXXXXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX
          XXX XXXXXXXXXXXXXXXXXXX gettext(u'By wind') XXXXX
          
          XX XXXXXXXXXXXXXXXXXX XXXXXXXXXXXXXXXXXXXXXXXXFFFFFF FXXXX
          XX XXXXXXXXXXXX XXXXXX
             gettext(u'Partite at each wind, and how many of the players they were compared with there were left behind.') 
              SSSSSSS SS SSSS SSSSS SSS SSS SSSS SS SSS SSSSSSS SSSS SSSS SSSSSSSS SSSS SSSSS SSSS SSSS SSSSSSS
            
          XXXX
        XXXXXXXXXX
      BBBBB
    XXXXXX
    BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBB
  BBBBB
  BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
  BB BBBBBBBBBBB BB B
    BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBB
  BBBBB
BBBBB
