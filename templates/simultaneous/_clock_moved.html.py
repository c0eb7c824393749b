BBBB BBBB BBBB
BBB BBBBBBBBBBBBBBBBBBBBBBB BB BBBBB
XXXXXXXX XXXXXXXXXXXXX XXXXXXXXXXXXXXXX
  BBBB BBBBBBB
  XXX
    BB BBBBBBBBBBB B B
       gettext(u'The clock of this computer was set forward after the first key was given, or the computer slept.') 
    BBBB
       gettext(u'The clock of this computer was set back after the first key was given.') 
    BBBBB
    BB BBBBBBBBBBBBBBB
       gettext(u'It says %(clock)s: is that right? By this clock the event closes by itself %(last)s, and not before the time of play has really passed; you may close it earlier.') 
        SS SSSS SSSSSSSSSS SS SSSS SSSSSS SS SSSS SSSSS SSS SSSSS SSSSSS SS SSSSSS SSSSSSSSS SSS SSS SSSSSS SSS SSSS SS SSSS SSS SSSSSS SSSSSSS SSS SSS SSSSS SS SSSSSSSS
      
    BBBB
       gettext(u'It says %(clock)s: is that right?') 
        SS SSSS SSSSSSSSSS SS SSSS SSSSSS
      
    BBBBB
  XXXX
XXXXXXXXXX
