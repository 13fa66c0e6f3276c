#include "gedcom/name.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "base/text.h"

namespace norn::gedcom {
namespace {

struct NameTypeWord {
  NameType type;
  std::string_view in_70;   // g7:enumset-NAME-TYPE
  std::string_view in_551;  // NAME_TYPE, which may be any other word as well.
};
constexpr NameTypeWord kNameTypes[] = {
    {NameType::kBirth, "BIRTH", "birth"},
    {NameType::kMaiden, "MAIDEN", "maiden"},
    {NameType::kMarried, "MARRIED", "married"},
    {NameType::kAlias, "AKA", "aka"},
    {NameType::kImmigrant, "IMMIGRANT", "immigrant"},
    {NameType::kProfessional, "PROFESSIONAL", "professional"},
    {NameType::kOther, "OTHER", "other"},
};

// The lines of parts, in the order in which the standard has them.
struct NamePart {
  std::string_view tag;
  std::string Name::* text;
};
constexpr std::array kNameParts = {
    NamePart{"NPFX", &Name::prefix},   NamePart{"GIVN", &Name::given},
    NamePart{"NICK", &Name::nickname}, NamePart{"SPFX", &Name::surname_prefix},
    NamePart{"SURN", &Name::surname},  NamePart{"NSFX", &Name::suffix},
};

// Without spaces around it, and with single ones in it.
std::string tidied(std::string_view text) {
  std::string tidy;
  for (const char c : trimmed(text)) {
    const bool is_blank = c == ' ' || c == '\t' || c == '\n';
    if (is_blank && tidy.ends_with(' ')) continue;
    tidy += is_blank ? ' ' : c;
  }
  return tidy;
}

// "Dr. John" without "Dr.": `text` without the words that it begins with.
std::string without_beginning(const std::string& text, const std::string& beginning) {
  if (beginning.empty() || !text.starts_with(beginning)) return text;
  if (text.size() == beginning.size()) return "";
  return text[beginning.size()] == ' ' ? tidied(text.substr(beginning.size())) : text;
}

std::string joined(std::string_view first, std::string_view second) {
  std::string text(first);
  if (!first.empty() && !second.empty()) text += ' ';
  return text.append(second);
}

void read_type(const Record& type, Name& name) {
  const std::string text = tidied(type.value);
  const auto known = std::ranges::find_if(kNameTypes, [&text](const NameTypeWord& word) {
    return equals_ignoring_case(word.in_70, text);
  });
  if (known == std::end(kNameTypes)) {
    name.type = NameType::kOther;
    name.type_text = text;
  } else {
    name.type = known->type;
    name.type_text = tidied(type.child_text("PHRASE"));
  }
}

// The value's parts: before, between and behind the slashes.
struct ValueParts {
  std::string before = {};
  std::string surname = {};
  std::string behind = {};
};

ValueParts parts_of(std::string_view value) {
  const size_t open = value.find('/');
  if (open == std::string_view::npos) return {.before = tidied(value)};
  const size_t close = std::min(value.find('/', open + 1), value.size());
  std::string rest(value.substr(std::min(close + 1, value.size())));
  std::ranges::replace(rest, '/', ' ');
  return {tidied(value.substr(0, open)), tidied(value.substr(open + 1, close - open - 1)),
          tidied(rest)};
}

std::string for_value(std::string_view part) {
  std::string text(part);
  std::ranges::replace(text, '/', ' ');
  return tidied(text);
}

Record type_record(const Name& name, Version version) {
  const auto word = std::ranges::find(kNameTypes, name.type, &NameTypeWord::type);
  if (version == Version::k551) {
    const bool has_own = name.type == NameType::kOther && !name.type_text.empty();
    return {.tag = "TYPE", .value = has_own ? name.type_text : std::string(word->in_551)};
  }
  Record type{.tag = "TYPE", .value = std::string(word->in_70)};
  if (!name.type_text.empty()) type.children.push_back({.tag = "PHRASE", .value = name.type_text});
  return type;
}

}  // namespace

std::string Name::full_surname() const {
  return joined(surname_prefix, surname);
}

Name read_name(const Record& record) {
  Name name;
  std::vector<std::string_view> read;
  for (const Record& child : record.children) {
    const auto part = std::ranges::find(kNameParts, child.tag, &NamePart::tag);
    const bool is_first = std::ranges::find(read, child.tag) == read.end();
    if (!child.is_pointer && child.children.empty() && part != kNameParts.end() && is_first) {
      name.*(part->text) = tidied(child.value);
      read.push_back(child.tag);
    } else if (child.tag == "TYPE" && is_first && !tidied(child.value).empty()) {
      read_type(child, name);
      read.push_back(child.tag);
    } else {
      name.children.push_back(child);
    }
  }
  if (record.is_pointer) return name;
  const ValueParts value = parts_of(record.value);
  // Where the surname is written first, as in "/Mao/ Zedong", the rest is the given name.
  const bool is_surname_first = value.before.empty() && !value.surname.empty() &&
                                name.suffix.empty() &&
                                (name.given.empty() || name.given == value.behind);
  if (is_surname_first) {
    name.given = value.behind;
  } else if (name.given.empty()) {
    name.given = without_beginning(value.before, for_value(name.prefix));
  }
  // Several surnames are separated by commas there; the value has them as they are written.
  const bool is_list = name.surname.contains(',') && !value.surname.empty();
  if (name.surname.empty() || is_list) {
    name.surname = without_beginning(value.surname, for_value(name.surname_prefix));
  }
  if (name.suffix.empty() && !is_surname_first) name.suffix = value.behind;
  return name;
}

Record name_record(const Name& name, Version version) {
  Record record{.tag = "NAME"};
  record.value = joined(for_value(name.prefix), for_value(name.given));
  if (const std::string surname = for_value(name.full_surname()); !surname.empty()) {
    record.value = joined(record.value, "/" + surname + "/");
  }
  const std::string suffix = for_value(name.suffix);
  // Without the empty surname, the suffix would be read as a given name.
  if (!suffix.empty() && !record.value.contains('/')) record.value = joined(record.value, "//");
  record.value = joined(record.value, suffix);
  if (name.type != NameType::kNone) record.children.push_back(type_record(name, version));
  for (const NamePart& part : kNameParts) {
    const std::string& text = name.*(part.text);
    if (!text.empty()) record.children.push_back({.tag = std::string(part.tag), .value = text});
  }
  for (const Record& child : name.children) record.children.push_back(child);
  return record;
}

}  // namespace norn::gedcom
