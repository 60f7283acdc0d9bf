"""The application: screen stack, services, edition records, settings store and sounds."""
