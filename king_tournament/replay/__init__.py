"""A board of published standings, played again at home against robots.

``boards`` finds the board with the ways in which the hall played it, ``events`` one of many halls;
``places`` has its addresses. ``games`` is one person's hand with its signed text, ``robot_cards``
asks for the robots' cards in it, ``robot_games`` is what robots make of it alone, ``queue`` how
many may have robots think at once. ``hand_page`` has what pages show, ``comparison`` what is
compared. Nothing is stored of who plays: a game is its link.

``typed_hand`` is a hand that somebody typed for the judge, read from its link alone, ``typed_page``
its page; ``card_letters`` are the cards of links.
"""
