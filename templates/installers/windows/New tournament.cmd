@echo off
rem Opens the page that makes a new event, in the browser.
if not exist "%~dp0environment" call "%~dp0Set up.cmd"
start "New tournament" /min "%~dp0environment\Scripts\python.exe" -P -m xlplugin start
