#!/bin/bash
# Takes back what "Set up.command" has done: Excel's settings, the environment, the private Python, the applications.
# Events stay.
set -u
folder="$HOME/Library/Application Support/xlplugin"

remove() { # a function, since it removes this file, too
    cd "$HOME" || exit 1
    if [ -x "$folder/environment/bin/python" ]; then
        "$folder/environment/bin/python" -I -m xlplugin setup --undo
    fi
    rm -rf "$folder" "$HOME/Applications/xlplugin"
    echo "xlplugin is removed."
    [ ! -t 0 ] || read -r -p "Press Return to close. "
    exit 0
}
remove
