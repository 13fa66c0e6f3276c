# Shared by ./run, ./check and the build: packages, configuring, building. Sourced, with $root set.

logs=$root/build/logs
mkdir -p "$logs"

say() { printf '%s\n' "$*" >&2; }

# On a terminal a step is one line that changes; anything else gets plain lines.
on_terminal() { [ -t 2 ] && [ "${TERM-dumb}" != dumb ]; }

# step NAME COMMAND...: one line with the time it took; the output is in build/logs/NAME.log. Where
# $step_times names a file, it gets a line, too (for tools/check_times.py).
step() {
  step_name=$1
  local log=$logs/${1// /-}.log begin=$SECONDS status=0 result=ok
  shift
  on_terminal && printf '%-28s ' "$step_name" >&2
  "$@" 3>&2 >"$log" 2>&1 || status=$?
  [ "$status" = 0 ] || result=FAILED
  on_terminal && printf '\r\e[K' >&2
  printf '%-28s %-6s %s s\n' "$step_name" "$result" $((SECONDS - begin)) >&2
  if [ -n "${step_times-}" ]; then
    printf '%s\t%s\t%s\n' "$step_name" $((SECONDS - begin)) "$result" >>"$step_times"
  fi
  if [ "$status" != 0 ]; then
    say "--- the end of $log:"
    tail -n 40 "$log" >&2
    say '---'
  fi
  return "$status"
}

# How often plain lines say how far the compiler is.
progress_seconds=30

# show_progress: passes on what ninja says ("[12/80] Building ..."), and tells the person who waits
# for the step how much is done and left.
show_progress() {
  local line finished total left begin=$SECONDS next=$((SECONDS + 2))
  while IFS= read -r line; do
    printf '%s\n' "$line"
    [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] && ((SECONDS >= next)) || continue
    finished=${BASH_REMATCH[1]} total=${BASH_REMATCH[2]}
    ((finished * 20 >= total)) || continue  # The first few say nothing about the others.
    left=$(((SECONDS - begin) * (total - finished) / finished))
    if on_terminal 2>&3; then
      printf '\r%-28s %s of %s files, about %s s left\e[K' \
        "$step_name" "$finished" "$total" "$left" >&3
      next=$((SECONDS + 1))
    else
      say "$step_name: $finished of $total files, about $left s left" 2>&3
      next=$((SECONDS + progress_seconds))
    fi
  done
}

# missing_packages GROUP...: those of tools/packages that are not installed. A package with a
# command behind it is not missed where that command comes from somewhere else.
missing_packages() {
  local group package command wanted installed
  wanted=$(while read -r group package command; do
    [[ $group != '#'* && " $* " == *" $group "* ]] || continue
    [ -n "$command" ] && command -v "$command" >/dev/null || printf '%s\n' "$package"
  done <"$root/tools/packages" | sort)
  [ -n "$wanted" ] || return 0
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

# unpack_packages GROUP: puts the programs of a group into build/tools, and their folders into PATH,
# where they are not installed. Nothing of them is configured or started.
unpack_packages() {
  local package tools=$root/build/tools
  for package in $(missing_packages "$1"); do
    [ -e "$tools/$package/unpacked" ] || (
      rm -rf "${tools:?}/$package" && mkdir -p "$tools/$package" && cd "$tools/$package" &&
        # apt's own user cannot write here.
        { apt-get -q -o APT::Sandbox::User=root download "$package" ||
          { apt-get -q update && apt-get -q -o APT::Sandbox::User=root download "$package"; }; } &&
        dpkg-deb -x ./*.deb . && rm ./*.deb && touch unpacked
    ) || return
    PATH=$tools/$package/usr/sbin:$tools/$package/usr/bin:$tools/$package/sbin:$PATH
  done
  export PATH
}

# node_will_do NODE: whether the tools of the web app run on it; Vite and ESLint say which versions.
node_will_do() {
  local version major minor
  version=$("$1" --version 2>/dev/null) || return
  IFS=. read -r major minor _ <<<"${version#v}"
  ((major >= 24 || (major == 22 && minor >= 13) || (major == 20 && minor >= 19)))
}

# use_node: makes `node` and `npm` ones that will do: those of the machine, or those of tools/node.
# Fails when neither are there.
use_node() {
  local folder
  node_will_do node && return
  for folder in "$root"/tools/node/node_modules/node-linux-*/bin; do
    node_will_do "$folder/node" || continue
    export PATH=$folder:$root/tools/node/node_modules/.bin:$PATH
    return
  done
  return 1
}

# need_web_package FILE: ends with what to do, unless there is a Node that will do, and that FILE of
# an npm package of web/.
need_web_package() {
  use_node && [ -e "$1" ] && return
  say "There is no ${1#"$root/"}, or no Node.js that is new enough for the npm packages of web/."
  say './run and ./check install both; with a Node.js of at least 20.19, so does'
  say '  npm ci --ignore-scripts --prefix web'
  exit 1
}

# stale_npm_folders FOLDER...: those whose packages are not there as their lock files say.
stale_npm_folders() {
  local folder
  for folder; do
    [ "$root/$folder/node_modules/.package-lock.json" -nt "$root/$folder/package-lock.json" ] ||
      printf '%s\n' "$folder"
  done
}

# No package of ours needs a script to be installed, and one that is new could do anything in it.
npm_ci() { npm ci --ignore-scripts --prefix "$root/$1" --no-audit --no-fund; }

# npm leaves out optional packages that do not fit the Node it runs on, and Vite has such: the Node
# that is to use them has to install them.
fetch_npm_packages() {
  local folder
  use_node || { npm_ci tools/node && use_node; } || return
  for folder; do npm_ci "$folder" || return; done
}

# install_npm_packages FOLDER...: and a Node that will do, where they are missing.
install_npm_packages() {
  local stale
  stale=$(stale_npm_folders "$@" | tr '\n' ' ')
  use_node && [ -z "$stale" ] && return
  # shellcheck disable=SC2086
  step 'install npm packages' fetch_npm_packages $stale || {
    say 'The npm packages could not be installed: check the network and the disk, then try again.'
    return 1
  }
}

# configure PRESET [CMAKE ARGUMENT...]
configure() { cmake -S "$root" --preset "$@"; }

# build PRESET [TARGET...]: one at a time per preset, so that ./run and ./check can overlap.
build() {
  local preset=$1
  shift
  flock "$root/build/.$preset.lock" ninja -C "$root/build/$preset" -j "$(nproc)" "$@" |
    show_progress
}
