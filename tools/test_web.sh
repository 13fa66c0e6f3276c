#!/usr/bin/env bash
# Runs the unit tests of the web app and reports them where GTEST_OUTPUT=xml:FILE says.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")

# shellcheck source=tools/steps.sh
. "$root/tools/steps.sh"

use_node || { say 'A Node.js that is new enough is not there: ./check installs it.'; exit 1; }
report=${GTEST_OUTPUT-}
report=${report#xml:}
cd "$root/web"
exec node node_modules/vitest/vitest.mjs run --reporter=default \
  ${report:+--reporter=junit --outputFile.junit="$report"}
