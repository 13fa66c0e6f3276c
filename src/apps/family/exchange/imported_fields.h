#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/family/model/fact.h"
#include "apps/family/model/person.h"
#include "apps/family/model/relationship.h"
#include "store/item.h"

// What an item says, field by field, as far as a GEDCOM file can say it. An import writes with each
// item what the file said (`Imported`), so that the next import of the file knows which side has
// changed since.
namespace norn::family {

struct Field {
  std::string_view name;  // Of the REST API: "birth".
  std::string text = {};  // Empty: it is not said.
};
// All fields of a kind of item, in one order.
using Fields = std::vector<Field>;

// The lines that Norn keeps and does not show are a field of all but parents.
inline constexpr std::string_view kLinesField = "lines";
inline constexpr std::string_view kImportedAttribute = "Imported";

Fields fields_of(const Person& person, std::string_view lines);
Fields fields_of(const ParentChild& link);
Fields fields_of(const Couple& couple, std::string_view lines);
Fields fields_of(const Fact& fact, std::string_view lines);
Fields fields_of(const Source& source, std::string_view lines);
Fields fields_of_record(std::string_view lines);
// Of an item of a tree, by its sort key; empty for one that cannot be read, and for one of which
// files say nothing.
Fields fields_of(store::ItemView item, std::string_view lines);

// A text as `Imported` has it: long ones as a digest.
std::string as_imported(std::string_view text);
// The value of `Imported`.
store::Value imported_value(const Fields& fields);
// What the last import said, by field; nullopt if that is not known. The texts are as_imported.
using ImportedTexts = std::map<std::string, std::string, std::less<>>;
std::optional<ImportedTexts> imported_texts(store::ItemView item);

// Digests of fields: equal if all are the same.
uint64_t digest_of(const Fields& fields);
uint64_t digest_of(const Fields& names, const ImportedTexts& texts);

// The attributes of an item that hold a field.
std::vector<std::string> attributes_of_field(std::string_view sort_key, std::string_view field);

// Whether the path of a photo of Norn's own, of which files know nothing.
bool is_own_photo(const std::optional<std::string>& url);

}  // namespace norn::family
