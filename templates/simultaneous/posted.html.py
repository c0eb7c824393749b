BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
BBBB BBBB BBBB BBBBBB
BBBBB BBBB
  
  XXXXX XXXXXXXXXXXXXXXX XXXXXXBBBBBB BBBBBBBBBBBBBBBXX
BBBBBBBB BBBB

BBBBB BBBBBBB
  XXXX XXXXXXXXXXXXXXXXXX XXXXXX
    BB BBBBBBBBBBBBBBB
      XX XXXXXXXXXX XXXXXXXXXX
         XXXXXXBBB BBBBBBBBBBBBBBBBBBBBB BBBBBBBBBBXX gettext(u'What everybody sees') XXXX
    BBBBB
    BB BBBBBBBBB
      XXXXX XXXXXXXXXXXXX
            XXXXXXXXBBB BBBBBBBBBBBBBBBBBBBBBBBBBB BBBBBBBBBBXX
        BBBBBBBBBB
        XXXXXXX XXXXXXXXXX XXXXXXXXXXX gettext(u'Make it now') XXXXXXXXX
      XXXXXXX
    BBBBB
  XXXXXX
  BB BBBBBBBBB
    XX XXXXXXXXXXXXXX
       gettext(u'Something has arrived since they were made; they are made again by themselves at most once a minute.') 
    XXXX
  BBBBB
  BB BBBBBBBBBBB
    XXX
       gettext(u'Code of the result, to be given to halls that receive the file:') 
      XXXXXXX XXXXXXXXXXXXXX XXXXXXXXXXXXXXXXXXXXXXXX
    XXXX
  BBBBB
  BB BBBBBBB
    XXXXXXXX XXXXXXXXXXXX XXXXXX
      XXXXXXXXX
         gettext(u'Standings no. %(number)s, %(when)s') 
          SSSSSSSSS SSS SSSSSSSSSSS SSSSSSSS
        
      XXXXXXXXXX
      XXX XXXXXXXXXXXXXXXXXXXX
        BBB BBB BB BBBBBBBB
          XXXX
            BB BBBBBBBBBBBBBBB
              BBBBB BBBBBBBBBBBBB
            BBBB BBBBBBBBBBBB
              BBBBB BBBBBBBBBB
            BBBB
              BBBB BBBBBBBBBBB
            BBBBB
            BB BBBBBBBBBBBBBBB
              
            BBBB
              XX XXXXXXBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBB BBBBBBBBBB BBBBBBBBBBXXXXXX
            BBBBB
            X FFFFFFFFFFFFFFFFFFFFFFFFFFFF
            BB BBBBBBBBBBBBBBBBB
              X
               ngettext(u'points of %(counter)s line corrected', u'points of %(counter)s lines corrected', count) 
                SSSSSS SS SSSSSSSSSSS SSSS SSSSSSSSS
              
                PPPPPP PP PPPPPPPPPPP PPPPP PPPPPPPPP
              
            BBBBB
          XXXXX
        BBBBBB
      XXXXX
    XXXXXXXXXX
    BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBB
  BBBB
     gettext(u'No standings yet') 
     gettext(u'They are made from the first reports, and again as others arrive.') 
    BBBBBBB BBBBBBBBBBBBB BBBB BBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBB
  BBBBB
BBBBBBBB BBBBBBB
