@echo off
rem Opens the page that makes a new event, in the browser.
if not exist "%~dp0environment\whole" call "%~dp0Set up.cmd"
if not exist "%~dp0environment\whole" exit /b 1
start "New tournament" /min "%~dp0environment\Scripts\python.exe" -I -m xlplugin start
