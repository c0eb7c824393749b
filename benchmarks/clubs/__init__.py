"""Many clubs on one machine: ``python -m benchmarks.clubs``. ``holder`` holds their sockets as
systemd would.
"""
