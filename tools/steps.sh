# Shared by ./run and ./check: packages, configuring, building. Sourced, with $root set.

logs=$root/build/logs
mkdir -p "$logs"

say() { printf '%s\n' "$*" >&2; }

# step NAME COMMAND...: one line with the time it took; the output is in build/logs/NAME.log.
step() {
  local name=$1 log=$logs/${1// /-}.log begin=$SECONDS status=0
  shift
  printf '%-28s ' "$name" >&2
  "$@" >"$log" 2>&1 || status=$?
  if [ "$status" = 0 ]; then
    say "ok     $((SECONDS - begin)) s"
  else
    say "FAILED $((SECONDS - begin)) s"
    say "--- the end of $log:"
    tail -n 40 "$log" >&2
    say '---'
  fi
  return "$status"
}

# missing_packages GROUP...: those of tools/packages that are not installed. A package with a
# command behind it is not missed where that command comes from somewhere else.
missing_packages() {
  local group package command wanted installed
  wanted=$(while read -r group package command; do
    [[ $group != '#'* && " $* " == *" $group "* ]] || continue
    [ -n "$command" ] && command -v "$command" >/dev/null || printf '%s\n' "$package"
  done <"$root/tools/packages" | sort)
  # shellcheck disable=SC2086
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' $wanted 2>/dev/null |
    awk '$1 == "installed" { print $2 }' | sort)
  comm -23 <(printf '%s\n' "$wanted") <(printf '%s\n' "$installed")
}

# apt_install PACKAGE...: package lists that are missing or old are fetched first.
apt_install() {
  local apt=(apt-get -q -y -o DPkg::Lock::Timeout=300)
  [ "$(id -u)" = 0 ] || apt=(sudo -n "${apt[@]}")
  export DEBIAN_FRONTEND=noninteractive
  "${apt[@]}" install --no-install-recommends "$@" ||
    { "${apt[@]}" update && "${apt[@]}" install --no-install-recommends "$@"; }
}

install_packages() {
  local missing
  missing=$(missing_packages "$@" | tr '\n' ' ')
  [ -n "$missing" ] || return 0
  if ! command -v apt-get >/dev/null; then
    say "Norn builds on Debian 12. Install the equivalents of: $missing"
    return 1
  fi
  if [ "$(id -u)" != 0 ] && ! sudo -n true 2>/dev/null; then
    say "These packages are missing, and installing them needs root. Run this, then try again:"
    say "  sudo apt-get install -y --no-install-recommends $missing"
    return 1
  fi
  # shellcheck disable=SC2086
  step 'install packages' apt_install $missing || {
    say 'The packages could not be installed: check the network and the disk, then try again.'
    return 1
  }
}

# configure PRESET [CMAKE ARGUMENT...]
configure() { cmake -S "$root" --preset "$@"; }

# build PRESET [TARGET...]: one at a time per preset, so that ./run and ./check can overlap.
build() {
  local preset=$1
  shift
  flock "$root/build/.$preset.lock" ninja -C "$root/build/$preset" -j "$(nproc)" "$@"
}
