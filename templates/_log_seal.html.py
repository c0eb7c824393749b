BBBB BBBB
 ngettext(u'Log: %(counter)s line, seal <span class="mono">%(seal)s</span>.', u'Log: %(counter)s lines, seal <span class="mono">%(seal)s</span>.', count) 
  SSSS SSSSSSSSSSS SSSSS SSSS SSSSS SSSSSSSSSSSSSSSSSSSSSSSSSSSSS

  PPPP PPPPPPPPPPP PPPPPP PPPP PPPPP PPPPPPPPPPPPPPPPPPPPPPPPPPPPP

