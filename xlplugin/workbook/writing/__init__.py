"""From results of the engine to changes of the workbook."""
