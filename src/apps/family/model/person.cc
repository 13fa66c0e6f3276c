#include "apps/family/model/person.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>

#include "apps/family/keys.h"
#include "apps/family/limits.h"
#include "apps/family/model/attributes.h"
#include "apps/shared/items.h"

namespace norn::family {
namespace {

constexpr std::array<std::string_view, 4> kGenders = {"Male", "Female", "Other", "Unknown"};

// The number at the end of PERSON#<timestamp>#<n>.
int64_t ordinal_in(const apps::ItemReader& reader) {
  const std::string key = reader.optional_text("GSI3SK").value_or("");
  int64_t ordinal = 1;
  const size_t hash = key.rfind('#');
  if (hash != std::string::npos) {
    std::from_chars(key.data() + hash + 1, key.data() + key.size(), ordinal);
  }
  return std::max<int64_t>(1, ordinal);
}

}  // namespace

std::string_view to_text(Gender gender) {
  return name_in(kGenders, gender);
}

std::optional<Gender> gender_from(std::string_view text) {
  return one_of<Gender>(kGenders, text);
}

std::string Person::full_name() const {
  std::string name = first_name;
  if (!last_name.empty()) name += (name.empty() ? "" : " ") + last_name;
  if (name.empty() && preferred_name) name = *preferred_name;
  return name.empty() ? "?" : name;
}

std::string Person::all_names() const {
  std::string names = first_name + " " + last_name;
  for (const auto& more : {middle_name, birth_name, preferred_name, suffix}) {
    if (more) names += " " + *more;
  }
  return names;
}

bool Person::is_living(Date today) const {
  // Another program may have written "living" where a date should be.
  const Bounds died = bounds_of(death);
  if (is_deceased || died.earliest || died.latest) return false;
  const Bounds bounds = bounds_of(birth);
  if (!bounds.latest) return true;
  const std::chrono::year_month_day day{today};
  const std::chrono::year_month_day oldest{day.year() - std::chrono::years(kMaxLivingYears),
                                           day.month(), std::chrono::day(1)};
  return *bounds.latest >= Date(oldest);
}

store::Item to_item(const Person& person) {
  store::Map item = {
      {"PK", keys::user(person.owner_id)},
      {"SK", keys::person(person.id)},
      {"EntityType", "Person"},
      {"PersonId", person.id},
      {"TreeId", person.tree_id},
      {"UserId", person.owner_id},
      {"FirstName", person.first_name},
      {"LastName", person.last_name},
      {"Gender", to_text(person.gender)},
      {"CreatedAt", person.created_at},
      {"UpdatedAt", person.updated_at},
      {"GSI1PK", keys::person(person.id)},
      {"GSI1SK", keys::tree(person.tree_id)},
      {"GSI2PK", keys::tree(person.tree_id)},
      {"GSI2SK", keys::person(person.id)},
      {"GSI3PK", keys::user(person.owner_id)},
      {"GSI3SK", keys::person_at(person.created_at, std::to_string(person.ordinal))}};
  put_text(item, "MiddleName", person.middle_name);
  put_text(item, "BirthName", person.birth_name);
  put_text(item, "PreferredName", person.preferred_name);
  put_text(item, "Suffix", person.suffix);
  put_life_date(item, "BirthDate", person.birth);
  put_life_date(item, "DeathDate", person.death);
  if (!person.death.day) item.emplace("DeathDate", store::Null{});
  put_text(item, "BirthPlace", person.birth_place);
  put_text(item, "DeathPlace", person.death_place);
  put_citations(item, "BirthCitations", person.birth_citations);
  put_citations(item, "DeathCitations", person.death_citations);
  put_text(item, "Biography", person.biography);
  put_text(item, "PhotoUrl", person.photo_url);
  if (person.is_deceased) item.emplace("IsDeceased", store::Value::boolean(true));
  put_authors(item, person);
  return store::Item::from_map(item);
}

Result<Person> person_from(store::ItemView item) {
  apps::ItemReader reader(item);
  Person person;
  person.id = id_in(reader, "SK", keys::kPersonPrefix);
  person.owner_id = id_in(reader, "PK", keys::kUserPrefix);
  person.tree_id = reader.text("TreeId");
  reader.require(apps::is_id(person.tree_id), "TreeId");
  person.first_name = reader.optional_text("FirstName").value_or("");
  person.last_name = reader.optional_text("LastName").value_or("");
  person.middle_name = filled_text(reader, "MiddleName");
  person.birth_name = filled_text(reader, "BirthName");
  person.preferred_name = filled_text(reader, "PreferredName");
  person.suffix = filled_text(reader, "Suffix");
  person.gender = reader.optional_parsed("Gender", gender_from).value_or(Gender::kUnknown);
  person.birth = life_date_in(reader, "BirthDate");
  person.death = life_date_in(reader, "DeathDate");
  person.birth_place = filled_text(reader, "BirthPlace");
  person.death_place = filled_text(reader, "DeathPlace");
  person.birth_citations = citations_in(reader, "BirthCitations");
  person.death_citations = citations_in(reader, "DeathCitations");
  person.biography = filled_text(reader, "Biography");
  person.photo_url = filled_text(reader, "PhotoUrl");
  person.is_deceased = reader.optional_boolean("IsDeceased").value_or(false);
  person.ordinal = ordinal_in(reader);
  read_history(reader, person);
  if (!reader.is_sound()) return reader.error("person");
  person.etag = apps::etag_of(item.json());
  return person;
}

const std::vector<std::string>& person_attributes() {
  static const std::vector<std::string> names = {
      "FirstName",  "MiddleName",    "LastName",   "BirthName",      "PreferredName",
      "Suffix",     "Gender",        "BirthDate",  "BirthDateText",  "DeathDate",
      "DeathPlace", "DeathDateText", "BirthPlace", "Biography",      "PhotoUrl",
      "UpdatedAt",  "IsDeceased",    "UpdatedBy",  "BirthCitations", "DeathCitations"};
  return names;
}

}  // namespace norn::family
