#pragma once

#include <simdjson.h>

#include <string>
#include <string_view>

#include "base/error.h"
#include "store/value.h"

// Reads the leaves of DynamoDB JSON from a parsed document, with errors that say where they are.
namespace norn::store {

// Where in the document a walk is, for errors. It lives on the stack and costs nothing until it is
// shown.
struct WirePlace {
  const WirePlace* parent = nullptr;
  std::string_view name;
  size_t index = 0;
  bool is_index = false;
};

// `what` is not of the JSON kind that it must be. A null `place` means the document itself.
std::unexpected<Error> wrong_kind(std::string_view what, const WirePlace* place,
                                  std::string_view expected, simdjson::dom::element found);

// The content of a string. The view is valid as long as the document.
Result<std::string_view> read_text(simdjson::dom::element json, std::string_view what,
                                   const WirePlace* place);
// The bytes of a base64 string.
Result<std::string> read_bytes(simdjson::dom::element json, std::string_view what,
                               const WirePlace* place);
Result<simdjson::dom::array> read_array(simdjson::dom::element json, std::string_view what,
                                        const WirePlace* place);
// A whole set of `type`: SS, NS or BS.
Result<Value> read_set(Type type, simdjson::dom::element json, const WirePlace* place);

}  // namespace norn::store
