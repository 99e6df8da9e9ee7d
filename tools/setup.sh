#!/bin/sh
# setup.sh [LIST]: installs the Debian packages of packages.txt, or of another list in this folder, that are missing.
# With everything in place it does nothing, quickly, and needs no network.
set -u
list=$(dirname "$0")/${1:-packages.txt}

if ! command -v dpkg-query >/dev/null 2>&1; then
    echo "setup: this is not Debian; if the build misses something, these are the packages it wants: $list" >&2
    exit 0
fi

wanted=$(sed -e 's/#.*//' "$list" | awk 'NF { print $1 }')
# shellcheck disable=SC2086 # one word a package
installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' $wanted 2>/dev/null | awk '$1 == "installed" { print $2 }')
missing=
for package in $wanted; do
    printf '%s\n' "$installed" | grep -qxF -e "$package" || missing="$missing $package"
done
[ -z "$missing" ] && exit 0

echo "setup: installing$missing"
sudo=
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "setup: not root and no sudo here; please have these packages installed:$missing" >&2
        exit 1
    fi
    sudo=sudo
fi
# shellcheck disable=SC2086
if ! $sudo apt-get update -q || ! $sudo env DEBIAN_FRONTEND=noninteractive \
    apt-get -o DPkg::Lock::Timeout=300 install -q -y --no-install-recommends $missing; then
    echo "setup: could not install$missing; see the messages above" >&2
    exit 1
fi
