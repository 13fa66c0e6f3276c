#include "apps/family/reimport/tree_snapshot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

#include "apps/family/exchange/from_gedcom.h"
#include "apps/family/exchange/imported_fields.h"
#include "apps/family/exchange/kept_lines.h"
#include "apps/family/keys.h"
#include "apps/family/model/fact.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "base/sha256.h"
#include "base/work_budget.h"

namespace norn::family {
namespace {

constexpr size_t kItemsPerTurn = 1'000;
// Keys of kept lines have eight digits.
constexpr int64_t kMaxKeptNumber = 99'999'999;

std::string text_of_import(const std::optional<ImportedTexts>& texts, std::string_view name) {
  if (!texts) return "";
  const auto found = texts->find(name);
  return found == texts->end() ? "" : found->second;
}

}  // namespace

std::optional<ImportedTexts> last_import_of(store::ItemView item, const Fields& fields) {
  if (auto texts = imported_texts(item)) return texts;
  const std::string created = apps::text_of(item, "CreatedAt");
  const bool is_untouched = !created.empty() && created == apps::text_of(item, "UpdatedAt");
  if (!item.contains("Xref") || !is_untouched) return std::nullopt;
  ImportedTexts texts;
  for (const Field& field : fields) texts.emplace(field.name, as_imported(field.text));
  return texts;
}

void TreeFingerprint::add(store::ItemView item) {
  const std::string hash = sha256(item.json());
  uint64_t first = 0;
  uint64_t second = 0;
  std::memcpy(&first, hash.data(), sizeof first);
  std::memcpy(&second, hash.data() + sizeof first, sizeof second);
  first_ += first;
  second_ += second;
}

std::string TreeFingerprint::text() const {
  return fmt::format("{:016x}{:016x}", first_, second_);
}

Result<void> visit_content(const Context& context, const Tree& tree, const VisitItem& visit,
                           const VisitItem& visit_other) {
  const std::array<std::string, 5> prefixes = {
      keys::gedcom(tree.id, ""), std::string(keys::kPersonPrefix), keys::source(tree.id, ""),
      std::string(keys::kFactPrefix), std::string(keys::kNotePrefix)};
  size_t read = 0;
  for (const std::string& prefix : prefixes) {
    store::QueryRequest request;
    request.table = context.tables.family();
    request.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
    request.placeholders.values = {{":pk", keys::user(tree.owner_id)}, {":prefix", prefix}};
    request.consistent = true;
    NORN_TRY(apps::query_each(context.store, request, [&](store::ItemView item) -> Result<void> {
      if (++read % kItemsPerTurn == 0) WorkBudget::give_way();
      if (apps::text_of(item, "TreeId") == tree.id) return visit(item);
      return visit_other ? visit_other(item) : Result<void>();
    }));
  }
  return {};
}

Result<TreeSnapshot> TreeSnapshot::read(const Context& context, const Tree& tree) {
  TreeSnapshot snapshot;
  NORN_TRY(visit_content(
      context, tree,
      [&](store::ItemView item) -> Result<void> {
        snapshot.add(item);
        return {};
      },
      [&](store::ItemView item) -> Result<void> {
        snapshot.add_other(item);
        return {};
      }));
  snapshot.resolve_links();
  return snapshot;
}

std::optional<size_t> TreeSnapshot::person(const std::string& id) const {
  const auto found = people_by_id.find(id);
  return found == people_by_id.end() ? std::nullopt : std::optional(found->second);
}

std::string TreeSnapshot::lines_of(store::ItemView item) const {
  std::string text = apps::text_of(item, "Gedcom");
  const auto found = parts.find(apps::text_of(item, "SK"));
  if (found == parts.end()) return text;
  for (const auto& [number, part] : found->second) text += part.second;
  return text;
}

void TreeSnapshot::add(store::ItemView item) {
  fingerprint.add(item);
  const std::string key = apps::text_of(item, "SK");
  if (const std::string xref = apps::text_of(item, "Xref"); !xref.empty()) xrefs.insert(xref);
  if (key.starts_with(keys::kGedcomPrefix)) return add_kept(key, item);
  if (keys::fact_in(key) || keys::note_in(key)) return add_fact(key, item);
  if (!keys::person_in(key).empty()) return add_person(key, item);
  if (keys::child_in(key)) {
    const auto link = parent_child_from(item);
    if (!link) return add_taken(key);
    remember(key, item, fields_of(*link));
    link_ids_.push_back({link->parent_id, link->child_id, link->type});
    if (link->notes) link_words[link->child_id].push_back(*link->notes);
    if (link->adoption.is_known()) link_words[link->child_id].push_back(link->adoption.words());
  } else if (keys::spouse_in(key)) {
    const auto couple = couple_from(item);
    if (!couple) return add_taken(key);
    remember(key, item, fields_of(*couple, lines_of(item)));
    couple_ids_.emplace_back(couple->person1_id, couple->person2_id);
  } else if (const auto source = source_from(item)) {
    remember(key, item, fields_of(*source, lines_of(item)));
    sources.push_back({source->id, apps::text_of(item, "Xref"), source->title});
  }
}

void TreeSnapshot::add_other(store::ItemView item) {
  const std::string key = apps::text_of(item, "SK");
  if (key.starts_with(keys::kGedcomPrefix)) return count_kept(key);
  add_taken(key);
}

// Other new things have new ids in their keys. A person comes before their relationships.
void TreeSnapshot::add_taken(const std::string& key) {
  const auto child = keys::child_in(key);
  const auto ids = child ? child : keys::spouse_in(key);
  if (ids && people_by_id.contains(ids->first)) taken_keys.insert(key);
}

void TreeSnapshot::count_kept(const std::string& key) {
  const std::string number = key.substr(key.rfind('#') + 1);
  int64_t value = 0;
  const auto read = std::from_chars(number.data(), number.data() + number.size(), value);
  if (read.ec == std::errc() && value <= kMaxKeptNumber) {
    next_number = std::max(next_number, value + 1);
  }
}

void TreeSnapshot::remember(const std::string& key, store::ItemView item, const Fields& fields) {
  const bool has_base = item.contains(kImportedAttribute) || last_import_of(item, fields);
  items.emplace(key, KnownItem{.digest = digest_of(fields), .has_base = has_base});
}

void TreeSnapshot::add_kept(const std::string& key, store::ItemView item) {
  count_kept(key);
  if (const std::string of = apps::text_of(item, "Of"); !of.empty()) {
    parts[of].insert_or_assign(apps::integer_of(item, "Part"),
                               std::pair(key, apps::text_of(item, "Gedcom")));
    return;
  }
  // Its further lines have higher numbers, so that its digest waits for them.
  const Fields fields = fields_of_record(apps::text_of(item, "Gedcom"));
  records.push_back({key,
                     apps::text_of(item, "Tag"),
                     apps::text_of(item, "Xref"),
                     {.digest = digest_of(fields), .has_base = imported_texts(item).has_value()}});
}

void TreeSnapshot::add_person(const std::string& key, store::ItemView item) {
  auto person = person_from(item);
  if (!person) return;
  const std::string lines = lines_of(item);
  const Fields fields = fields_of(*person, lines);
  const auto base = last_import_of(item, fields);
  items.emplace(key, KnownItem{.digest = digest_of(fields), .has_base = base.has_value()});
  KnownPerson known;
  known.name = person->full_name();
  known.first_name = person->first_name;
  known.last_name = person->last_name;
  known.birth = person->birth;
  known.gender = person->gender;
  known.imported_first_name = text_of_import(base, "firstName");
  known.imported_last_name = text_of_import(base, "lastName");
  known.imported_birth = text_of_import(base, "birth");
  known.xref = apps::text_of(item, "Xref");
  known.merged_xrefs = apps::ItemReader(item).texts("MergedXrefs");
  xrefs.insert(known.merged_xrefs.begin(), known.merged_xrefs.end());
  if (lines.contains("UID ")) known.uid = uid_of(kept_children(lines));
  known.id = std::move(person->id);
  people_by_id.emplace(known.id, people.size());
  people.push_back(std::move(known));
}

void TreeSnapshot::add_fact(const std::string& key, store::ItemView item) {
  const auto fact = fact_from(item);
  if (!fact) return;
  const Fields fields = fields_of(*fact, lines_of(item));
  KnownFact known = {.key = key,
                     .kind = fact->kind,
                     .date = fact->date.words(),
                     .digest = digest_of(fields),
                     .base = {}};
  if (const auto texts = imported_texts(item)) known.base = digest_of(fields, *texts);
  facts[fact->person_id].push_back(std::move(known));
}

void TreeSnapshot::resolve_links() {
  for (const LinkIds& link : link_ids_) {
    const auto parent = person(link.parent);
    const auto child = person(link.child);
    if (!parent || !child) continue;
    links.push_back({*parent, *child, link.kind});
    people[*child].parents.push_back(*parent);
  }
  for (const auto& [first, second] : couple_ids_) {
    const auto one = person(first);
    const auto other = person(second);
    if (one && other) couples.emplace_back(*one, *other);
  }
  link_ids_ = {};
  couple_ids_ = {};
  for (KnownRecord& record : records) {
    const auto found = parts.find(record.key);
    if (found != parts.end()) record.item.digest = 0;  // Compared when it is read.
  }
}

}  // namespace norn::family
