"""The site in the wheel: its folder ``site`` holds what a checkout has, and ``__main__`` starts it."""
