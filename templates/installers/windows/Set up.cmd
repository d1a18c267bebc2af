@echo off
rem Makes the private environment of xlplugin in this folder, and sets Excel up. To be run again once the folder has
rem been moved. "Remove.cmd" takes everything back. With /quiet nothing waits for a key.
setlocal EnableExtensions DisableDelayedExpansion
set "here=%~dp0"
set "quiet=%~1"
cd /d "%here%program"
for %%n in (VIRTUAL_ENV CONDA_PREFIX PYTHONHOME PYTHONPATH UV_PYTHON UV_OFFLINE UV_PYTHON_DOWNLOADS UV_PYTHON_PREFERENCE UV_MANAGED_PYTHON) do set "%%n="
set "UV_NO_CONFIG=1"
set "UV_SYSTEM_CERTS=1"
set "UV_CACHE_DIR=%here%cache"
set "UV_PYTHON_INSTALL_DIR=%here%python"
set "UV_PYTHON_INSTALL_BIN=0"
set "UV_PYTHON_INSTALL_REGISTRY=0"
set "PYTHONSAFEPATH=1"
set "PYTHONNOUSERSITE=1"

"%here%program\uv.exe" --version
if %errorlevel% neq 0 goto stopped
echo Getting the private Python (about 25 MB, once) ...
call :with --managed-python --python cpython-@PYTHON@-windows-x86_64-none
if defined said goto end
echo It could not be had. Looking for a Python that is installed ...
for %%v in (@INSTALLED@) do if not defined said call :with --no-managed-python --no-python-downloads --python %%v
if defined said goto end
set "status=10"
set "why=Connect this computer to the internet and run this again, or install Python @OR@ (64-bit) from python.org first."
goto say

:stopped
set "status=12"
set "why=Windows or a virus scanner does not let uv.exe run: allow it, and run this again."

:say
> "%here%problem.txt" echo %why%
echo %why%

:end
if /i not "%quiet%"=="/quiet" pause
exit /b %status%

rem Sets xlplugin up with the Python that uv is told; "said" if there is one.
:with
"%here%program\uv.exe" run --no-project %* "%here%program\set_up.py" "%here%."
set "status=%errorlevel%"
set "said="
if %status% equ 0 set "said=yes"
if %status% geq 11 if %status% leq 13 set "said=yes"
exit /b 0
