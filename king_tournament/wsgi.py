"""WSGI application of the site, for the web server (waitress)."""

import os
import sys

from ground.unused_libraries import leave_out

leave_out()

from django.core.wsgi import get_wsgi_application  # noqa: E402

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "king_tournament.settings")

# The thread that holds the database's only write lock must not wait 5 ms for its turn after each
# statement while other threads compute: with all tables sending at one moment this halves the
# longest wait.
sys.setswitchinterval(0.0005)

application = get_wsgi_application()
