#pragma once

#include <simdjson.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"
#include "store/item.h"

// An item as one line of a file, in one of two forms.
namespace norn::exchange {

enum class LineForm : uint8_t {
  // {"Item":{"PK":{"S":"a"}}}, as in the files that DynamoDB exports to S3. Keeps every type.
  kDynamodbJson,
  // {"PK":"a","count":12}: what programs that do not know DynamoDB read. It has no binaries and no
  // sets, so an item with one of them is refused. Numbers keep all their digits.
  kPlain,
};

// Appends the item and a line break. Returns kInvalid, and has appended a part, if the form cannot
// express the item without loss.
Result<void> append_line(std::string& out, store::ItemView item, LineForm form);

// Reads lines. One object per thread: it keeps its buffers from line to line.
class LineParser {
 public:
  explicit LineParser(LineForm form) : form_(form) {}

  // In kDynamodbJson, the item may also stand without {"Item":...} around it, as in the replies of
  // DynamoDB. The error says what is wrong with the line.
  Result<store::Item> parse(std::string_view line);

 private:
  Result<store::Item> parse_typed(std::string_view line);
  Result<store::Item> parse_plain(std::string_view line);

  const LineForm form_;
  simdjson::dom::parser typed_;
  simdjson::ondemand::parser plain_;
};

}  // namespace norn::exchange
