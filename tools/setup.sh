#!/bin/sh
# setup.sh [LIST]: installs the Debian packages of packages.txt, or of another list in this folder, that are missing.
# If everything is installed it does nothing and needs no network. A list may name a command in brackets behind a package:
# where that command is there, from whatever source, the package is not asked for.
set -u
list=$(dirname "$0")/${1:-packages.txt}

if ! command -v dpkg-query >/dev/null 2>&1; then
    echo "setup: this is not Debian; if something is missing, the required packages are listed in $list" >&2
    exit 0
fi

wanted=
while read -r package command _; do
    case $command in
    '['*']') command -v "$(printf %s "$command" | tr -d '[]')" >/dev/null 2>&1 && continue ;;
    esac
    wanted="$wanted $package"
done <<EOF
$(sed -e 's/#.*//' "$list" | awk 'NF')
EOF
[ -z "$wanted" ] && exit 0
# shellcheck disable=SC2086 # one word per package
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
        echo "setup: neither root nor sudo; please install these packages:$missing" >&2
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
