# Makes a bare Debian 12 in a folder, for tools/bare_debian and the tests of the package. Sourced.

# can_make_debian: says why not, otherwise. Installs mmdebstrap where it is missing.
can_make_debian() {
  [ "$(id -u)" = 0 ] || { echo 'that needs root'; return 1; }
  unshare --mount --pid --fork true 2>/dev/null ||
    { echo 'this machine allows no mounts'; return 1; }
  command -v mmdebstrap >/dev/null && return
  { apt-get -q -y install --no-install-recommends mmdebstrap ||
    { apt-get -q -y update && apt-get -q -y install --no-install-recommends mmdebstrap; }
  } >/dev/null 2>&1 || { echo 'mmdebstrap cannot be installed'; return 1; }
}

# make_debian FOLDER PACKAGES: with this machine's package sources, and what it takes to reach them.
# PACKAGES are in addition to Debian's minimal system, with commas between them.
make_debian() {
  local folder=$1 packages=$2 file options=()
  for file in /etc/apt/apt.conf.d/99*; do
    [ -f "$file" ] && options+=("--aptopt=$file")
  done
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.sources; do
    [ -s "$file" ] && options+=("$file")
  done
  mmdebstrap --quiet --variant=minbase --include="$packages" bookworm "$folder" \
    "${options[@]}" || return
  cp -rn /etc/ssl/certs/. "$folder/etc/ssl/certs/"
  for file in /etc/apt/apt.conf.d/99* /etc/resolv.conf /etc/hosts; do
    [ -f "$file" ] && install -D -m 644 "$file" "$folder$file"
  done
  return 0
}
