#pragma once

#include "base/error.h"

// The exit codes of all commands, for scripts. A second SIGINT or SIGTERM ends the process at once
// with 128 plus the signal's number, as a shell would report it.
namespace norn::cli {

constexpr int kExitOk = 0;
constexpr int kExitFailed = 1;       // Anything that has no code of its own.
constexpr int kExitUsage = 2;        // An invalid command line: nothing was done.
constexpr int kExitNotFound = 3;     // A table, an item, a person ... is not there.
constexpr int kExitRefused = 4;      // A condition, a conflict, or an answer that was not "yes".
constexpr int kExitUnavailable = 5;  // The store, or an address, cannot be reached or is in use.

int exit_code_of(const Error& error);

// The other way round, for errors that come from another process: one error code that stands for
// all with this exit code.
ErrorCode error_code_of_exit(int exit_code);

}  // namespace norn::cli
