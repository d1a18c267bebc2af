@echo off
rem Takes back what "Set up.cmd" has done: Excel's settings, the environment, the private Python. Events stay.
setlocal EnableExtensions DisableDelayedExpansion
set "here=%~dp0"
set "quiet=%~1"
set "status=0"
cd /d "%here%"
if exist problem.txt del problem.txt
if not exist environment goto gone
ren environment "environment before"
if exist environment goto in_use
ren "environment before" environment
cd /d "%here%program"
"%here%environment\Scripts\python.exe" -I -m xlplugin setup --undo
cd /d "%here%"
:gone
if exist "%APPDATA%\xlplugin\recent.json" del "%APPDATA%\xlplugin\recent.json"
if exist "%APPDATA%\xlplugin" rmdir "%APPDATA%\xlplugin"
for %%d in (environment "environment before" python cache) do if exist %%d rmdir /s /q %%d
if exist environment goto in_use
echo xlplugin is removed; the rest of this folder can be deleted.
goto end

:in_use
set "status=11"
set "why=Close Excel, and every window of xlplugin; then run this again."
> problem.txt echo %why%
echo %why%

:end
if /i not "%quiet%"=="/quiet" pause
exit /b %status%
