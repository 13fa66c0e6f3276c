#!/usr/bin/env bash
# Writes the list of common passwords, for the build: tools/list_passwords.sh FILE
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")

# shellcheck source=tools/steps.sh
. "$root/tools/steps.sh"

need_web_package "$root/web/node_modules/@zxcvbn-ts/language-common/src/passwords.json"
node "$root/web/common_passwords.mjs" "$1"
