BBBB BBBB
XX XXXXXXXXXXXXXXXXXX XXXXXXX
  XX XXXXXXXX gettext(u'Subscribe to the calendar') XXXX
  XX XXXXXXXX gettext(u'Calendar file') XXXX
  XX XXXXXXBBB BBBBBBBBBBBXX gettext(u'New standings as a news feed') XXXX
XXXX
