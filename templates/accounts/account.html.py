BBBBBBB BBBBBBBBBBBBBBBB
BBBB BBBB
BBBBB BBBBB
  
BBBBBBBB BBBBB

BBBBB BBBB
  XXXXX XXXXXXXXXXXX XXXXXXXXXXXXXX
    BBBBBBB BBBBBBBBBBBBBBBB
    XXXX XXXXXXXXXXXXXXX
      XXX
        XX XXXXXXBBB BBBBBBBBBBXX gettext(u'All accounts') XXXX
      XXXX
      XXXXXXXXX
      XXXXX XXXXXXXXXXXXXX
        BBBBBBBBBB
        BBBBBBB BBBBBBBBBBBB
        XXXXXXX XXXXXXXXXX XXXXXXXXXXXXX gettext(u'Save') XXXXXXXXX
      XXXXXXX
      XXXX gettext(u'For one evening') XXXXX
      XXX gettext(u'A role for one evening ends when the evening is closed.') XXXX
      BBB BBBBBBBB BBBB BB BBBBBBBB
        XXXXX XXXXXXXXXXXXX XXXXXXXXXXXXXXXXXXXX
          BBBBBBBBBBXXXXXXXXXXXXX
          BBB BBBBB BBBB BB BBBB
            XXXXXXX XXXXXXXXXX XXXXXXXXXX
                    XXXXXXXXXXX
                    XXXXXXXXXX
               gettext(u'%(name)s: take back') 
                SSSSSSSSS SSSS SSSS
              
            XXXXXXXXX
          BBBBBB
        XXXXXXX
      BBBBBB
      XXXXX XXXXXXXXXXXXXX
        BBBBBBBBBB
        BBBBBBB BBBBBBBBBBBB BBBB BBBBBBBBBBBBBBBBB
        XXXXXXX XXXXXXXXXX XXXXXXXXXXXXXXX gettext(u'Give for the evening') XXXXXXXXX
      XXXXXXX
      BB BBBBBBB BB BBBB
        XXXX gettext(u'Forgotten password') XXXXX
        BB BBBBBBBB
          XX XXXXXXXXXXXXX XXXXXXXXXXXXXXXX
             gettext(u'Somebody else has set the password of this account, and its owner has not changed it yet.') 
              SSSSSSSS SSSS SSS SSS SSS SSSSSSSS SS SSSS SSSSSSSS SSS SSS SSSSS SSS SSS SSSSSSS SS SSSS
            
          XXXX
        BBBBB
        XXX
           gettext(u'Set one and tell it to its owner, who must choose another when signing in. The log of every open evening with sealed cards records this.') 
            SSS SSS SSS SSSS SS SS SSS SSSSSS SSS SSSS SSSSSS SSSSSSS SSSS SSSSSSS SSS SSS SSS SS SSSSS SSSS SSSSSSS SSSS SSSSSS SSSSS SSSSSSS SSSSS
          
        XXXX
        XXXXX XXXXXXXXXXXXXX
          BBBBBBBBBB
          BBBBBBB BBBBBBBBBBBB BBBB BBBBBBBBBBBBBBBBBB BBBBBBBBBBB
          XXXXXXX XXXXXXXXXX XXXXXXXXXXXXXXX gettext(u'Set the password') XXXXXXXXX
        XXXXXXX
      BBBBB
    XXXXXX
  XXXXXXX
BBBBBBBB BBBB
