BBBBBBB BBBBBBBBBBBBBBBB
BBBB BBBB
BBBBB BBBBB
   gettext(u'Tokens of programs') 
BBBBBBBB BBBBB

BBBBB BBBB
  XXXXX XXXXXXXXXXXX XXXXXXXXXXXXXX
    BBBBBBB BBBBBBBBBBBBBBBB
    XXXX gettext(u'Tokens of programs') XXXXX
    XXX
       gettext(u'A program signs in with a token and acts for your account, with no more than the roles of the token.') 
      XX XXXXXXBBB BBBBBBBBBBXX gettext(u'What a program can do') XXXX
    XXXX
    BB BBB
      XXXX XXXXXXXXXXXXX XXXXXXXXXXXXXXX XXXXXXXXXXXXXX
        XXX gettext(u'This is the token. It is shown only now: copy it into the program.') XXXX
        XXX
          XXXXX XXXXXXXXXXXXXXXXXX
        XXXX
      XXXXXX
    BBBBB
    BB BBBBBB
       gettext(u'Tokens of programs') 
      BBBBBBB BBBBBBBBBBBBBBBBBBBBBB BBBB BBBBBBBBBBBBBBBBB BBBBBBBBBBBB
    BBBBB
    XXXXXXXX XXXXXXXXXXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXX
      XXX XXXXXXXXXXXXXXX gettext(u'Make a token') XXXXX
      XXXXX XXXXXXXXXXXXX XXXXXXXXBBB BBBBBBBBXX
        BBBBBBBBBB
        BBBBBBB BBBBBBBBBBBB
        XXXXXXX XXXXXXXXXX XXXXXXXXXXXXX gettext(u'Make the token') XXXXXXXXX
      XXXXXXX
    XXXXXXXXXX
    BB BBBBBBBBBBBB
      XXXXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXX
        XXX XXXXXXXXXXXXXX gettext(u'Webhooks') XXXXX
        XXX
           gettext(u'When the log of an evening has a new line, an address of a program is notified; without any card, name or point.') 
        XXXX
        BB BBBBBB
          XXXX XXXXXXXXXXXXX XXXXXXXXXXXXXXX XXXXXXXXXXXXXX
            XXX
               gettext(u'Each call is signed with this secret. It is shown only now: copy it into the program.') 
            XXXX
            XXX
              XXXXX XXXXXXXXXXXXXXXXXXX
            XXXX
          XXXXXX
        BBBBB
        BB BBBBBBBB
           gettext(u'Webhooks') 
          BBBBBBB BBBBBBBBBBBBBBBBBBBBBB BBBB BBBBBBBBBBBBBBBBBBB BBBBBBBBBBBBBB
        BBBBB
        XXXXX XXXXXXXXXXXXX
              XXXXXXXXBBB BBBBBBBBBBBBBBX
              XXXXXXXXXXXXXXX
          BBBBBBBBBB
          BBBBBBB BBBBBBBBBBBB BBBB BBBBBBBBBBBBBBBBB
          XXXXXXX XXXXXXXXXX XXXXXXXXXXX gettext(u'Make the webhook') XXXXXXXXX
        XXXXXXX
      XXXXXXXXXX
    BBBBB
  XXXXXXX
BBBBBBBB BBBB
