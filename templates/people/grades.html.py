BBBBBBB BBBBBBBBBBBBBBBB
BBBB BBBB BBBB
BBBBB BBBBB
   gettext(u'Grades') 
BBBBBBBB BBBBB

BBBBB BBBB
  XXXXX XXXXXXXXXXXX XXXXXXXXXXXXXX
    BBBBBBB BBBBBBBBBBBBBBBB
    XX XXXXXXXXXXXXX
      XX XXXXXXBBB BBBBBBBBBBBBBBBXX gettext(u'Roster') XXXX
    XXXX
    XXXX gettext(u'Grades') XXXXX
    XXX
       gettext(u"The grade is an estimate of a player's strength, made from every published partita against those who held the same cards. It is in no standings: it does not influence places, prizes or seasons. It is shown after %(enough)s partite.") 
        SSS SSSSS SS SS SSSSSSSS SS S SSSSSSSS SSSSSSSSS SSSS SSSS SSSSS SSSSSSSSS SSSSSSS SSSSSSS SSSSS SSS SSSS SSS SSSS SSSSSS SS SS SS SS SSSSSSSSSS SS SSSS SSS SSSSSSSSS SSSSSSS SSSSSS SS SSSSSSSS SS SS SSSSS SSSSS SSSSSSSSSS SSSSSSSS
      
    XXXX
    XXXXXXXXX
      XXXXXXXXX gettext(u'How it is worked out') XXXXXXXXXX
      XXX
         gettext(u'Everybody begins at %(mu)s ± %(sigma)s (μ and σ of the model of Plackett and Luce); one partita strays by %(beta)s (β). A player who does better than their own grade and those of the others promised goes up, the more so the less certain their own still is. The figure after ± is how uncertain it is: two times in three the strength lies within. All grades are worked out again from the published standings; nothing of them is stored.') 
          SSSSSSSSS SSSSSS SS SSSSSS S SSSSSSSSS SS SSS S SS SSS SSSSS SS SSSSSSSS SSS SSSSSS SSS SSSSSSS SSSSSS SS SSSSSSSS SSSS S SSSSSS SSS SSSS SSSSSS SSSS SSSSS SSS SSSSS SSS SSSSS SS SSS SSSSSS SSSSSSSS SSSS SSS SSS SSSS SS SSS SSSS SSSSSSS SSSSS SSS SSSSS SSS SSS SSSSSS SSSSS S SS SSS SSSSSSSSS SS SSS SSS SSSSS SS SSSSS SSS SSSSSSSS SSSS SSSSSSS SSS SSSSSS SSS SSSSSS SSS SSSSS SSSS SSS SSSSSSSSS SSSSSSSSSS SSSSSSS SS SSSS SS SSSSSSS
        
      XXXX
    XXXXXXXXXX
    XXX
       gettext(u'Grades have changed: since %(since)s equal totals are rated by the mean of the orders that they leave open. Until then joint winners gained less than the player who came third. All grades were worked out again, for past seasons too; no standings are affected.') 
        SSSSSS SSSS SSSSSSSS SSSSS SSSSSSSSS SSSSS SSSSSS SSS SSSSS SS SSS SSSS SS SSS SSSSSS SSSS SSSS SSSSS SSSSS SSSSS SSSS SSSSS SSSSSSS SSSSSS SSSS SSSS SSS SSSSSS SSS SSSS SSSSSS SSS SSSSSS SSSS SSSSSS SSS SSSSSS SSS SSSS SSSSSSS SSSS SS SSSSSSSSS SSS SSSSSSSSS
      
    XXXX
    XXX
      XX XXXXXXBBB BBBBBBBBBBBBBBB BBBBBBBBXX
         gettext(u'What the grade is, and what it is not') 
      XXXX
    XXXX
    BB BBBBBBBBBBBBBBBBBBBB
      XXXX XXXXXXXXXXXXXXXXXXXX
           XXXXXXXXXXXX
           XXXXXXXXXXXXX
           XXXXXXXXXXXX gettext(u'Grades') XX
        XXXXXX XXXXXXXXXXXXXXXXXXXX
          XXXXXXX
            XXXX
              XXX XXXXXXXXXXXX gettext(u'Player') XXXXX
              XXX XXXXXXXXXXX XXXXXXXXXXXX gettext(u'Grade') XXXXX
              XXX XXXXXXXXXXX XXXXXXXXXXXX gettext(u'Partite') XXXXX
            XXXXX
          XXXXXXXX
          XXXXXXX
            BBB BBBBBBB BBBBB BB BBBB
              XXXX
                XXX XXXXXXXXXXXX
                  XX XXXXXXBBB BBBBBBBBBBBBBBB BBBBBBBBBX
                     XXXXXXXXXXXXXXXXXXX
                XXXXX
                XXX XXXXXXXXXXXX
                  BB BBBBBBBBBBBBB
                    XXXXX XXXXXXXXXXXXXX
                       ngettext(u'%(counter)s partita missing', u'%(counter)s partite missing', count) 
                        SSSSSSSSSSS SSSSSSS SSSSSSS
                      
                        PPPPPPPPPPP PPPPPPP PPPPPPP
                      
                    XXXXXXX
                  BBBB
                    
                  BBBBB
                XXXXX
                XXX XXXXXXXXXXXXXXXXX
              XXXXX
            BBBBBB
          XXXXXXXX
        XXXXXXXX
      XXXXXX
      BBBBBBB BBBBBBBBBBBBBBBBBB
    BBBB
       gettext(u'No partita counts yet') 
       gettext(u'Grades are here once standings of an evening of single players with boards are published.') 
        SSSSSS SSS SSSS SSSS SSSSSSSSS SS SS SSSSSSS SS SSSSSS SSSSSSS SSSS SSSSSS SSS SSSSSSSSSS
      
      BBBBBBB BBBBBBBBBBBBB BBBB BBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBB
    BBBBB
  XXXXXXX
BBBBBBBB BBBB
