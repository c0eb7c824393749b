BBBB BBBB BBBB
BB BBBBBBBB BBB BBBBBBBBBBBBBBBBB
  XXXX XXXXXXXXXXXXX XXXXXXXXXXXXXXXX
    BBBB BBBBBBBBB
    XXXXX
      XXX
         gettext(u'Copies to this place are waiting: %(place)s. The person who chose it may not see everything that is sealed now, so somebody with the dealing role, who does not play, has to confirm it.') 
          SSSSSS SS SSSS SSSSS SSS SSSSSSSS SSSSSSSSSS SSS SSSSSS SSS SSSSS SS SSS SSS SSS SSSSSSSSSS SSSS SS SSSSSS SSSS SS SSSSSSSS SSSS SSS SSSSSSS SSSSS SSS SSSS SSS SSSSS SSS SS SSSSSSS SSS
        
      XXXX
      BB BBBBBBBBBBB
        XXXXX XXXXXXXXXXXXX XXXXXXXXXX
          BBBBBBBBBB
          XXXXXXX XXXXXXXXXX XXXXXXXXXXXXXXXXXXXXXXX gettext(u'Confirm the second place') XXXXXXXXX
        XXXXXXX
      BBBBB
    XXXXXX
  XXXXXX
BBBBB
BB BBBBBBBB BBB BBB BBBBBBBBBBBB
  XXX gettext(u'An organizer downloads copies, and decides where else they are put.') XXXX
BBBB BBBBBBBB
  XX XXXXXXXXXXXXX
     gettext(u'One file with every evening, event, player and sheet of this machine, as they are now. It can be made during play.') 
      SSS SSSS SSSS SSSSS SSSSSSSS SSSSSS SSSSSS SSS SSSSS SS SSSS SSSSSSSS SS SSSS SSS SSSS SS SSS SS SSSS SSSSSS SSSSS
    
  XXXX
  XXXXX XXXXXXXXXXXXX XXXXXXXXXX
    BBBBBBBBBB
    XXX
      XXXXXXX XXXXXXXXXX XXXXXXXXXXXXX gettext(u'Download a copy') XXXXXXXXX
    XXXX
  XXXXXXX
  XXX
     gettext(u'Put it on a stick or on another machine. The cards of sealed boards are in it: keep it as you keep the laptop.') 
      SSS SS SS S SSSSS SS SS SSSSSSS SSSSSSSS SSS SSSSS SS SSSSSS SSSSSS SSS SS SSS SSSS SS SS SSS SSSS SSS SSSSSSS
    
  XXXX
  XXXX gettext(u'Copies kept by the program') XXXXX
  XXX
    BB BBBBB
       gettext(u'The program keeps a copy of its own after each step of an event and within a minute of each code and report, in the folder “backups” beside the database: all of the last two hours, then one an hour, after two days one a day.') 
        SSS SSSSSSS SSSSS S SSSS SS SSS SSS SSSSS SSSS SSSS SS SS SSSSS SSS SSSSSS S SSSSSS SS SSSS SSSS SSS SSSSSSS SS SSS
        SSSSSS SSSSSSSSS SSSSSS SSS SSSSSSSSS SSS SS SSS SSSS SSS SSSSSS SSSS SSS SS SSSSS SSSSS SSS SSSS SSS S SSSS
      
    BBBB
       gettext(u'The program keeps a copy of its own at each closed sheet, every ten minutes while tables play and at the end of each partita, in the folder “backups” beside the database: all of the last two hours, then one an hour, after two days one a day.') 
        SSS SSSSSSS SSSSS S SSSS SS SSS SSS SS SSSS SSSSSS SSSSSS SSSSS SSS SSSSSSS SSSSS SSSSSS SSSS SSS SS SSS SSS SS SSSS
        SSSSSSSS SS SSS SSSSSS SSSSSSSSS SSSSSS SSS SSSSSSSSS SSS SS SSS SSSS SSS SSSSSS SSSS SSS SS SSSSS SSSSS SSS SSSS
        SSS S SSSS
      
    BBBBB
  XXXX
  XXXXX XXXXXXXXXXXXX XXXXXXXXXXXX XXXXXXXXXX
    BBBBBBBBBB
    XXX
      XXXXXX XXXXXXXXXXXXX
         gettext(u'A second place for every copy: a folder on a stick or another disk') 
      XXXXXXXX
      XXXX
      XXXXXX XXXXXXXXXXXXXXXXXXXX
             XXXXXXXXXXX
             XXXXXXXXXXXX
             XXXXXXXX
             XXXXXXXXXXXXXXXXXXXXXXXXXX
             XXXXXXXXXXXXXXXX
    XXXX
    XXX
      XXXXXXX XXXXXXXXXX XXXXXXXXXXXXXXXXXXXXXXX gettext(u'Put copies there too') XXXXXXXXX
      XXXXX XXXXXXXXXXXXXX gettext(u'Left empty: nowhere else.') XXXXXXX
    XXXX
  XXXXXXX
  BB BBBB
    XXX XXXXXXXXXXXXXXX
      BBB BBBB BB BBBB
        XXXX
          XXXXX XXXXXXXXXXXXX XXXXXXXXXXFFFFFFFFXX
          FFFFFFFFFFFFFFFFFFFFFFFFFFFFXXXXXXX
          XXXXXX
             X
            FFFFFFFFFFFFFF
          XXXXXXX
        XXXXX
      BBBBBB
    XXXXX
  BBBB
    XX XXXXXXXXXXXXXX gettext(u'None yet.') XXXX
  BBBBB
  XXXX gettext(u'To restore a copy') XXXXX
  XXXX
    XXXX
       gettext(u'Stop the program with Ctrl-C. On a new machine: install it as you did the first time.') 
    XXXXX
    XXXX
       gettext(u'In its folder write:')  XXXXXXXXXXXXXXXXXXXXXX XXXXXXXXX XXXXXXX XXXXXXXXXXXXXXXXX
    XXXXX
    XXXX
       gettext(u'Start it again: everything is as it was when the copy was made, including the codes on the tables. Everybody signs in again. The earlier data are kept in the same folder.') 
        SSSSS SS SSSSSS SSSSSSSSSS SS SS SS SSS SSSS SSS SSSS SSS SSSSS SSSSSSSSS SSS SSSSS SS SSS SSSSSSS SSSSSSSSS SSSSS SS SSSSSS SSS SSSSSSS SSSS SSS SSSS SS SSS SSSS SSSSSSS
      
    XXXXX
  XXXXX
BBBB
  XXX
     gettext(u'This installation keeps its data in PostgreSQL: copy it with pg_dump and restore it with pg_restore.') 
      SSSS SSSSSSSSSSSS SSSSS SSS SSSS SS SSSSSSSSSSS SSSS SS SSSS SSSSSSS SSS SSSSSSS SS SSSS SSSSSSSSSSS
    
  XXXX
BBBBB
