BBBB BBBB BBBB
BBB BBBBBBBBBBBBBB BBBBBBBBBBBBBBB BB BBBBBBB
XXXXXXXX XXXXXXXXXXXXX XXXXXXXXXXXXX
  BBBB BBBBBBBBB
  XXXXX
    XXXX gettext(u'The final standings are held back until the prize-giving.') XXXXX
    BB BBBBBBBBBBBB
      XXX
         gettext(u'%(who)s decided this at %(when)s.') 
          SSSSSSS SSSSSSS SSSS SS SSSSSSSSS
        
      XXXX
    BBBBB
    BB BBBBBB
      XXX
         gettext(u"The hall's screen, the public pages, their files and other programs say that the standings will be read out at the prize-giving; this page and what is printed here show everything.") 
          SSS SSSSSS SSSSSSS SSS SSSSSS SSSSSS SSSSS SSSSS SSS SSSSS SSSSSSSS SSS SSSS SSS SSSSSSSSS SSSS SS SSSS SSS SS SSS SSSSSSSSSSSSS SSSS SSSS SSS SSSS SS SSSSSSS SSSS SSSS SSSSSSSSSSS
        
      XXXX
      XXXX XXXXXXXXXXXXXXXXXXXX
        XX XXXXXXXXXX FFFFFFFFFFFFFFFFFF FFFFFFFFFFFFFFFFFFFX
           XXXXXXBBB BBBBBBBBBBBBBBBB BBBBBBBBBBBBBBBXX
           gettext(u'Show them place by place') 
        XXXX
         gettext(u'Show them to everybody at once') 
        BBBBBBB BBBBBBBBBBBBB BBBB BBBBBBBBBBB
      XXXXXX
    BBBB
      XXX
         gettext(u'They will be, when partita %(number)s is closed: until then everything is published as usual.') 
          SSSS SSSS SSS SSSS SSSSSSS SSSSSSSSSS SS SSSSSSS SSSSS SSSS SSSSSSSSSS SS SSSSSSSSS SS SSSSSS
        
      XXXX
      BB BBBBBBBBBBBBBBBBBBBBBBBBB B BBBBB
        XXX
           gettext(u'If the evening ends earlier, lower the number of partite before the last one is closed: its standings are then held back instead.') 
            SS SSS SSSSSSS SSSS SSSSSSSS SSSSS SSS SSSSSS SS SSSSSSS SSSSSS SSS SSSS SSS SS SSSSSSS SSS SSSSSSSSS SSS SSSS SSSS SSSS SSSSSSSS
          
          XX XXXXXXBBB BBBBBBBBBBBBBBB BBBBBBBBBBBBBBBXX gettext(u'Settings') XXXX
        XXXX
      BBBBB
       gettext(u'Show them as soon as they are published') 
      XXXX XXXXXXXXXXXXXXXXXXXXBBBBBBB BBBBBBBBBBBBB BBBB BBBBBBBBBBBXXXXXX
    BBBBB
  XXXXXX
XXXXXXXXXX
