"""Many events put together: who is one person, what everybody has done, ratings, and their workbook."""
