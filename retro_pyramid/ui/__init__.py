"""The user-interface toolkit: theme, drawing, elements, screens, lists, dialogs, forms and markup."""
