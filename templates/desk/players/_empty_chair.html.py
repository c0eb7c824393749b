BBBB BBBB
 gettext(u'%(player)s has an empty chair at table %(table)s of partita %(round)s.') 
  SSSSSSSSSS SSS SS SSSSS SSSSS SS SSSSS SSSSSSSSS SS SSSSSSS SSSSSSSSSS

XX XXXXXXXX gettext(u'Who sits there instead?') XXXX
