#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/text.h"
#include "store/errors.h"
#include "store/limits.h"
#include "store/tables/table_validation.h"

namespace norn::store {
namespace {

constexpr std::string_view kReservedPrefix = "aws:";

// Letters and digits of any script, spaces, and these signs. What is not ASCII is taken for a
// letter.
bool is_tag_text(std::string_view text) {
  constexpr std::string_view kSigns = " \t\r\n+-=._:/@";
  return std::ranges::all_of(text, [&](char c) {
    return is_ascii_letter(c) || is_digit(c) || static_cast<unsigned char>(c) >= 0x80 ||
           kSigns.find(c) != std::string_view::npos;
  });
}

Result<void> check_key(std::string_view key) {
  const size_t length = count_characters(key);
  if (length == 0 || length > kMaxTagKeyCharacters || !is_tag_text(key)) {
    return validation(fmt::format("The Tag Key provided is invalid, Key: {}", key));
  }
  if (key.starts_with(kReservedPrefix)) {
    return validation(fmt::format("Tag Key cannot be prefixed with aws:, Key: {}", key));
  }
  return {};
}

Result<void> check_value(std::string_view value) {
  if (count_characters(value) > kMaxTagValueCharacters || !is_tag_text(value)) {
    return validation(fmt::format("The Tag Value provided is invalid, Value: {}", value));
  }
  return {};
}

}  // namespace

Result<void> check_tags(const Tags& tags) {
  for (const auto& [key, value] : tags) {
    NORN_TRY(check_key(key));
    NORN_TRY(check_value(value));
  }
  if (tags.size() > kMaxTags) {
    return validation("Number of Tags exceed the current limit for the provided ResourceArn");
  }
  return {};
}

Result<Tags> changed_tags(const Tags& current, const ChangeTagsRequest& request) {
  NORN_TRY(check_tags(request.set));
  Tags tags = current;
  for (const auto& [key, value] : request.set) {
    tags.insert_or_assign(key, value);
  }
  for (const std::string& key : request.remove) {
    NORN_TRY(check_key(key));
    tags.erase(key);
  }
  NORN_TRY(check_tags(tags));
  return tags;
}

}  // namespace norn::store
