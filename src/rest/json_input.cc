#include "rest/json_input.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "base/faults.h"
#include "rest/json_document.h"
#include "rest/sentences.h"

namespace norn::rest {
namespace {

using simdjson::dom::element;

Result<std::string> read_text(const std::string& path, element value, const TextRule& rule) {
  std::string_view text;
  if (value.get_string().get(text) != simdjson::SUCCESS) {
    return invalid(path, kNotText(path));
  }
  return checked_text(path, text, rule);
}

Result<std::string> read_secret(const std::string& path, element value, size_t max_bytes) {
  std::string_view text;
  if (value.get_string().get(text) != simdjson::SUCCESS) {
    return invalid(path, kNotText(path));
  }
  if (text.size() > max_bytes) {
    return invalid(path, kTooManyBytes(path, max_bytes));
  }
  return std::string(text);
}

Result<bool> read_boolean(const std::string& path, element value) {
  bool read = false;
  if (value.get_bool().get(read) != simdjson::SUCCESS) {
    return invalid(path, kNotBoolean(path));
  }
  return read;
}

Result<int64_t> read_integer(const std::string& path, element value, int64_t min, int64_t max) {
  int64_t read = 0;
  if (value.get_int64().get(read) != simdjson::SUCCESS || read < min || read > max) {
    return invalid(path, kNotInteger(path, min, max));
  }
  return read;
}

Result<std::string> read_choice(const std::string& path, element value,
                                const std::vector<std::string_view>& choices) {
  std::string_view text;
  if (value.get_string().get(text) != simdjson::SUCCESS ||
      std::ranges::find(choices, text) == choices.end()) {
    return invalid(path, kNotChoice(path, fmt::format("{}", fmt::join(choices, ", "))));
  }
  return std::string(text);
}

Result<JsonInput> read_object(const std::string& path, element value) {
  simdjson::dom::object object;
  if (value.get_object().get(object) != simdjson::SUCCESS) {
    return invalid(path, kNotObject(path));
  }
  return JsonInput(object, path);
}

// A list whose elements `read` reads; `no_list` is said of anything else.
template <typename T, typename Read>
Result<std::vector<T>> read_list(const std::string& path, element value, const Sentence<1>& no_list,
                                 size_t max_count, const Read& read) {
  simdjson::dom::array list;
  if (value.get_array().get(list) != simdjson::SUCCESS) {
    return invalid(path, no_list(path));
  }
  std::vector<T> values;
  for (const element item : list) {
    if (values.size() == max_count) {
      return invalid(path, kTooManyElements(path, max_count));
    }
    NORN_ASSIGN(T one, read(fmt::format("{}[{}]", path, values.size()), item));
    values.push_back(std::move(one));
  }
  return values;
}

}  // namespace

JsonInput::JsonInput(simdjson::dom::object object, std::string path)
    : object_(object), path_(std::move(path)) {}

std::string JsonInput::path_of(std::string_view name) const {
  return path_.empty() ? std::string(name) : fmt::format("{}.{}", path_, name);
}

std::optional<element> JsonInput::find(std::string_view name) {
  if (std::ranges::find(seen_, name) == seen_.end()) seen_.emplace_back(name);
  element value;
  if (object_.at_key(name).get(value) != simdjson::SUCCESS) return std::nullopt;
  return value;
}

template <typename Read>
auto JsonInput::required(std::string_view name, Read read)
    -> decltype(read(std::string(), element())) {
  const auto value = find(name);
  const std::string path = path_of(name);
  if (!value) return invalid(path, kMemberMissing(path));
  return read(path, *value);
}

template <typename T, typename Read>
Result<std::optional<T>> JsonInput::optional(std::string_view name, Read read) {
  const auto value = find(name);
  if (!value || value->is_null()) return std::nullopt;
  NORN_ASSIGN(T result, read(path_of(name), *value));
  return std::optional<T>(std::move(result));
}

bool JsonInput::has(std::string_view name) {
  return find(name).has_value();
}

bool JsonInput::is_null(std::string_view name) {
  const auto value = find(name);
  return value && value->is_null();
}

Result<std::string> JsonInput::text(std::string_view name, const TextRule& rule) {
  return required(
      name, [&](const std::string& path, element value) { return read_text(path, value, rule); });
}

Result<std::string> JsonInput::secret(std::string_view name, size_t max_bytes) {
  return required(name, [&](const std::string& path, element value) {
    return read_secret(path, value, max_bytes);
  });
}

Result<bool> JsonInput::boolean(std::string_view name) {
  return required(name, read_boolean);
}

Result<int64_t> JsonInput::integer(std::string_view name, int64_t min, int64_t max) {
  return required(name, [&](const std::string& path, element value) {
    return read_integer(path, value, min, max);
  });
}

Result<std::string> JsonInput::choice(std::string_view name,
                                      const std::vector<std::string_view>& choices) {
  return required(name, [&](const std::string& path, element value) {
    return read_choice(path, value, choices);
  });
}

Result<std::vector<std::string>> JsonInput::texts(std::string_view name, size_t max_count,
                                                  const TextRule& rule) {
  return required(name, [&](const std::string& path, element value) {
    return read_list<std::string>(path, value, kNotTexts, max_count,
                                  [&](const std::string& item_path, element item) {
                                    return read_text(item_path, item, rule);
                                  });
  });
}

Result<std::vector<int64_t>> JsonInput::integers(std::string_view name, size_t max_count,
                                                 int64_t min, int64_t max) {
  return required(name, [&](const std::string& path, element value) {
    return read_list<int64_t>(path, value, kNotIntegers, max_count,
                              [&](const std::string& item_path, element item) {
                                return read_integer(item_path, item, min, max);
                              });
  });
}

Result<std::vector<JsonInput>> JsonInput::objects(std::string_view name, size_t max_count) {
  return required(name, [&](const std::string& path, element value) {
    return read_list<JsonInput>(path, value, kNotObjects, max_count, read_object);
  });
}

Result<JsonInput> JsonInput::object(std::string_view name) {
  return required(name, read_object);
}

Result<std::optional<std::string>> JsonInput::optional_text(std::string_view name,
                                                            const TextRule& rule) {
  return optional<std::string>(
      name, [&](const std::string& path, element value) { return read_text(path, value, rule); });
}

Result<std::optional<std::string>> JsonInput::optional_secret(std::string_view name,
                                                              size_t max_bytes) {
  return optional<std::string>(name, [&](const std::string& path, element value) {
    return read_secret(path, value, max_bytes);
  });
}

Result<std::optional<bool>> JsonInput::optional_boolean(std::string_view name) {
  return optional<bool>(name, read_boolean);
}

Result<std::optional<int64_t>> JsonInput::optional_integer(std::string_view name, int64_t min,
                                                           int64_t max) {
  return optional<int64_t>(name, [&](const std::string& path, element value) {
    return read_integer(path, value, min, max);
  });
}

Result<std::optional<std::string>> JsonInput::optional_choice(
    std::string_view name, const std::vector<std::string_view>& choices) {
  return optional<std::string>(name, [&](const std::string& path, element value) {
    return read_choice(path, value, choices);
  });
}

Result<std::optional<JsonInput>> JsonInput::optional_object(std::string_view name) {
  return optional<JsonInput>(name, read_object);
}

Result<void> JsonInput::finish() const {
  for (const auto& member : object_) {
    if (std::ranges::find(seen_, member.key) != seen_.end()) continue;
    if (member.key.size() > kMaxToldBytes) {
      return invalid(path_, kLongMemberUnknown);
    }
    const std::string path = path_of(member.key);
    return invalid(path, kMemberUnknown(path));
  }
  return {};
}

}  // namespace norn::rest
