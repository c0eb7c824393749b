BBBB BBBB
XXXXXXXX XXXXXXXXXXXXXXXXXXX
         XXXXXXXXXXXXXXXXXXXXXXXXXX
  XXX XXXXXXXXXXXXX gettext(u'How far apart') XXXXX
  
  XX XXXXXXXXXXXXXX
     gettext(u'The more tables made these points, the larger the circle; the long mark is the mean, the short one the median.') 
      SSS SSSS SSSSSS SSSS SSSSS SSSSSSS SSS SSSSSS SSS SSSSSSS SSS SSSS SSSS SS SSS SSSSS SSS SSSSS SSS SSS SSSSSSS
    
  XXXX
  XXXX XXXXXXXXXXXXXXXXXXX
    BB BBBBBBBBBBBBBBBBBB
      XXX
         gettext(u'Declared:') 
        
      XXXX
    BBBBB
    XXXX
      BBB BBBBBBB BBBB BB BBBBBBBBBBBBB
        XXXX
          
          BB BBBB
            XXX XXXXXXXXXXXXXX
              BBB BBB BB BBBB
                XXXXXXXXX
              BBBBBB
            XXXXX
          BBBBB
        XXXXX
      BBBBBB
    XXXXX
  XXXXXX
XXXXXXXXXX
