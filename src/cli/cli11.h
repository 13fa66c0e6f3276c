#pragma once

// The parser of the command line, for headers that only name it: its own header is long.
namespace CLI {  // NOLINT(readability-identifier-naming): the library's name for it.
class App;
}  // namespace CLI
