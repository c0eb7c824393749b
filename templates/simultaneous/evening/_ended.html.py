BBBB BBBB BBBB
BB BBB BBBBBB
  XXX gettext(u'The event was ended here without its result.') XXXX
BBBB
  BB BBBBB
    XX XXXXXXXXXXXXX XXXXXXXXXXXXXXXX
      BBBB BBBBBB
      XXXXXX gettext(u'The result contains the report of this hall, as it was sent.') XXXXXXX
    XXXX
  BBBB BBBBBBBBBBBBBBBBBB
    XX XXXXXXXXXXXXX XXXXXXXXXXXXXXXX
      BBBB BBBBBBB
      XXXXXX
         gettext(u'The result contains a different report of this hall: ask the centre which one.') 
      XXXXXXX
    XXXX
  BBBB
    XX XXXXXXXXXXXXX XXXXXXXXXXXXXXXX
      BBBB BBBBBBB
      XXXXXX gettext(u'The result has no report of this hall.') XXXXXXX
    XXXX
  BBBBB
  BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
BBBBB
