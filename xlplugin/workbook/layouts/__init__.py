"""The tabs, declared as data: names, columns, styles, help."""
