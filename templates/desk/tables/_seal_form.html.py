BBBB BBBB
XXXXX XXXXXXXXXXXXX
      XXXXXXXXBBB BBBBBBBBBBB BBBBBBBBBBBBBBB BBBBBBBBBBBBXX
  BBBBBBBBBB
  XXXXXXX XXXXXXXXXX XXXXXXXXXXX XXXXXXXXXX gettext(u'Deal and seal the boards') XXXXXXXXX
  XXXXXXXX XXXXXXXXXXXXXBB BBBBBBBBBBBB XXXXBBBBBX
    XXXXXXXXX gettext(u'With a public number that nobody knows yet') XXXXXXXXXX
    XXXX XXXXXXXXXXXX XXXXXX
      XXXXXX XXXXXXXXXXXXXXXXXX XXXXXXXXXXXX gettext(u'Which one') XXXXXXXX
      XXXXXX XXXXXXXXXXXXXXXXXXXX
             XXXXXXXXXX
             XXXXXXXXXXXX
             XXXXXXXXXXXXXXX
             XXXXXXXX
             XXXXXXXXXXXXXXXXXXXXXXXXXXXXXX
      XXXX XXXXXXXXXXXXXXXXX XXXXXXXXXXXXXXXX
         gettext(u"Such as tonight's lottery numbers. The boards are sealed now and dealt when you type the number, so not even the program could have chosen them.") 
          SSSS SS SSSSSSSSS SSSSSSS SSSSSSSS SSS SSSSSS SSS SSSSSS SSS SSS SSSSS SSSS SSS SSSS SSS SSSSSSS SS SSS SSSS SSS SSSSSSS SSSSS SSSS SSSSSS SSSSS
        
      XXXXXX
    XXXXXX
    XXXX XXXXXXXXXXXXXX
      XXXXXX XXXXXXXXXXXXXXXXXX XXXXXXXXXXXXXXXXXXX
         gettext(u'SHA-256 of its value, if one was published') 
      XXXXXXXX
      XXXXXX XXXXXXXXXXXXXXXXXXX XXXXX
             XXXXXXXXXXXXXXXXX
             XXXXXXXXXXXXXXXXXXX
             XXXXXXXXXXXXXX
             XXXXXXXX
             XXXXXXXXXXXXXXXXXX
             XXXXXXXXXXXXXXXXXXXX
             XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX
      XXXX XXXXXXXXXXXXXXXXX XXXXXXXXXXXXXXXXX
         gettext(u'Only for a number that somebody else keeps secret until then: any other value is then refused.') 
          SSSS SSS S SSSSSS SSSS SSSSSSSS SSSS SSSSS SSSSSS SSSSS SSSSS SSS SSSSS SSSSS SS SSSS SSSSSSSS
        
      XXXXXX
    XXXXXX
  XXXXXXXXXX
XXXXXXX
XXXXXXXX XXXXXXXXXXXXXX
  XXXXXXXXX gettext(u'Boards dealt by hand or by a machine') XXXXXXXXXX
  BB BBBBBBBB
    XX XXXXXXXXXXXXX
       gettext(u"A club that shuffles and deals by hand types one deal in and prints its slips to copy it for the other tables; a machine's boards come in as a file. The person who does it sees the cards.") 
        S SSSS SSSS SSSSSSSS SSS SSSSS SS SSSS SSSSS SSS SSSS SS SSS SSSSSS SSS SSSSS SS SSSS SS SSS SSS SSSSS SSSSSSS S SSSSSSSSS SSSSSS SSSS SS SS S SSSSS SSS SSSSSS SSS SSSS SS SSSS SSS SSSSSS
      
    XXXX
    XXXX XXXXXXXXXXXXXXXXXXXX
      XX XXXXXXXXXX XXXXXXXXXX
         XXXXXXBBB BBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBB BBBBBBBBBBBB BXX gettext(u'Type boards in') XXXX
      XX XXXXXXXXXX XXXXXXXXXX
         XXXXXXBBB BBBBBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBB BBBBBBBBBBBBXX gettext(u'Read a file of boards') XXXX
    XXXXXX
  BBBB
    XX XXXXXXXXXXXXX
       gettext(u'Typing cards in or reading them from a file shows them: tonight the organizer plays, so it needs the dealing role.') 
        SSSSSS SSSSS SS SS SSSSSSS SSSS SSSS S SSSS SSSSS SSSSS SSSSSSS SSS SSSSSSSSS SSSSSS SS SS SSSSS SSS SSSSSSS SSSSS
      
    XXXX
  BBBBB
XXXXXXXXXX
