"""Standard and Tournament Play: game mode, dialogs and standings."""
