#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "dynamodb/exchange/item_line.h"
#include "store/item.h"
#include "store/wire/wire.h"

// The input is taken as stored bytes, as text from the wire and as a line of a file. Stored bytes
// that are accepted can be looked at without harm whatever they are; what is verified, or comes
// from the wire, has one form.
namespace {

using norn::Result;
using norn::store::AttributeView;
using norn::store::Item;
using norn::store::ItemView;

// Touches every byte that an accessor shows, for the sanitizers.
size_t touch(std::string_view text) {
  size_t sum = 0;
  for (const char c : text) {
    sum += static_cast<unsigned char>(c);
  }
  return sum;
}

void look_at(ItemView view) {
  static volatile size_t seen = 0;
  seen = seen + touch(view.json()) + view.size_bytes();
  for (size_t i = 0; i < view.count(); ++i) {
    const AttributeView attribute = view.attribute(i);
    seen = seen + touch(attribute.escaped_name()) + touch(attribute.json());
    seen = seen + static_cast<size_t>(attribute.type());
    seen = seen + touch(attribute.plain_string().value_or(""));
    seen = seen + (view.contains(attribute.escaped_name()) ? 1 : 0);
  }
}

void check_item(ItemView view) {
  const norn::store::Map map = view.to_map();
  const Item again = Item::from_map(map);
  NORN_CHECK(again.bytes() == view.bytes(), "there is one encoding per item");
  NORN_CHECK(map_size_bytes(map) == view.size_bytes(), "the size is the attributes' size");
  std::vector<std::string> names;
  for (const auto& [name, value] : map) {
    const std::optional<norn::store::Value> found = view.value(name);
    NORN_CHECK(found == value, "every attribute is found");
    names.push_back(name);
  }
  NORN_CHECK(Item::subset(view, names) == again, "the subset of all is the item");
  const Result<Item> from_wire = Item::from_json(view.json());
  if (from_wire) {
    NORN_CHECK(from_wire->bytes() == view.bytes(), "canonical JSON from the wire stays as it is");
  }
}

void fuzz_bytes(std::string_view input) {
  const Result<ItemView> view = Item::decode_view(input);
  if (view) {
    look_at(*view);
  }
  const bool verified = Item::verify(input).has_value();
  NORN_CHECK(!verified || view.has_value(), "what is verified is accepted");
  if (verified) {
    check_item(*view);
  }
}

void fuzz_text(std::string_view input) {
  const Result<Item> item = Item::from_json(input);
  if (item) {
    NORN_CHECK(Item::verify(item->bytes()).has_value(), "what is read can be verified");
    NORN_CHECK(Item::from_json(item->json()).has_value(), "what is read can be read again");
    check_item(*item);
  }
  const Result<norn::store::Value> value = norn::store::value_from_canonical(input);
  if (value) {
    NORN_CHECK(norn::store::to_json(*value) == input, "canonical text is the only text");
  }
  const Result<norn::store::Value> wire = norn::store::value_from_json(input);
  NORN_CHECK(!wire || norn::store::value_from_canonical(norn::store::to_json(*wire)) == *wire,
             "values survive their text");
  const Result<std::string> bytes = norn::store::base64_decode(input);
  NORN_CHECK(!bytes || norn::store::base64_encode(*bytes) == input, "base64 has one text");
}

// A line of a file of items: what is read can be written, and is then read as the same.
void fuzz_line(std::string_view input) {
  using norn::exchange::LineForm;
  for (const LineForm form : {LineForm::kDynamodbJson, LineForm::kPlain}) {
    norn::exchange::LineParser parser(form);
    const Result<Item> item = parser.parse(input);
    if (!item) continue;
    NORN_CHECK(Item::verify(item->bytes()).has_value(), "what is read can be verified");
    std::string line;
    NORN_CHECK(norn::exchange::append_line(line, *item, form).has_value(), "it can be written");
    const Result<Item> again = parser.parse(line);
    NORN_CHECK(again && *again == *item, "it is the same again");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  fuzz_bytes(input);
  fuzz_text(input);
  fuzz_line(input);
  return 0;
}
