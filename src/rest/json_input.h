#pragma once

#include <simdjson.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "rest/text_rule.h"

namespace norn::rest {

// A JSON object of a request, read member by member. Every error is kInvalid and names the member
// ("kind.end") and what it has to be. `finish` refuses members that were not read, because they are
// mistakes that would be ignored otherwise.
//
// It is a view: valid as long as the Call that it came from.
class JsonInput {
 public:
  // `path` is that of the object itself: "" for the body, "kind" for its member.
  JsonInput(simdjson::dom::object object, std::string path);

  bool has(std::string_view name);      // It is present, and may be null.
  bool is_null(std::string_view name);  // It is present and null.

  // Required members.
  Result<std::string> text(std::string_view name, const TextRule& rule = {});
  // Like text, but neither trimmed nor checked except for the length in bytes: passwords and
  // tokens. May be empty.
  Result<std::string> secret(std::string_view name, size_t max_bytes = 1024);
  Result<bool> boolean(std::string_view name);
  Result<int64_t> integer(std::string_view name, int64_t min, int64_t max);
  Result<std::string> choice(std::string_view name, const std::vector<std::string_view>& choices);
  Result<std::vector<std::string>> texts(std::string_view name, size_t max_count,
                                         const TextRule& rule = {});
  Result<std::vector<int64_t>> integers(std::string_view name, size_t max_count, int64_t min,
                                        int64_t max);
  Result<JsonInput> object(std::string_view name);
  Result<std::vector<JsonInput>> objects(std::string_view name, size_t max_count);

  // Optional members: absent or null is nullopt.
  Result<std::optional<std::string>> optional_text(std::string_view name,
                                                   const TextRule& rule = {});
  Result<std::optional<std::string>> optional_secret(std::string_view name,
                                                     size_t max_bytes = 1024);
  Result<std::optional<bool>> optional_boolean(std::string_view name);
  Result<std::optional<int64_t>> optional_integer(std::string_view name, int64_t min, int64_t max);
  Result<std::optional<std::string>> optional_choice(std::string_view name,
                                                     const std::vector<std::string_view>& choices);
  Result<std::optional<JsonInput>> optional_object(std::string_view name);

  // Call it when everything was read.
  Result<void> finish() const;
  // "kind.end" for "end" of the object "kind".
  std::string path_of(std::string_view name) const;

 private:
  std::optional<simdjson::dom::element> find(std::string_view name);
  // Reads a required or an optional member.
  template <typename Read>
  auto required(std::string_view name, Read read)
      -> decltype(read(std::string(), simdjson::dom::element()));
  template <typename T, typename Read>
  Result<std::optional<T>> optional(std::string_view name, Read read);

  simdjson::dom::object object_;
  std::string path_;
  std::vector<std::string> seen_;
};

}  // namespace norn::rest
