BBBBBBB BBBBBBBBBBBBBBBB
BBBB BBBB BBBB
BBBBB BBBBB
   gettext(u"Erase this person's data")  X 
BBBBBBBB BBBBB

BBBBB BBBB
  XXXXX XXXXXXXXXXXX XXXXXXXXXXXXXX
    XXXX XXXXXXXXXXXXXXX
      BBBBBBB BBBBBBBBBBBBBBBB
      XX XXXXXXXXXXXXX
        XX XXXXXXBBB BBBBBBBBBBBBBBB BBBBBBBBBX XXXXXXXXXXXXXXXXXXX
      XXXX
      XXXX gettext(u"Erase this person's data") XXXXX
      BB BBBB
        XXXX XXXXXXXXXXXXX XXXXXXXXXXXXXXX XXXXXXXXXXXXX
          BBBB BBBBBBBBB
          XXXXX
            XX XXXXXXXXXXXXX
               gettext(u"Nobody's data is erased until every evening with them is over. Close these first:") 
            XXXX
            XXX XXXXXXXXXXXXX
              BBB BBBBBBB BB BBBB
                XXXX
                  XX XXXXXXBBB BBBBBBBBBBBB BBBBBBBBBBBBXXXXXXX
                  FFFFFFFFFFFFFFFFFFFFFFFF
                XXXXX
              BBBBBB
            XXXXX
          XXXXXX
        XXXXXX
      BBBBB
      XXXXXXXX XXXXXXXXXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXXX
        XXX XXXXXXXXXXXXXXX XXXXXXXXXXXXX gettext(u'Deleted') XXXXX
        XXX XXXXXXXXXXXXX
          XXXX
             gettext(u'Name, card number, club, e-mail and agreements; the public page, if there is one.') 
          XXXXX
          BBB BBBBB BBBBB BB BBBBBBBBBBB
            XXXX
               gettext(u'The name in %(name)s: %(count)s') 
                SSS SSSS SS SSSSSSSSS SSSSSSSSS
              
            XXXXX
          BBBBBB
          BB BBBBB
            XXXX
               ngettext(u'%(counter)s mail', u'%(counter)s mails', count) 
                SSSSSSSSSSS SSSS
              
                PPPPPPPPPPP PPPPP
              
            XXXXX
          BBBBB
          XXXX
             gettext(u'Documents that were made for these evenings, and every kept page: they are made again when asked for.') 
          XXXXX
        XXXXX
      XXXXXXXXXX
      BB BBBBBBBBBB
        XXXXXXXX XXXXXXXXXXXXX
          XXXXXXXXX
             ngettext(u'%(counter)s text that people wrote is changed', u'%(counter)s texts that people wrote are changed', count) 
              SSSSSSSSSSS SSSS SSSS SSSSSS SSSSS SS SSSSSSS
            
              PPPPPPPPPPP PPPPP PPPP PPPPPP PPPPP PPP PPPPPPP
            
          XXXXXXXXXX
          XXXX
            BBB BBBBBBB BBBBB BB BBBBBBBBBB
              XXXX
                XX XXXXXXXXXXXXXXXXXX
                XXXX
                
              XXXXX
            BBBBBB
          XXXXX
        XXXXXXXXXX
      BBBBB
      XXXXXXXX XXXXXXXXXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXXXX
        XXX XXXXXXXXXXXXXXXX XXXXXXXXXXXXX gettext(u'Kept') XXXXX
        XXX XXXXXXXXXXXXX
          BB BBBBBBBBB
            XXXX gettext(u'Nothing under a number: this person is in no evening.') XXXXX
          BBBB
            XXXX
               ngettext(u"Seats, results and rulings of %(counter)s evening, under “%(number)s”: the others' places depend on them.", u"Seats, results and rulings of %(counter)s evenings, under “%(number)s”: the others' places depend on them.", count) 
                SSSSSS SSSSSSS SSS SSSSSSS SS SSSSSSSSSSS SSSSSSSS SSSSS SSSSSSSSSSSSS SSS SSSSSSS SSSSSS SSSSSS SS SSSSS
              
                PPPPPP PPPPPPP PPP PPPPPPP PP PPPPPPPPPPP PPPPPPPPP PPPPP PPPPPPPPPPPPP PPP PPPPPPP PPPPPP PPPPPP PP PPPPP
              
            XXXXX
            XXXX
               gettext(u'The logs: their seals hold, and each says in a further line that a name was removed.') 
            XXXXX
          BBBBB
          BB BBBBBB
            XXXX
               ngettext(u'%(counter)s safety copy that was made earlier still has the name: delete it in %(folder)s once you have a new one.', u'%(counter)s safety copies that were made earlier still have the name: delete them in %(folder)s once you have a new one.', count) 
                SSSSSSSSSSS SSSSSS SSSS SSSS SSS SSSS SSSSSSS SSSSS SSS SSS SSSSS SSSSSS SS SS SSSSSSSSSS SSSS SSS SSSS S SSS SSSS
              
                PPPPPPPPPPP PPPPPP PPPPPP PPPP PPPP PPPP PPPPPPP PPPPP PPPP PPP PPPPP PPPPPP PPPP PP PPPPPPPPPP PPPP PPP PPPP P PPP PPPP
              
            XXXXX
          BBBBB
          XXXX
             gettext(u'Everything that has left this machine: paper, copies on sticks, files and mails that were sent.') 
          XXXXX
          XXXX
             gettext(u'A nickname, or a surname alone that is too short or that somebody else has too: look through your rulings.') 
              S SSSSSSSSS SS S SSSSSSS SSSSS SSSS SS SSS SSSSS SS SSSS SSSSSSSS SSSS SSS SSSS SSSS SSSSSSS SSSS SSSSSSSS
            
          XXXXX
        XXXXX
      XXXXXXXXXX
      BB BBB BBBB
        BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBB
      BBBB BBBBB
        XXXX XXXXXXXXXXXXXXXXXXX XXXXXXXXXXXXXBBBB BBBBBBB XXXXXX
      BBBBB
    XXXXXX
  XXXXXXX
BBBBBBBB BBBB
