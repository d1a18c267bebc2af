"""*New tournament*: a page in the user's own browser for people who do not type commands.

It is served on this computer's loopback address, which no other computer can reach. A window of ``tkinter`` was
considered and rejected: many Pythons come without it, screen readers cannot read it on Windows and macOS, and no
test could use it as people do.
"""
