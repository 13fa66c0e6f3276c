#include "base/json_writer.h"

#include <fmt/format.h>

#include <iterator>

#include "base/append.h"
#include "base/json_text.h"

namespace norn {

void ObjectWriter::separate() {
  if (!first_) out_.push_back(',');
  first_ = false;
}

std::string& ObjectWriter::key(std::string_view name) {
  append_all(out_, {first_ ? "\"" : ",\"", name, "\":"});
  first_ = false;
  return out_;
}

std::string& ObjectWriter::escaped_key(std::string_view name) {
  separate();
  append_json_string(out_, name);
  out_.push_back(':');
  return out_;
}

void ObjectWriter::text(std::string_view name, std::string_view value) {
  append_json_string(key(name), value);
}

void ObjectWriter::integer(std::string_view name, int64_t value) {
  fmt::format_to(std::back_inserter(key(name)), "{}", value);
}

void ObjectWriter::boolean(std::string_view name, bool value) {
  key(name).append(value ? "true" : "false");
}

std::string& ListWriter::next() {
  if (!first_) out_.push_back(',');
  first_ = false;
  return out_;
}

}  // namespace norn
