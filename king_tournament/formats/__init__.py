"""How dates and hours are written, one module a language; numbers are as Django has them."""
