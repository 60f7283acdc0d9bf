"""The application: screen stack, services, edition specs, settings store and sounds."""
