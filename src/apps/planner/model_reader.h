#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/item.h"

namespace norn::planner {

// Attributes as they stand in the JSON of an item.
constexpr std::string_view kNull = R"({"NULL":true})";
constexpr std::string_view kTrue = R"({"BOOL":true})";
constexpr std::string_view kFalse = R"({"BOOL":false})";
constexpr std::string_view kEmptyList = R"({"L":[]})";

// Reads attributes of an item that should have them. What is missing or of another type makes the
// whole unsound, which is asked once, at the end. Texts, numbers and truths are read off the
// item's JSON: every view reads all series of a person.
class ModelReader {
 public:
  explicit ModelReader(store::ItemView item) : item_(item) {}

  bool is_sound() const { return is_sound_; }
  // For what the reader itself cannot know.
  void require(bool condition) { is_sound_ = is_sound_ && condition; }

  std::string text(std::string_view name);
  // What is null or not there is nullopt.
  std::optional<std::string> optional_text(std::string_view name);
  int64_t integer(std::string_view name);
  std::optional<int64_t> optional_integer(std::string_view name);
  bool boolean(std::string_view name);
  bool optional_boolean(std::string_view name);
  // What is not there is empty.
  std::vector<std::string> texts_of_set(std::string_view name);
  std::vector<int64_t> integers_of_set(std::string_view name);
  std::vector<std::string> texts_of_list(std::string_view name);
  // Nullopt when it is empty or not there.
  std::optional<store::List> filled_list(std::string_view name);

  // A text that `parse` has to understand.
  template <typename Parse>
  auto parsed(std::string_view name, const Parse& parse) {
    const auto value = parse(text(name));
    require(value.has_value());
    return value.value_or(typename decltype(parse(""))::value_type{});
  }
  // The same for what may be null or not there.
  template <typename Parse>
  auto optional_parsed(std::string_view name, const Parse& parse) {
    const auto found = optional_text(name);
    auto value = found ? parse(*found) : std::nullopt;
    require(!found || value.has_value());
    return value;
  }

 private:
  std::optional<store::AttributeView> find_filled(std::string_view name) const;
  std::string read_text(const store::AttributeView& attribute);
  int64_t read_integer(const store::AttributeView& attribute);
  bool read_boolean(const store::AttributeView& attribute);

  store::ItemView item_;
  bool is_sound_ = true;
};

}  // namespace norn::planner
