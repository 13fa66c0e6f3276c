#!/usr/bin/env bash
# Builds the web app into FOLDER/app.pack, for the build: tools/build_web.sh FOLDER [WEB]
# WEB is where its sources are, web/ unless it is said.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
folder=$1
web=${2:-$root/web}

# shellcheck source=tools/steps.sh
. "$root/tools/steps.sh"

vite=$web/node_modules/vite/bin/vite.js
need_web_package "$vite"
cd "$web"
node "$vite" build --outDir "$folder/dist" --emptyOutDir --logLevel error
node pack.mjs "$folder/dist" "$folder/app.pack"
