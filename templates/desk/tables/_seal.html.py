BBBB BBBB
XXXXXXXX XXXXXXXXXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXXX
  XXX XXXXXXXXXXXXXXXX gettext(u'The seal') XXXXX
  XXX XXXXXXXXXXXXXX
    XXXXX
      XXXX gettext(u'Seal') XXXXX
      XXXX
        XXXXX XXXXXXXXXXXXXXXXXX XXXXXXXXXXXXX
      XXXXX
    XXXXXX
    XXXXX
      XXXX gettext(u'Sealed') XXXXX
      XXXX
        BB BBBBBBBBBBBBBBBBBBB
           gettext(u'%(when)s, by %(who)s') 
            SSSSSSSSS SS SSSSSSS
          
        BBBB
          FFFFFFFFFFFFFFFFFFFFFFFFFFFF
        BBBBB
      XXXXX
    XXXXXX
    BB BBBBBBBBBBBBBBBBBBBB
      XXXXX
        XXXX
          BB BBBBBBBBBBB
             gettext(u'On the tables') 
          BBBB
             gettext(u'First printed') 
          BBBBB
        XXXXX
        XXXX
          FFFFFFFFFFFFFFFFFFFFFFFFFFFF
        XXXXX
      XXXXXX
    BBBBB
    BB BBBBBBBBBBBBBBBBBBBBB
      XXXXX
        XXXX gettext(u'Revealed') XXXXX
        XXXX
          FFFFFFFFFFFFFFFFFFFFFFFFFFFF
        XXXXX
      XXXXXX
    BBBBB
    XXXXX
      XXXX gettext(u'Boards') XXXXX
      XXXX
        BB BBBBB
          
        BBBB
           gettext(u'not dealt yet') 
        BBBBB
      XXXXX
    XXXXXX
    BB BBBBB
      XXXXX
        XXXX gettext(u'Public number') XXXXX
        XXXXBBBBBBBBB BBBBBBB BBBBBBBBBBBBBBBBBBBBB gettext(u': ') BBBBBXXXXX
      XXXXXX
    BBBBB
    BBB BBBBB BB BBBBBBBBB
      XXXXX
        XXXX gettext(u'Taken out') XXXXX
        XXXX
           gettext(u'hand %(number)s: %(reason)s') 
            SSSS SSSSSSSSSSS SSSSSSSSSS
          
        XXXXX
      XXXXXX
    BBBBBB
  XXXXX
  BB BBBBBBBBBBB
    XX XXXXXXXXXXXXXX
       gettext(u'These boards were dealt by hand and typed in; the seal is made from the cards as they were typed.') 
        SSSSS SSSSSS SSSS SSSSS SS SSSS SSS SSSSS SSS SSS SSSS SS SSSS SSSS SSS SSSSS SS SSSS SSSS SSSSSS
      
    XXXX
  BBBB BBB BBBB BBB BBBBBBBBBBBBBBBBBBBBBBBBBB
    XX XXXXXXXXXXXXXX
       gettext(u'Read the twelve letters and digits aloud, or hang them up, before the first card is played. The cards stay sealed until the partita is closed.') 
        SSSS SSS SSSSSS SSSSSSS SSS SSSSSS SSSSSS SS SSSS SSSS SSS SSSSSS SSS SSSSS SSSS SS SSSSSSS SSS SSSSS SSSS
        SSSSSS SSSSS SSS SSSSSSS SS SSSSSSS
      
    XXXX
  BBBB BBB BBBB
    XX XXXXXXXXXXXXXX
       gettext(u'These boards came from a file; the seal is made from their cards.') 
    XXXX
  BBBBB
  XXX
    XX XXXXXXBBB BBBBBBBBBBBBB BBBBBBBBBBBBBBB BBBBBBBBBBBBXX
       gettext(u'The public page that checks them') 
    XXXX
  XXXX
  XXXXXXXXX
    XXXXXXXXX gettext(u'How to check it') XXXXXXXXXX
    BB BBBB
      XX XXXXXXXXXXXX XXXXXX
         gettext(u'With the seed and the document anybody can deal the boards again.') 
          SSSS SSS SSSS SSS SSS SSSSSSSS SSSSSSS SSS SSSS SSS SSSSSS SSSSSS
        
      XXXX
    BBBBB
    XXX XXXXXXXXXXXX XXXXXX
      BBB BBBBB BBBBB BB BBBBB
        XXXXX
          XXXXXXXXX
          XXX XXXXXXXXXXX XXXXXXX
            
          XXXXX
        XXXXXX
      BBBBBB
    XXXXX
  XXXXXXXXXX
XXXXXXXXXX
