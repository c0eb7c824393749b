BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
BBBB BBBB BBBB
BBBBB BBBBBBB
  XXX
     gettext(u'One sheet in twenty, and at least five, are asked for as photographs and compared with the report. The lot is made from the key and from every closing code given in time: nobody chose it, and everybody can draw it again.') 
      SSS SSSSS SS SSSSSSS SSS SS SSSSS SSSSS SSS SSSSS SSS SS SSSSSSSSSSS SSS SSSSSSSS SSSS SSS SSSSSSS SSS SSS SS SSSS SSSS SSS SSS SSS SSSS SSSSS SSSSSSS SSSS SSSSS SS SSSSS SSSSSS SSSSS SSS SSS SSSSSSSSS SSS SSSS SS SSSSSS
    
  XXXX
  BB BBBBB
    XXXXXX XXXXXXXXXXXXXXXXXXXX
      XXXXXXX
        XXXX
          XXX XXXXXXXXXXXX gettext(u'Hall') XXXXX
          XXX XXXXXXXXXXXX gettext(u'Sheet') XXXXX
        XXXXX
      XXXXXXXX
      XXXXXXX
        BBB BBBBB BBB BB BBBBB
          XXXX
            XXX XXXXXXXXXXXX X XXXXX
            XXXX
              XX XXXXXXBBB BBBBBBBBBBBBBBBBBBBBBBBBBBB BBBBBBBBBB BBBBBBBBBBB BBBBBBBBB BBBBBBBBBXX
                 gettext(u'Partita %(partita)s, table %(table)s') 
                  SSSSSSS SSSSSSSSSSSS SSSSS SSSSSSSSS
                
              XXXX
            XXXXX
          XXXXX
        BBBBBB
      XXXXXXXX
    XXXXXXXX
  BBBB
    XX XXXXXXXXXXXXXX gettext(u'They are drawn once the event is closed: until then no code is the last.') XXXX
  BBBBB
BBBBBBBB BBBBBBB
