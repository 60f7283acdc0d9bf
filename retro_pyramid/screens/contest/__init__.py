"""What stands beside a table: boards of names, matches, tournaments."""
