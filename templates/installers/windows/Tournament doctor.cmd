@echo off
rem Says why buttons do not work, and what to do; the window stays, for what is to be typed.
title Tournament doctor
"%~dp0environment\Scripts\python.exe" -I -m xlplugin doctor
cmd /k
