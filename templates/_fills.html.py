BBBB BBBB
BB BBBBBBBBBB
  XXXXXX XXXXXXXXXXXX XXXXXX
         XXXXXXX gettext(u'Sits down to complete the table, and is not ranked.') XX gettext(u'completes the table') XXXXXXXX
BBBBB
