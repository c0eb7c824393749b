"""One module for each verb of ``python -m king``: ``add_arguments(parser)`` and ``run(arguments) -> exit status``."""
