#include "apps/family/exchange/imported_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "apps/family/keys.h"
#include "apps/shared/items.h"
#include "base/sha256.h"

namespace norn::family {
namespace {

constexpr size_t kMaxImportedBytes = 100;
constexpr size_t kDigestCharacters = 32;
constexpr std::string_view kDigestMark = "sha256:";

struct FieldAttributes {
  std::string_view field;
  std::array<std::string_view, 2> attributes;
};
constexpr FieldAttributes kPersonFields[] = {
    {"firstName", {"FirstName"}},
    {"middleName", {"MiddleName"}},
    {"lastName", {"LastName"}},
    {"birthName", {"BirthName"}},
    {"preferredName", {"PreferredName"}},
    {"suffix", {"Suffix"}},
    {"gender", {"Gender"}},
    {"birth", {"BirthDate", "BirthDateText"}},
    {"birthPlace", {"BirthPlace"}},
    {"death", {"DeathDate", "DeathDateText"}},
    {"isDeceased", {"IsDeceased"}},
    {"deathPlace", {"DeathPlace"}},
    {"birthCitations", {"BirthCitations"}},
    {"deathCitations", {"DeathCitations"}},
    {"biography", {"Biography"}},
    {"photoUrl", {"PhotoUrl"}},
};
constexpr FieldAttributes kParentFields[] = {
    {"type", {"Type"}},
    {"adoptionDate", {"AdoptionDate", "AdoptionDateText"}},
};
constexpr FieldAttributes kCoupleFields[] = {
    {"status", {"Status"}},
    {"marriageDate", {"MarriageDate", "MarriageDateText"}},
    {"marriagePlace", {"MarriagePlace"}},
    {"divorceDate", {"DivorceDate", "DivorceDateText"}},
    {"marriageCitations", {"MarriageCitations"}},
    {"divorceCitations", {"DivorceCitations"}},
    {"history", {"History"}},
    {"notes", {"Notes"}},
};
constexpr FieldAttributes kFactFields[] = {
    {"kind", {"Kind"}},   {"date", {"Date", "DateText"}}, {"place", {"Place"}},
    {"value", {"Value"}}, {"notes", {"Notes"}},           {"citations", {"Citations"}},
};
constexpr FieldAttributes kSourceFields[] = {
    {"title", {"Title"}}, {"author", {"Author"}}, {"publication", {"Publication"}},
    {"url", {"Url"}},     {"notes", {"Notes"}},
};

template <size_t kCount>
void find_attributes(const FieldAttributes (&all)[kCount], std::string_view field,
                     std::vector<std::string>& found) {
  for (const FieldAttributes& one : all) {
    if (one.field != field) continue;
    for (const std::string_view name : one.attributes) {
      if (!name.empty()) found.emplace_back(name);
    }
  }
}

// One a line.
std::string citation_words(const std::vector<Citation>& citations) {
  std::string words;
  for (const Citation& one : citations) {
    words +=
        fmt::format("{} / {} / {}\n", one.source_id, one.page.value_or(""), one.text.value_or(""));
  }
  return words;
}

// Ids of sources would tell people nothing.
std::string marriage_words(const Marriage& marriage) {
  std::string words = fmt::format("{} / {} / {}", marriage.married.words(),
                                  marriage.place.value_or(""), marriage.divorced.words());
  for (const auto* const all : {&marriage.marriage_citations, &marriage.divorce_citations}) {
    for (const Citation& one : *all) {
      words += fmt::format(" / {} {}", one.page.value_or(""), one.text.value_or(""));
    }
  }
  return words;
}

uint64_t digest_of_bytes(std::string_view bytes) {
  const std::string hash = sha256(bytes);
  uint64_t number = 0;
  std::memcpy(&number, hash.data(), sizeof number);
  return number;
}

}  // namespace

bool is_own_photo(const std::optional<std::string>& url) {
  return url && url->starts_with('/');
}

Fields fields_of(const Person& person, std::string_view lines) {
  return {{"firstName", person.first_name},
          {"middleName", person.middle_name.value_or("")},
          {"lastName", person.last_name},
          {"birthName", person.birth_name.value_or("")},
          {"preferredName", person.preferred_name.value_or("")},
          {"suffix", person.suffix.value_or("")},
          {"gender", std::string(to_text(person.gender))},
          {"birth", person.birth.words()},
          {"birthPlace", person.birth_place.value_or("")},
          {"death", person.death.words()},
          {"isDeceased", person.is_deceased ? "yes" : ""},
          {"deathPlace", person.death_place.value_or("")},
          {"birthCitations", citation_words(person.birth_citations)},
          {"deathCitations", citation_words(person.death_citations)},
          {"biography", person.biography.value_or("")},
          {"photoUrl", is_own_photo(person.photo_url) ? "" : person.photo_url.value_or("")},
          {kLinesField, std::string(lines)}};
}

Fields fields_of(const ParentChild& link) {
  return {{"type", std::string(to_text(link.type))}, {"adoptionDate", link.adoption.words()}};
}

Fields fields_of(const Couple& couple, std::string_view lines) {
  std::string history;
  for (const Marriage& earlier : couple.history) history += marriage_words(earlier) + "\n";
  return {{"status", std::string(to_text(couple.status))},
          {"marriageDate", couple.marriage.married.words()},
          {"marriagePlace", couple.marriage.place.value_or("")},
          {"divorceDate", couple.marriage.divorced.words()},
          {"marriageCitations", citation_words(couple.marriage.marriage_citations)},
          {"divorceCitations", citation_words(couple.marriage.divorce_citations)},
          {"history", std::move(history)},
          {"notes", couple.notes.value_or("")},
          {kLinesField, std::string(lines)}};
}

Fields fields_of(const Fact& fact, std::string_view lines) {
  return {{"kind", fact.kind},
          {"date", fact.date.words()},
          {"place", fact.place.value_or("")},
          {"value", fact.value.value_or("")},
          {"notes", fact.notes.value_or("")},
          {"citations", citation_words(fact.citations)},
          {kLinesField, std::string(lines)}};
}

Fields fields_of(const Source& source, std::string_view lines) {
  return {{"title", source.title},
          {"author", source.author.value_or("")},
          {"publication", source.publication.value_or("")},
          {"url", source.url.value_or("")},
          {"notes", source.notes.value_or("")},
          {kLinesField, std::string(lines)}};
}

Fields fields_of_record(std::string_view lines) {
  return {{kLinesField, std::string(lines)}};
}

Fields fields_of(store::ItemView item, std::string_view lines) {
  const std::string key = apps::text_of(item, "SK");
  if (!keys::person_in(key).empty()) {
    const auto person = person_from(item);
    return person ? fields_of(*person, lines) : Fields();
  }
  if (keys::child_in(key)) {
    const auto link = parent_child_from(item);
    return link ? fields_of(*link) : Fields();
  }
  if (keys::spouse_in(key)) {
    const auto couple = couple_from(item);
    return couple ? fields_of(*couple, lines) : Fields();
  }
  if (keys::fact_in(key) || keys::note_in(key)) {
    const auto fact = fact_from(item);
    return fact ? fields_of(*fact, lines) : Fields();
  }
  if (keys::source_in(key)) {
    const auto source = source_from(item);
    return source ? fields_of(*source, lines) : Fields();
  }
  if (key.starts_with(keys::kGedcomPrefix)) return fields_of_record(lines);
  return {};
}

std::string as_imported(std::string_view text) {
  if (text.size() <= kMaxImportedBytes) return std::string(text);
  return std::string(kDigestMark).append(sha256_hex(text), 0, kDigestCharacters);
}

store::Value imported_value(const Fields& fields) {
  store::Map map;
  for (const Field& field : fields) {
    if (!field.text.empty()) map.emplace(field.name, as_imported(field.text));
  }
  return map;
}

std::optional<ImportedTexts> imported_texts(store::ItemView item) {
  const auto value = item.value(kImportedAttribute);
  const auto* const map = value ? value->get_if<store::Map>() : nullptr;
  if (map == nullptr) return std::nullopt;
  ImportedTexts texts;
  for (const auto& [name, one] : *map) {
    if (const auto* const text = one.get_if<std::string>()) texts.emplace(name, *text);
  }
  return texts;
}

uint64_t digest_of(const Fields& fields) {
  std::string all;
  for (const Field& field : fields) {
    const std::string text = as_imported(field.text);
    all.append(field.name).append("=").append(std::to_string(text.size())).append(text);
  }
  return digest_of_bytes(all);
}

uint64_t digest_of(const Fields& names, const ImportedTexts& texts) {
  Fields fields = names;
  for (Field& field : fields) {
    const auto found = texts.find(field.name);
    field.text = found == texts.end() ? "" : found->second;
  }
  return digest_of(fields);
}

std::vector<std::string> attributes_of_field(std::string_view sort_key, std::string_view field) {
  if (field == kLinesField) return {"Gedcom"};
  std::vector<std::string> found;
  if (!keys::person_in(sort_key).empty()) find_attributes(kPersonFields, field, found);
  if (keys::child_in(sort_key)) find_attributes(kParentFields, field, found);
  if (keys::spouse_in(sort_key)) find_attributes(kCoupleFields, field, found);
  const bool is_fact = keys::fact_in(sort_key) || keys::note_in(sort_key);
  if (is_fact) find_attributes(kFactFields, field, found);
  if (keys::source_in(sort_key)) find_attributes(kSourceFields, field, found);
  return found;
}

}  // namespace norn::family
