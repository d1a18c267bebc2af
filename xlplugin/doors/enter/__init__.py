"""Results of the newest round typed at the desk, table after table, without a mouse."""
