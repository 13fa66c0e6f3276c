#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "base/error.h"
#include "rest/json_input.h"

// What the operator of a server can have done on the command line (`norn family export`), beside
// what people do over HTTP. The operator has the data anyway, so that no rights are checked.
namespace norn::apps {

// Sends a part of a long answer: a text in UTF-8. Returns an error if the caller has gone.
using SendPart = std::function<Result<void>(std::string_view part)>;

// Reads its arguments, and returns a text: what to print, or what the program that asks expects. It
// may send parts before. Errors are addressed to the operator. Others wait for it, so that it takes
// some seconds at most.
using OperatorCommand =
    std::function<Result<std::string>(rest::JsonInput& request, const SendPart& send)>;
using OperatorCommands = std::map<std::string, OperatorCommand, std::less<>>;

}  // namespace norn::apps
