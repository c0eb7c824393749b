"""Django's own sentences that its Italian catalogue lacks, or does not say as this site does."""

from king.words import gettext_noop

SENTENCES = (
    gettext_noop("Model name"),
    gettext_noop("Add link"),
    gettext_noop("Change or view list link"),
    gettext_noop("After you’ve created a user, you’ll be able to edit more user options."),
    gettext_noop(
        "Whether the user will be able to authenticate using a password or not. If disabled, they may still be able "
        "to authenticate using other backends, such as Single Sign-On or LDAP."
    ),
    gettext_noop("Search"),
    gettext_noop("A user with that username already exists."),
    gettext_noop("Enter a valid username. This value may contain only letters, numbers, and @/./+/-/_ characters."),
    gettext_noop("Please enter a correct %(username)s and password. Note that both fields may be case-sensitive."),
)
