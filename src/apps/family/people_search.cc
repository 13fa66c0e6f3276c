#include "apps/family/people_search.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <tuple>
#include <utility>

#include "apps/family/keys.h"
#include "apps/family/kinship/phonetic.h"
#include "apps/search/text.h"
#include "apps/shared/names.h"

namespace norn::family {
namespace {

// More than these are not kept while a tree is read; those that match by name stay.
constexpr size_t kMaxKeptMatches = 5'000;

// The sounds of each word of a text that has a sound.
std::vector<std::vector<std::string>> sounds_of(const std::string& text) {
  std::vector<std::vector<std::string>> sounds;
  for (const search::TextPart& part : search::parts_of(text)) {
    auto keys = phonetic_keys(part.text);
    if (!keys.empty()) sounds.push_back(std::move(keys));
  }
  return sounds;
}

bool share_any(const std::vector<std::string>& left, const std::vector<std::string>& right) {
  return std::ranges::any_of(
      left, [&](const std::string& key) { return std::ranges::binary_search(right, key); });
}

// Whether every word of the one sounds like a word of the other.
bool sound_alike(const std::vector<std::vector<std::string>>& asked,
                 const std::vector<std::vector<std::string>>& names) {
  return !asked.empty() && std::ranges::all_of(asked, [&](const auto& word) {
    return std::ranges::any_of(names, [&](const auto& name) { return share_any(word, name); });
  });
}

bool may_have_lived_in(const Person& person, int64_t year) {
  const std::chrono::year wanted{static_cast<int>(year)};
  const Date first = std::chrono::sys_days(wanted / std::chrono::January / 1);
  const Date last = std::chrono::sys_days(wanted / std::chrono::December / 31);
  const Bounds birth = bounds_of(person.birth);
  const Bounds death = bounds_of(person.death);
  if (!birth.earliest && !birth.latest && !death.earliest && !death.latest) return false;
  constexpr std::chrono::days kLongLife{120 * 366};
  const std::optional<Date> begin = birth.earliest ? birth.earliest : birth.latest;
  const std::optional<Date> end = death.latest ? death.latest : death.earliest;
  const Date earliest = begin ? *begin : *end - kLongLife;
  const Date latest = end ? *end : *begin + kLongLife;
  return earliest <= last && first <= latest;
}

bool comes_first(const FoundPerson& left, const FoundPerson& right) {
  if (left.sounds_alike != right.sounds_alike) return right.sounds_alike;
  const Person& one = left.seen.person;
  const Person& other = right.seen.person;
  if (const auto names = apps::compare_names(one.last_name, other.last_name); names != 0) {
    return names < 0;
  }
  if (const auto names = apps::compare_names(one.first_name, other.first_name); names != 0) {
    return names < 0;
  }
  return one.id < other.id;
}

}  // namespace

Result<FoundPeople> search_people(const Context& context, const std::string& user_id,
                                  const std::string& tree_id, const PeopleQuery& query,
                                  size_t limit) {
  NORN_ASSIGN(const auto access, authorize(context, user_id, tree_id, Right::kRead));
  const search::IndexQuery words(query.name);
  const search::SearchWords place(query.place);
  const auto asked = sounds_of(query.name);
  const bool asks_name = !words.terms().empty();
  const Date now = today(context);
  FoundPeople found;
  const auto look_at = [&](store::ItemView item) -> Result<void> {
    auto person = person_from(item);
    if (!person) return {};
    FoundPerson one = {.seen = seen_by(access, *std::move(person), now)};
    const Person& shown = one.seen.person;
    if (asks_name) {
      const std::string names = shown.all_names();
      const bool is_named = words.is_in(search::parts_of(names));
      if (!is_named && !sound_alike(asked, sounds_of(names))) return {};
      one.sounds_alike = !is_named;
    }
    if (query.year && !may_have_lived_in(shown, *query.year)) return {};
    if (!place.empty() &&
        !place.are_in(shown.birth_place.value_or("") + " " + shown.death_place.value_or(""))) {
      return {};
    }
    if (found.people.size() == kMaxKeptMatches) {
      found.is_cut = true;
      return {};
    }
    found.people.push_back(std::move(one));
    return {};
  };
  NORN_TRY(visit_tree(context, access.tree, keys::kPersonPrefix, look_at));
  std::ranges::sort(found.people, comes_first);
  if (found.people.size() > limit) {
    found.people.resize(limit);
    found.is_cut = true;
  }
  return found;
}

}  // namespace norn::family
