BBBB BBBB
BBB BBBBBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBB BB BBBBBBB
BB BBBBBB BB BBBB BB BBB BBBBBBBBBBBBBBB
  XXXXXXXX XXXXXXXXXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXXX
    XXX XXXXXXXXXXXXXXXX gettext(u'The final standings') XXXXX
    BB BBBBBB
      XXX
         gettext(u"They are held back: players, the hall's screen and the public pages do not see them.") 
          SSSS SSS SSSS SSSSS SSSSSSSS SSS SSSSSS SSSSSS SSS SSS SSSSSS SSSSS SS SSS SSS SSSSS
        
      XXXX
      XXXX XXXXXXXXXXXXXXXXXXXX
        XX XXXXXXXXXX XXXXBB BBBBBB BBB BBB BBBBBBBBBXXXXXXX XXXXXXXXBBBBXXXXXBBBBBX
           XXXXXXBBB BBBBBBBBBBBBBBBB BBBBBBBBBBBBBBBXX
           gettext(u'Show them place by place') 
        XXXX
         gettext(u'Show them to everybody at once') 
        BB BBBBBB BBB BBBBBBBBB
          BBBBBBB BBBBBBBBBBBBB BBBB BBBBBBBBBBB BBBBBBBBBBBBB BBBBBBBBB
        BBBB
          BBBBBBB BBBBBBBBBBBBB BBBB BBBBBBBBBBB
        BBBBB
      XXXXXX
    BBBB BBBB
      XXX gettext(u'They will be held back when the last partita is closed.') XXXX
       gettext(u'Show them as soon as they are published') 
      XXXX XXXXXXXXXXXXXXXXXXXXBBBBBBB BBBBBBBBBBBBB BBBB BBBBBBBBBBBXXXXXX
    BBBB
      XXX
         gettext(u'When the last partita is closed you will be asked whether everybody sees them at once.') 
      XXXX
      BBB BBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBB BB BBBBBBB
       gettext(u'Hold the final standings back until the prize-giving') 
      XXXX XXXXXXXXXXXXXXXXXXXXBBBBBBB BBBBBBBBBBBBB BBBB BBBBBBBBBBBXXXXXX
    BBBBB
  XXXXXXXXXX
BBBBB
