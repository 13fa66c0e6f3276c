#include "apps/family/agenda.h"

#include <string_view>
#include <utility>

#include "apps/accounts/keys.h"
#include "apps/family/anniversaries.h"
#include "apps/family/feeds/calendar_feed.h"
#include "apps/family/keys.h"
#include "apps/family/trees.h"
#include "apps/shared/items.h"

namespace norn::family {
namespace {

// "Ada Lovelace", by the name that the family uses.
std::string shown_name(const AnniversaryPerson& one) {
  Person person = one.seen.person;
  if (person.preferred_name) person.first_name = *person.preferred_name;
  return person.full_name();
}

agenda::Item agenda_item(const Anniversary& anniversary, const FeedWords& words) {
  agenda::Item item;
  item.kind = anniversary.kind == AnniversaryKind::kBirthday ? agenda::Kind::kBirthday
                                                             : agenda::Kind::kAnniversary;
  item.app = "family";
  item.times = agenda::Query::days(anniversary.day, anniversary.day);
  item.owner = {.kind = "tree", .id = anniversary.tree_id, .name = anniversary.tree_name};
  item.day = agenda::DayState{.which = std::string(to_text(anniversary.kind)),
                              .years = anniversary.years,
                              .is_living = anniversary.people.front().seen.is_living,
                              .kinship = anniversary.people.front().kinship};
  for (const AnniversaryPerson& one : anniversary.people) {
    const std::string_view between = item.title.empty() ? "" : " & ";
    item.title.append(between).append(shown_name(one));
    item.id.append(item.id.empty() ? "" : "+").append(one.seen.person.id);
    item.day->person_ids.push_back(one.seen.person.id);
  }
  // Of a day that only one of the couple is related to, their kinship tells whose it is.
  if (item.day->kinship.empty()) item.day->kinship = anniversary.people.back().kinship;
  item.self = "/api/v1/trees/" + anniversary.tree_id + "/persons/" + item.day->person_ids.front();
  item.file_title = title_of(anniversary, words);
  return item;
}

// Everything of a tree is in the partition of its owner. A tree or a share that changes concerns
// all: who may read a tree by it is not known here.
void agenda_owners_of(const store::StreamRecord& record, std::vector<std::string>& owners) {
  owners.push_back(apps::text_of(record.keys, "PK"));
  const std::string sk = apps::text_of(record.keys, "SK");
  if (sk.starts_with(keys::kTreePrefix) || sk.starts_with(keys::kSharedPrefix)) {
    owners.emplace_back(agenda::kEverything);
  }
}

// In the table `norn`: who a person is in their trees, and their language.
void person_of_norn(const store::StreamRecord& record, std::vector<std::string>& owners) {
  const std::string sk = apps::text_of(record.keys, "SK");
  if (sk.starts_with(keys::kOwnPersonPrefix) || sk == accounts::keys::kAccount) {
    owners.push_back(apps::text_of(record.keys, "PK"));
  }
}

}  // namespace

Result<agenda::Part> FamilyAgenda::items(const std::string& user_id, const agenda::Query& query) {
  agenda::Part part;
  part.owners.push_back(keys::user(user_id));
  NORN_ASSIGN(const auto trees, trees_of(context_, user_id));
  if (trees.empty()) return part;
  for (const TreeAccess& access : trees) part.owners.push_back(keys::user(access.tree.owner_id));
  AnniversaryQuery wanted{.from = query.from, .to = query.to};
  if (!query.kinds.has(agenda::Kind::kAnniversary)) wanted.kinds = {AnniversaryKind::kBirthday};
  NORN_ASSIGN(wanted.language, language_for(context_, user_id, {query.language}));
  NORN_ASSIGN(const Anniversaries found, anniversaries_of(context_, kinship_, user_id, wanted));
  const FeedWords& words = *feed_words(wanted.language);
  part.items.reserve(found.all.size());
  for (const Anniversary& one : found.all) part.items.push_back(agenda_item(one, words));
  return part;
}

std::vector<agenda::Watched> FamilyAgenda::watched() const {
  return {{context_.tables.family(), agenda_owners_of}, {context_.tables.norn(), person_of_norn}};
}

}  // namespace norn::family
