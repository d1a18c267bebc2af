"""Events, seasons and plans as frames of pandas, for those who write Python."""
