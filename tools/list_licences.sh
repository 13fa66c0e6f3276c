#!/usr/bin/env bash
# Writes the licences of Norn and of Debian's libraries in it, compressed, for the build:
# tools/list_licences.sh FILE. The libraries are those of the group `build` in tools/packages, and
# that of the compiler. What is copied into Norn's own source follows, with its notice beside it,
# and at the end a licence that Debian keeps once for all packages.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")

libraries() {
  awk '$1 == "build" && $2 ~ /^lib.*-dev$|-cpp-dev$/ { print $2 }' "$root/tools/packages"
}

section() { printf '==== %s ====\n\n' "$1"; }

texts() {
  local package
  section Norn
  cat "$root/LICENSE"
  for package in $(libraries) libstdc++6; do
    printf '\n'
    section "$package $(dpkg-query -W -f '${Version}' "$package")"
    cat "/usr/share/doc/$package/copyright"
  done
  printf '\n'
  section "Unicode CLDR, the table of Windows time zones"
  cat "$root/src/ical/cldr_licence.txt"
}

common_licences() { # of the texts in FILE
  local name names
  names=$(grep -oE '/usr/share/common-licenses/[A-Za-z]+(-[0-9.]*[0-9])?' "$1" | sort -u)
  for name in $names; do
    [ -f "$name" ] || continue
    printf '\n'
    section "$name"
    cat "$name"
  done
}

made=$(mktemp)
trap 'rm -f "$made"' EXIT
texts >"$made"
{ cat "$made" && common_licences "$made" && printf '\n'; } | gzip -9 -n >"$1"
