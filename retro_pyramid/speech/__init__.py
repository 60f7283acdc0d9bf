"""What a screen reader is told of the program: words made from a table's view and from the parts of every other screen."""
