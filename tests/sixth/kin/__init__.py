"""Next of Kin, in which equal and neighbouring ranks go together."""
