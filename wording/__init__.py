"""Words for people, in the reader's language; the same value reads the same on desk, phone, screen and paper.

Nothing is stored or drawn here: no HTML, no fonts, no database."""
