"""The statistics screen with its score histogram and calendar of daily deals."""
