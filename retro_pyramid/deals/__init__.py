"""Which deal is next: by number, of a day, one that can be won, or one of chance."""
