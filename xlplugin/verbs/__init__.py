"""The actions of xlplugin: a function each, from the event as read to what changes."""
