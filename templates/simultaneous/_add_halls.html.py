BBBB BBBB
BB BBBBB
  XXXXX XXXXXXXXXXXXX
        XXXXXXXXXXXXX
        XXXXXXXXBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB BBBBBBBBBBXX
    BBBBBBBBBB
    XXXXXXX XXXXXXXXXX XXXXXXXXXXXX XXXXXXXXXXXX XXXXXXXXX
       ngettext(u'The hall of “%(event)s”', u'The %(counter)s halls of “%(event)s”', count) 
        SSS SSSS SS SSSSSSSSSSS
      
        PPP PPPPPPPPPPP PPPPP PP PPPPPPPPPPP
      
    XXXXXXXXX
    XX XXXXXXXXXXXXXXXX XXXXXX
       gettext(u'Those of %(day)s: names and contacts are copied. The secrets are new.') 
        SSSSS SS SSSSSSSS SSSSS SSS SSSSSSSS SSS SSSSSSS SSS SSSSSSS SSS SSSS
      
    XXXX
  XXXXXXX
BBBBB
XXXXXXXX XXXXXXXXXXXX
         BB BBB BBBBB BB BBBBBBBBBBBBBBBBBBXXXXBBBBBX
  XXXXXXXXX
    XXXX gettext(u'Add halls') XXXXX
  XXXXXXXXXX
  XXXXX XXXXXXXXXXXXX
        XXXXXXXXBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB BBBBBBBBBBXX
    BBBBBBBBBB
    XXXX XXXXXXXXXXXXXX
      XXXXXX XXXXXXXXXXXXXXXXXX XXXXXXXXXXXXXXXXX
         gettext(u'Halls, one a line: name; person; telephone; e-mail') 
      XXXXXXXX
      XXXXXXXXX XXXXXXXXXXXXXXXXXXXX
                XXXXXXXXXXXXXXX
                XXXXXXXXXXXX
                XXXXXXXX
                XXXXXXXX
                XXXXXXXXXXXXX gettext(u'Genoa; Anna Rossi; 010 123 456; anna@example.org') XXXXXXXXXXXXX
      XX XXXXXXXXXXXXXXXXXX
         gettext(u'Lines of a spreadsheet can be pasted as they are. The name is enough; person, telephone and e-mail are only for the centre and on no public page.') 
          SSSSS SS S SSSSSSSSSSS SSS SS SSSSSS SS SSSS SSSS SSS SSSS SS SSSSSSS SSSSSSS SSSSSSSSS SSS SSSSSS SSS SSSS SSS SSS SSSSSS SSS SS SS SSSSSS SSSSS
        
      XXXX
    XXXXXX
    BB BBBBBBBBBBBBBBBBB
      XXXX XXXXXXXXXXXXXX
        XXXXXX XXXXXXXXXXXXXXXXXX XXXXXXXXXXXXXXXXXX gettext(u"The arbiter's reason") XXXXXXXX
        XXXXXX XXXXXXXXXXXXXXXXXXXX
               XXXXXXXXXXXXXXXX
               XXXXXXXXXXXXX
               XXXXXXXXXXXXXXX
               XXXXXXXX
               XXXXXXXXX
        XX XXXXXXXXXXXXXXXXXX
           gettext(u'The first key has been given: everybody can read that the hall was added then. Once another hall has given its code or reported, it has no place.') 
            SSS SSSSS SSS SSS SSSS SSSSSS SSSSSSSSS SSS SSSS SSSS SSS SSSS SSS SSSSS SSSSS SSSS SSSSSSS SSSS SSS SSSSS SSS SSSS SS SSSSSSSSS SS SSS SS SSSSSS
          
        XXXX
      XXXXXX
    BBBBB
    XXXXXXX XXXXXXXXXX BB BBBBB BB BBBBBXXXXXXXXXBBBBXXXXXXXXXXXBBBBBXX gettext(u'Add halls') XXXXXXXXX
  XXXXXXX
XXXXXXXXXX
