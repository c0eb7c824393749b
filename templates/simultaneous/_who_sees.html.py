BBBB BBBB
BB BBB BBBBBBBBBBBBBBB
  XXXXXXXX XXXXXXXXXXXXXX
    XXXXXXXXX gettext(u'Who can see what before the close') XXXXXXXXXX
    XXXX
      XXXX
         gettext(u"Anybody who has an invitation and a key deals the boards of that partita. So only the dealing role hands out invitations, with a line in the log; a hall's link gives its own once.") 
          SSSSSSS SSS SSS SS SSSSSSSSSS SSS S SSS SSSSS SSS SSSSSS SS SSSS SSSSSSSS SS SSSS SSS SSSSSSS SSSS SSSSS SSS SSSSSSSSSSSS SSSS S SSSS SS SSS SSSS S SSSSSS SSSS SSSSS SSS SSS SSSSS
        
      XXXXX
      XXXX
         gettext(u"In a hall only the dealing role opens the deal slips, unless the hall said that its organizer does not play. The person who prints them sees that partita's cards: it should be somebody who does not play.") 
          SS S SSSS SSSS SSS SSSSSSS SSSS SSSSS SSS SSSS SSSSSS SSSSSS SSS SSSS SSSS SSSS SSS SSSSSSSSS SSSS SSS SSSSS SSS SSSSSS SSS SSSSSS SSSS SSSS SSSS SSSSSSSSS SSSSSS SS SSSSSS SS SSSSSSSS SSS SSSS SSS SSSSS
        
      XXXXX
      XXXX
         gettext(u"A hall can read the others' figures once its report is here under the code that it gave.") 
          S SSSS SSS SSSS SSS SSSSSSS SSSSSSS SSSS SSS SSSSSS SS SSSS SSSSS SSS SSSS SSSS SS SSSSS
        
      XXXXX
    XXXXX
  XXXXXXXXXX
BBBBB
