#!/bin/bash
# Makes the private environment of xlplugin in the user's Library, sets Excel up, and puts "New tournament" into the
# user's Applications. To be run again with the folder of a newer version. "Remove xlplugin.command" takes it all back.
set -u
here="$(cd "$(dirname "$0")" && pwd)"
folder="$HOME/Library/Application Support/xlplugin"

finish() { # the exit status, and what to say
    rm -rf "$folder/uv" "$folder/cache"
    [ -z "$2" ] || echo "$2"
    [ "${1}" = 0 ] && echo "Next: open Applications in your home folder, then xlplugin, and double-click New tournament."
    [ ! -t 0 ] || read -r -p "Press Return to close. "
    exit "$1"
}

case "$(uname -m)" in
    arm64) processor=aarch64 wheel="uv-*_arm64.whl" ;;
    *) processor=x86_64 wheel="uv-*_x86_64.whl" ;;
esac
mkdir -p "$folder" && rm -rf "$folder/uv" &&
    unzip -q -j "$here"/program/$wheel "*/scripts/uv" -d "$folder/uv" ||  # unlike Finder's, this marks nothing as downloaded
    finish 12 "$folder cannot be written: free space on the disk, and run this again."
unset VIRTUAL_ENV CONDA_PREFIX PYTHONHOME PYTHONPATH
unset UV_PYTHON UV_OFFLINE UV_PYTHON_DOWNLOADS UV_PYTHON_PREFERENCE UV_MANAGED_PYTHON
export UV_NO_CONFIG=1 UV_SYSTEM_CERTS=1 UV_CACHE_DIR="$folder/cache" UV_PYTHON_INSTALL_DIR="$folder/python"
export UV_PYTHON_INSTALL_BIN=0 PYTHONSAFEPATH=1 PYTHONNOUSERSITE=1
cd "$folder" || exit 12

with() { # set xlplugin up with the Python that uv is told; true if there is one
    "$folder/uv/uv" run --no-project "$@" "$here/program/set_up.py" "$folder"
    status=$?
    [ $status = 0 ] || { [ $status -ge 11 ] && [ $status -le 13 ]; }
}

echo "Getting the private Python (about 25 MB, once) ..."
with --managed-python --python "cpython-@PYTHON@-macos-$processor-none" && finish $status ""
echo "It could not be had. Looking for a Python that is installed ..."
for version in @INSTALLED@; do
    with --no-managed-python --no-python-downloads --python "$version" && finish $status ""
done
finish 10 "Connect this Mac to the internet and run this again, or install Python @OR@ from python.org first."
