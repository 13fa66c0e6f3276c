#pragma once

#include <cstdint>
#include <string>
#include <string_view>

// JSON under construction, appended to a string.
namespace norn {

// An object under construction: puts the commas where they belong.
//   ObjectWriter object(out);
//   object.text("title", title);
//   object.key("kind").append(kind_json);
//   object.close();
class ObjectWriter {
 public:
  explicit ObjectWriter(std::string& out) : out_(out) { out_.push_back('{'); }
  // Starts a member: the caller appends its value to the returned string. The name must need no
  // escapes.
  std::string& key(std::string_view name);
  // The same for a name that came from a request.
  std::string& escaped_key(std::string_view name);
  void text(std::string_view name, std::string_view value);
  void integer(std::string_view name, int64_t value);
  void boolean(std::string_view name, bool value);
  void null(std::string_view name) { key(name).append("null"); }
  void close() { out_.push_back('}'); }

 private:
  void separate();

  std::string& out_;
  bool first_ = true;
};

// The same for a list: `next` goes before every element.
class ListWriter {
 public:
  explicit ListWriter(std::string& out) : out_(out) { out_.push_back('['); }
  std::string& next();
  void close() { out_.push_back(']'); }

 private:
  std::string& out_;
  bool first_ = true;
};

}  // namespace norn
