BBBB BBBB BBBB
BB BBBBBBBBBBBBB
  XXXXXXXX XXXXXXXXXXXX XXXXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX
    XXX XXXXXXXXXXXXXXXXXXX gettext(u'Decisions of the arbiter') XXXXX
    XXXX
      BBB BBBBBB BB BBBBBBBBBBBBB
        XXXX
          BBBBB BBBBBBB
          XXXXXXXX
            BB BBBBBBBBBBB
               gettext(u'Hand %(hand)s') SSSS SSSSSSSSX
            BBBBB
            
          XXXXXXXXX
          BB BBBBBBBBBBBBBBB
            X 
          BBBBB
          BB BBBBBBBBBBBBB
            X 
          BBBBB
          BB BBBBBBBBBBBBBB
            X 
          BBBBB
          XXXX
          FFFFFFFFFFFF
        XXXXX
      BBBBBB
    XXXXX
  XXXXXXXXXX
BBBBB
