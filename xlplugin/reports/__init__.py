"""What players report on their phones: their codes, what is asked, the file it is kept in, what holds of it."""
