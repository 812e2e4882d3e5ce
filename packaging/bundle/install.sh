#!/bin/sh
# Puts this folder's program into the menus of the user's desktop, or takes it out again.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
exec "$here/evalgui" "--${1:+un}install-desktop"
