#include "apps/family/reimport/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "apps/family/exchange/from_gedcom.h"
#include "apps/family/exchange/import_file.h"
#include "apps/family/exchange/import_items.h"
#include "apps/family/exchange/imported_fields.h"
#include "apps/family/exchange/kept_lines.h"
#include "apps/family/exchange/sentences.h"
#include "apps/family/exchange/to_gedcom.h"
#include "apps/family/keys.h"
#include "apps/family/limits.h"
#include "apps/family/reimport/difference.h"
#include "apps/family/reimport/matching.h"
#include "apps/family/reimport/new_links.h"
#include "apps/family/reimport/round_trip.h"
#include "apps/family/reimport/tree_snapshot.h"
#include "apps/shared/items.h"
#include "base/ascii.h"
#include "base/faults.h"
#include "base/json_writer.h"
#include "base/text.h"
#include "base/work_budget.h"

namespace norn::family {
namespace {

using gedcom::Record;

// Where the passes end, in percent: the plan of the file, and its items.
constexpr PassEnds kComparisonEnds = {30, 100, 100};
// So many items of the tree are read at once.
constexpr size_t kComparedAtOnce = 200;
constexpr size_t kMaxReportedNoteBytes = 250'000;

// An item that the file would bring, with all of its lines.
struct FileItem {
  store::Item item;
  Fields fields = {};
  std::string lines = {};
  std::vector<store::Item> parts = {};  // That did not fit into it.

  std::string key() const { return apps::text_of(item, "SK"); }
};

std::string kind_of_key(const std::string& key) {
  if (!keys::person_in(key).empty()) return "person";
  if (keys::child_in(key)) return "parent";
  if (keys::spouse_in(key)) return "couple";
  if (keys::fact_in(key)) return "fact";
  if (keys::note_in(key)) return "note";
  return keys::source_in(key) ? "source" : "record";
}

// Takes the items of a file, and writes how they differ from those of the tree.
class FileComparison {
 public:
  FileComparison(const Context& context, const Tree& tree, TreeReimport& reimport,
                 const ImportPlan& plan, TreeSnapshot& snapshot, const Matching& matching,
                 LinkCheck links, JournalWriter& journal, const TellImport& tell)
      : context_(context),
        tree_(tree),
        reimport_(reimport),
        plan_(plan),
        snapshot_(snapshot),
        matching_(matching),
        links_(std::move(links)),
        journal_(journal),
        tell_(tell),
        now_(now_text(context)) {
    for (size_t i = 0; i < snapshot.records.size(); ++i) {
      const KnownRecord& record = snapshot.records[i];
      if (!record.xref.empty() || record.tag == "HEAD") {
        records_.emplace(record_name(record.tag, record.xref), i);
      }
      records_by_digest_.emplace(record.item.digest, i);
    }
    for (const KnownSource& source : snapshot.sources) {
      source_xrefs_.emplace(source.id, source.xref);
      source_titles_.emplace(source.id, source.title);
    }
    for (const PlannedSource& source : plan.sources()) {
      source_titles_.emplace(source.id, source.title);
    }
    for (const PlannedFamily& family : plan.families()) {
      if (std::ranges::any_of(family.children, &PlannedChild::is_linked))
        linked_families_.insert(named(family.xref));
    }
    for (const KnownPerson& child : snapshot.people) {
      for (const size_t one : child.parents) {
        for (const size_t other : child.parents) {
          if (one < other) parents_of_one_.emplace(one, other);
        }
      }
    }
  }

  // As they come from produce_items: further lines after what they belong to, and the facts of a
  // person before the person.
  Result<void> add(store::Item item) {
    if (item.contains("Of")) {
      last_->lines += apps::text_of(item, "Gedcom");
      last_->parts.push_back(std::move(item));
      return {};
    }
    NORN_TRY(compare_last());
    last_ = FileItem{.item = std::move(item)};
    last_->lines = apps::text_of(last_->item, "Gedcom");
    return {};
  }

  Result<void> finish() {
    NORN_TRY(compare_last());
    for (FileItem& item : std::exchange(later_, {}))
      NORN_TRY(compare_relationship(std::move(item)));
    NORN_TRY(resolve());
    for (const RefusedLink& link : links_.refused) {
      ShownDifference shown = {.kind = link.is_couple ? "couple" : "parent"};
      for (const FilePersonIndex one : {link.first, link.second}) {
        const auto& known = matching_.people[one];
        const auto& person = plan_.people()[one];
        shown.people.push_back({known ? snapshot_.people[*known].id : "", person.name});
      }
      shown.title = title_of(shown.people);
      shown.problem = link.reason;
      NORN_TRY(show(DifferenceClass::kRefused, shown));
    }
    return count_missing();
  }

  const DifferenceCounts& all() const { return all_; }
  const DifferenceCounts& people() const { return people_; }

 private:
  struct Pending {
    FileItem file;
    std::string key;  // SK of the item of the tree.
  };

  const std::string& named(const std::string& xref) const {
    const auto found = matching_.xrefs.find(xref);
    return found == matching_.xrefs.end() ? xref : found->second;
  }

  static std::string title_of(const std::vector<ShownDifference::Someone>& people) {
    std::string title;
    for (const ShownDifference::Someone& one : people)
      title += (title.empty() ? "" : " – ") + one.name;
    return title;
  }

  // --- One item of the file.

  Result<void> compare_last() {
    if (!last_) return {};
    FileItem file = *std::move(last_);
    last_.reset();
    const std::string key = file.key();
    if (keys::fact_in(key) || keys::note_in(key)) {
      file.fields = fields_of(file.item, file.lines);
      facts_.push_back(std::move(file));
      return {};
    }
    if (!keys::person_in(key).empty()) return compare_person(std::move(file));
    file.fields = fields_of(file.item, file.lines);
    if (keys::child_in(key) || keys::spouse_in(key)) return compare_relationship(std::move(file));
    if (keys::source_in(key)) return compare_source(std::move(file));
    return compare_record(std::move(file));
  }

  Result<void> compare_person(FileItem file) {
    WorkBudget::give_way();
    const FilePersonIndex index = next_person_++;
    std::vector<FileItem> facts = std::exchange(facts_, {});
    const auto& known = matching_.people[index];
    if (!known) {
      file.fields = fields_of(file.item, file.lines);
      return add_person(plan_.people()[index], file, facts);
    }
    KnownPerson& person = snapshot_.people[*known];
    if (reimport_.first_person.empty()) reimport_.first_person = person.id;
    person.is_seen = true;
    drop_known_lines(person, file);
    file.fields = fields_of(file.item, file.lines);
    if (matching_.is_merged[index]) {
      tell_(0, kReimportMerged(plan_.people()[index].name, person.name));
    } else {
      const std::string key = keys::person(person.id);
      NORN_TRY(compare_known(snapshot_.items.at(key), key, std::move(file)));
    }
    return compare_facts(person, std::move(facts));
  }

  // Whether a relationship to a parent of the person says this.
  bool is_said_by_link(const std::string& person_id, std::string_view text) const {
    const auto found = snapshot_.link_words.find(person_id);
    return found != snapshot_.link_words.end() && !text.empty() &&
           std::ranges::find(found->second, text) != found->second.end();
  }

  // What an export writes of a person that is no line of theirs in the tree.
  void drop_known_lines(const KnownPerson& person, FileItem& file) {
    // What is too long for one item stays as it came.
    if (file.lines.empty() || !file.parts.empty()) return;
    std::vector<Record> lines = kept_children(file.lines);
    std::erase_if(lines, [&](Record& line) {
      if (line.tag == "UID" || line.tag == "_UID") {
        return equals_ignoring_case(trimmed(line.value), person.id);
      }
      if (line.tag != "FAMC") return false;
      const size_t count = line.children.size();
      std::erase_if(line.children, [&](const Record& note) {
        return note.tag == "NOTE" && is_said_by_link(person.id, note.value);
      });
      return line.children.size() < count &&
             line == child_line(line.value, parent_kind_of(line), gedcom::Version::k70);
    });
    std::string text = kept_text(lines);
    if (text == file.lines) return;
    file.lines = std::move(text);
    store::Map map = file.item.to_map();
    map.erase("Gedcom");
    if (!file.lines.empty()) map.insert_or_assign("Gedcom", file.lines);
    map.insert_or_assign(std::string(kImportedAttribute),
                         imported_value(fields_of(store::Item::from_map(map), file.lines)));
    file.item = store::Item::from_map(map);
  }

  // A line of an adoption that says no more than the relationship does may be there or not.
  std::string without_plain_adoptions(const std::string& key, const std::string& text) const {
    const std::string id = keys::person_in(key);
    if (!text.contains("1 ADOP")) return text;
    std::vector<Record> lines = kept_children(text);
    std::erase_if(lines, [&](const Record& line) {
      return line.tag == "ADOP" && is_said_by_link(id, life_date_of(line).words()) &&
             std::ranges::all_of(line.children, [](const Record& child) {
               const bool is_plain = std::ranges::all_of(
                   child.children, [](const Record& below) { return below.tag == "ADOP"; });
               return is_plain && (child.tag == "DATE" || child.tag == "FAMC");
             });
    });
    return kept_text(lines);
  }

  bool says_the_same_of(const std::string& key, const Field& left, const Field& right) const {
    if (says_the_same(left, right)) return true;
    if (left.name != kLinesField || keys::person_in(key).empty()) return false;
    return have_same_lines(without_plain_adoptions(key, left.text),
                           without_plain_adoptions(key, right.text));
  }

  Result<void> add_person(const PlannedPerson& person, const FileItem& file,
                          const std::vector<FileItem>& facts) {
    if (reimport_.first_person.empty()) reimport_.first_person = person.id;
    ShownDifference shown = {.kind = "person", .title = person.name, .people = {{"", person.name}}};
    shown.attributes = attributes_of(file.fields);
    NORN_ASSIGN(const std::string id, show(DifferenceClass::kNew, shown));
    new_people_.emplace(person.id, std::pair(id, person.name));
    ++people_.of(DifferenceClass::kNew);
    ++reimport_.new_people;
    NORN_TRY(write_new(id, {}, file));
    for (const FileItem& fact : facts) NORN_TRY(write_new(id, {}, fact));
    return {};
  }

  std::vector<ShownDifference::Attribute> attributes_of(const Fields& fields) const {
    std::vector<ShownDifference::Attribute> all;
    for (const Field& field : fields) {
      if (!field.text.empty()) all.push_back({.name = field.name, .file = words_of(field)});
    }
    return all;
  }

  // Citations with the titles of their sources.
  std::string words_of(const Field& field) const {
    if (!field.name.ends_with("itations")) return field.text;
    std::string words;
    std::string_view rest = field.text;
    while (!rest.empty()) {
      const size_t end = std::min(rest.find('\n'), rest.size() - 1);
      const std::string_view line = rest.substr(0, end + 1);
      const size_t slash = line.find(" / ");
      const auto found = slash == std::string_view::npos
                             ? source_titles_.end()
                             : source_titles_.find(std::string(line.substr(0, slash)));
      if (found != source_titles_.end()) {
        words.append(found->second).append(line.substr(slash));
      } else {
        words.append(line);
      }
      rest.remove_prefix(end + 1);
    }
    return words;
  }

  // --- Facts and notes of a person who is there.

  Result<void> compare_facts(const KnownPerson& person, std::vector<FileItem> facts) {
    std::vector<KnownFact>& known = snapshot_.facts[person.id];
    // `like` returns, of a fact of the file, what tells whether one of the tree is the same.
    const auto match = [&](auto&& like) {
      std::erase_if(facts, [&](const FileItem& file) {
        const auto is_one = like(file);
        const auto found = std::ranges::find_if(
            known, [&](const KnownFact& fact) { return !fact.is_seen && is_one(fact); });
        if (found == known.end()) return false;
        found->is_seen = true;
        ++all_.same;
        return true;
      });
    };
    match([](const FileItem& file) {
      return [digest = digest_of(file.fields)](const KnownFact& fact) {
        return fact.digest == digest;
      };
    });
    // What was changed in the tree only.
    match([](const FileItem& file) {
      return
          [digest = digest_of(file.fields)](const KnownFact& fact) { return fact.base == digest; };
    });
    if (facts.empty()) return {};
    NORN_ASSIGN(const auto exported, exported_facts(known));
    match([&exported](const FileItem& file) {
      return [&exported, &fields = file.fields](const KnownFact& fact) {
        const auto found = exported.find(fact.key);
        return found != exported.end() && std::ranges::equal(found->second, fields, says_the_same);
      };
    });
    pair_facts(known, facts, true);
    pair_facts(known, facts, false);
    if (pending_.size() >= kComparedAtOnce) NORN_TRY(resolve());
    size_t count = known.size();
    for (FileItem& fact : facts) {
      ShownDifference shown = {.kind = kind_of_key(fact.key()),
                               .title = fact_title(fact.fields),
                               .people = {{person.id, person.name}}};
      shown.attributes = attributes_of(fact.fields);
      if (++count > kMaxFactsPerPerson) {
        shown.problem = kGedcomTooManyFacts(person.name, kMaxFactsPerPerson);
        NORN_TRY(show(DifferenceClass::kRefused, shown));
        continue;
      }
      fact.item = of_person(fact.item, person.id);
      NORN_ASSIGN(const std::string id, show(DifferenceClass::kNew, shown));
      NORN_TRY(write_new(id, {}, fact));
    }
    return {};
  }

  // As an export writes those that the file does not have.
  Result<std::map<std::string, Fields>> exported_facts(const std::vector<KnownFact>& known) {
    std::vector<store::Item> wanted;
    for (const KnownFact& fact : known) {
      if (!fact.is_seen) wanted.push_back(apps::key_of(keys::user(tree_.owner_id), fact.key));
    }
    std::map<std::string, Fields> exported;
    if (wanted.empty()) return exported;
    NORN_ASSIGN(const auto items, apps::get_all(context_.store, context_.tables.family(), wanted));
    for (const store::Item& item : items) {
      exported.emplace(apps::text_of(item, "SK"), after_export(item));
    }
    return exported;
  }

  Fields after_export(const store::Item& item) const {
    return fields_after_export(item, snapshot_.lines_of(item), [this](const std::string& id) {
      const auto found = source_xrefs_.find(id);
      return found == source_xrefs_.end() ? "" : found->second;
    });
  }

  // One of a kind on both sides is the same one, which was changed; of several, those of one date.
  void pair_facts(std::vector<KnownFact>& known, std::vector<FileItem>& facts, bool by_date) {
    struct Both {
      std::vector<KnownFact*> known;
      std::vector<FileItem*> file;
    };
    std::map<std::string, Both> groups;
    const auto group = [by_date](const std::string& kind, const std::string& date) {
      return by_date ? kind + "\n" + date : kind;
    };
    for (KnownFact& fact : known) {
      if (!fact.is_seen) groups[group(fact.kind, fact.date)].known.push_back(&fact);
    }
    for (FileItem& fact : facts) {
      groups[group(text_in(fact.fields, "kind"), text_in(fact.fields, "date"))].file.push_back(
          &fact);
    }
    std::set<const FileItem*> paired;
    for (auto& [name, both] : groups) {
      if (both.known.size() != 1 || both.file.size() != 1) continue;
      both.known.front()->is_seen = true;
      paired.insert(both.file.front());
      pending_.push_back({std::move(*both.file.front()), both.known.front()->key});
    }
    std::erase_if(facts, [&](const FileItem& fact) { return paired.contains(&fact); });
  }

  static std::string text_in(const Fields& fields, std::string_view name) {
    const auto found = std::ranges::find(fields, name, &Field::name);
    return found == fields.end() ? "" : found->text;
  }

  static std::string fact_title(const Fields& fields) {
    std::string title = text_in(fields, "kind");
    for (const std::string_view name : {"value", "date", "place", "notes"}) {
      const std::string text = text_in(fields, name);
      if (text.empty()) continue;
      constexpr size_t kMaxTitleCharacters = 80;
      return title + ": " + std::string(first_characters(text, kMaxTitleCharacters));
    }
    return title;
  }

  // Facts of a record that was merged are those of the person of the tree.
  static store::Item of_person(const store::Item& item, const std::string& person_id) {
    if (apps::text_of(item, "PersonId") == person_id) return item;
    auto fact = fact_from(item);
    if (!fact) return item;
    fact->person_id = person_id;
    store::Map map = item.to_map();
    const std::string key = fact->sort_key();
    map.insert_or_assign("SK", key);
    map.insert_or_assign("GSI2SK", key);
    map.insert_or_assign("PersonId", person_id);
    return store::Item::from_map(map);
  }

  // --- Everything else.

  Result<void> compare_relationship(FileItem file) {
    const std::string key = file.key();
    const auto link = keys::child_in(key);
    const auto ids = link ? link : keys::spouse_in(key);
    if (ids->first == ids->second) return {};
    for (const std::string& one : {key, keys::spouse_of(ids->second, ids->first)}) {
      const auto known = snapshot_.items.find(one);
      if (known != snapshot_.items.end()) return compare_known(known->second, one, std::move(file));
      if (link) break;
    }
    if (!link && says_nothing_new(*ids, file)) return {};
    ShownDifference shown = {.kind = link ? "parent" : "couple"};
    for (const std::string& id : {ids->first, ids->second}) {
      const auto known = snapshot_.person(id);
      const auto fresh = new_people_.find(id);
      if (known) {
        shown.people.push_back({id, snapshot_.people[*known].name});
      } else if (fresh != new_people_.end()) {
        shown.people.push_back({"", fresh->second.second});
        shown.needs.push_back(fresh->second.first);
      } else {
        // The file has the family before the person.
        later_.push_back(std::move(file));
        return {};
      }
    }
    const bool is_new =
        new_relationships_.insert(key).second &&
        (link || !new_relationships_.contains(keys::spouse_of(ids->second, ids->first)));
    if (!is_new) return {};
    shown.title = title_of(shown.people);
    shown.attributes = attributes_of(file.fields);
    if (snapshot_.taken_keys.contains(key)) {
      shown.problem = kReimportKeyTaken;
      NORN_TRY(show(DifferenceClass::kRefused, shown));
      return {};
    }
    NORN_ASSIGN(const std::string id, show(DifferenceClass::kNew, shown));
    return write_new(id, shown.needs, file);
  }

  // GEDCOM has no other way to say that two people have a child than to put them into a family.
  bool says_nothing_new(const keys::Pair& ids, const FileItem& file) const {
    const auto first = snapshot_.person(ids.first);
    const auto second = snapshot_.person(ids.second);
    if (!first || !second) return false;
    const bool is_empty = std::ranges::all_of(file.fields, [](const Field& field) {
      return field.text.empty() || (field.name == "status" && field.text == "Unknown");
    });
    return is_empty && parents_of_one_.contains(std::minmax(*first, *second));
  }

  Result<void> compare_source(FileItem file) {
    const std::string key = file.key();
    const auto known = snapshot_.items.find(key);
    if (known != snapshot_.items.end()) return compare_known(known->second, key, std::move(file));
    ShownDifference shown = {.kind = "source", .title = text_in(file.fields, "title")};
    shown.attributes = attributes_of(file.fields);
    NORN_ASSIGN(const std::string id, show(DifferenceClass::kNew, shown));
    return write_new(id, {}, file);
  }

  Result<void> compare_record(FileItem file) {
    const std::string tag = apps::text_of(file.item, "Tag");
    const std::string xref = apps::text_of(file.item, "Xref");
    file.fields = fields_of_record(file.lines);
    if (KnownRecord* const known = known_record(tag, xref, digest_of(file.fields))) {
      // The header of a file from elsewhere does not replace that of the tree's own.
      if (tag == "HEAD" && !matching_.has_same_xrefs) known->item.is_seen = true;
      return compare_known(known->item, known->key, std::move(file));
    }
    // Relationships say all that it does.
    if (tag == "FAM" && linked_families_.contains(xref) && has_only_people(file.lines)) return {};
    ShownDifference shown = {.kind = "record",
                             .title = xref.empty() ? tag : fmt::format("{} @{}@", tag, xref)};
    shown.attributes = attributes_of(file.fields);
    NORN_ASSIGN(const std::string id, show(DifferenceClass::kNew, shown));
    file.item = numbered(file.item);
    return write_new(id, {}, file);
  }

  KnownRecord* known_record(const std::string& tag, const std::string& xref, uint64_t digest) {
    const auto named_one = records_.find(record_name(tag, xref));
    if (named_one != records_.end()) return &snapshot_.records[named_one->second];
    const auto [begin, end] = records_by_digest_.equal_range(digest);
    for (auto place = begin; place != end; ++place) {
      KnownRecord& record = snapshot_.records[place->second];
      const bool is_same = record_name(record.tag, record.xref) == record_name(tag, xref);
      if (!record.item.is_seen && is_same) return &record;
    }
    return nullptr;
  }

  // Shared notes have another tag in each version.
  static std::string record_name(const std::string& tag, const std::string& xref) {
    return (tag == "NOTE" ? "SNOTE" : tag) + "\n" + xref;
  }

  static bool has_only_people(const std::string& lines) {
    const auto& children = kept_record(lines).children;
    return std::ranges::all_of(children, [](const Record& line) {
      const bool is_person = line.tag == "HUSB" || line.tag == "WIFE" || line.tag == "CHIL";
      return is_person && line.children.empty();
    });
  }

  // --- What is in the tree, too.

  Result<void> compare_known(KnownItem& known, const std::string& key, FileItem file) {
    if (known.is_seen) return {};
    known.is_seen = true;
    if (known.digest == digest_of(file.fields)) {
      count_same(key);
      return known.has_base ? Result<void>() : remember(key, file);
    }
    pending_.push_back({std::move(file), key});
    if (pending_.size() < kComparedAtOnce) return {};
    return resolve();
  }

  void count_same(const std::string& key) {
    ++all_.same;
    if (!keys::person_in(key).empty()) ++people_.same;
  }

  Result<void> resolve() {
    if (pending_.empty()) return {};
    std::vector<Pending> pending = std::exchange(pending_, {});
    std::vector<store::Item> wanted;
    for (const Pending& one : pending) {
      wanted.push_back(apps::key_of(keys::user(tree_.owner_id), one.key));
    }
    NORN_ASSIGN(const auto items, apps::get_all(context_.store, context_.tables.family(), wanted));
    std::unordered_map<std::string, const store::Item*> by_key;
    for (const store::Item& item : items) by_key.emplace(apps::text_of(item, "SK"), &item);
    for (const Pending& one : pending) {
      // What was removed meanwhile is noticed when the import begins.
      const auto found = by_key.find(one.key);
      if (found != by_key.end()) NORN_TRY(compare(*found->second, one));
    }
    return {};
  }

  Result<void> compare(const store::Item& item, const Pending& pending) {
    const FileItem& file = pending.file;
    const Fields own = fields_of(item, snapshot_.lines_of(item));
    const auto base = last_import_of(item, own);
    const Fields exported = after_export(item);
    std::array<std::vector<ShownDifference::Attribute>, kDifferenceClasses.size()> found;
    for (size_t i = 0; i < own.size() && i < file.fields.size(); ++i) {
      const Field& field = file.fields[i];
      const bool is_own_picture =
          field.name == "photoUrl" && is_own_photo(apps::optional_text_of(item, "PhotoUrl"));
      if (says_the_same_of(pending.key, field, own[i]) || is_own_picture) continue;
      std::string last;
      if (base) {
        const auto text = base->find(field.name);
        if (text != base->end()) last = text->second;
        if (as_imported(field.text) == last) continue;  // Changed in the tree only.
      }
      if (i < exported.size() && says_the_same_of(pending.key, field, exported[i])) continue;
      const bool is_changed = base && as_imported(own[i].text) == last;
      DifferenceClass difference =
          is_changed ? DifferenceClass::kChanged : DifferenceClass::kConflict;
      if (field.name == "birth" && refused_birth(pending.key) != nullptr) {
        difference = DifferenceClass::kRefused;
      }
      if (last.starts_with("sha256:")) last.clear();
      found[static_cast<size_t>(difference)].push_back(
          {.name = field.name, .tree = words_of(own[i]), .file = words_of(field), .last = last});
    }
    bool is_any = false;
    for (const DifferenceClass difference : kDifferenceClasses) {
      auto& attributes = found[static_cast<size_t>(difference)];
      if (attributes.empty()) continue;
      is_any = true;
      NORN_TRY(show_change(difference, item, pending, std::move(attributes)));
    }
    if (is_any) return {};
    count_same(pending.key);
    return base ? Result<void>() : remember(pending.key, file);
  }

  const Said* refused_birth(const std::string& key) const {
    const auto person = snapshot_.person(keys::person_in(key));
    if (!person) return nullptr;
    const auto found = links_.refused_births.find(*person);
    return found == links_.refused_births.end() ? nullptr : &found->second;
  }

  Result<void> show_change(DifferenceClass difference, const store::Item& item,
                           const Pending& pending,
                           std::vector<ShownDifference::Attribute> attributes) {
    ShownDifference shown = described(item, pending.key);
    const std::vector<ShownDifference::Attribute> changed = attributes;
    shown.attributes = std::move(attributes);
    if (difference == DifferenceClass::kRefused) shown.problem = *refused_birth(pending.key);
    if (shown.kind == "person") ++people_.of(difference);
    NORN_ASSIGN(const std::string id, show(difference, shown));
    if (difference == DifferenceClass::kRefused) return {};
    return write_change(id, item, pending, changed);
  }

  ShownDifference described(const store::Item& item, const std::string& key) const {
    ShownDifference shown = {.kind = kind_of_key(key)};
    const auto someone = [&](const std::string& id) {
      const auto person = snapshot_.person(id);
      shown.people.push_back({id, person ? snapshot_.people[*person].name : "?"});
    };
    const auto link = keys::child_in(key);
    const auto couple = keys::spouse_in(key);
    const auto fact = keys::fact_in(key) ? keys::fact_in(key) : keys::note_in(key);
    if (link || couple) {
      someone((link ? link : couple)->first);
      someone((link ? link : couple)->second);
      shown.title = title_of(shown.people);
    } else if (fact) {
      someone(fact->first);
      shown.title = fact_title(fields_of(item, ""));
    } else if (const std::string id = keys::person_in(key); !id.empty()) {
      someone(id);
      shown.title = shown.people.front().name;
    } else if (keys::source_in(key)) {
      shown.title = apps::text_of(item, "Title");
    } else {
      const std::string xref = apps::text_of(item, "Xref");
      const std::string tag = apps::text_of(item, "Tag");
      shown.title = xref.empty() ? tag : fmt::format("{} @{}@", tag, xref);
    }
    return shown;
  }

  // Returns the id of the difference.
  Result<std::string> show(DifferenceClass difference, const ShownDifference& shown) {
    ++all_.of(difference);
    std::string id = journal_.next_id(difference);
    NORN_TRY(journal_.add(difference, shown_json(difference, id, shown)));
    return id;
  }

  // --- The journal.

  using When = JournalWrite::When;
  using Kind = JournalWrite::Kind;

  Result<void> write_put(const std::string& id, const std::vector<std::string>& needs,
                         const store::Item& item) {
    reimport_.new_bytes += static_cast<int64_t>(item.size_bytes());
    const std::string key = apps::text_of(item, "SK");
    store::Map map = item.to_map();
    map.erase("PK");
    map.erase("SK");
    return journal_.add({.difference = id,
                         .needs = needs,
                         .kind = Kind::kPut,
                         .key = key,
                         .attributes = std::move(map)},
                        {.difference = id, .needs = needs, .kind = Kind::kRemove, .key = key});
  }

  Result<void> write_new(const std::string& id, const std::vector<std::string>& needs,
                         const FileItem& file) {
    NORN_TRY(write_put(id, needs, file.item));
    return write_parts(id, needs, file, file.key());
  }

  Result<void> write_parts(const std::string& id, const std::vector<std::string>& needs,
                           const FileItem& file, const std::string& of) {
    for (const store::Item& part : file.parts) {
      store::Map map = numbered(part).to_map();
      map.insert_or_assign("Of", of);
      NORN_TRY(write_put(id, needs, store::Item::from_map(map)));
    }
    return {};
  }

  // Kept lines with a number that the tree does not have.
  store::Item numbered(const store::Item& item) {
    store::Map map = item.to_map();
    const std::string key = keys::gedcom(tree_.id, fmt::format("{:08}", snapshot_.next_number++));
    map.insert_or_assign("SK", key);
    map.insert_or_assign("GSI2SK", key);
    return store::Item::from_map(map);
  }

  // The value that sets an attribute of `write`, or its removal.
  static void set_as_in(JournalWrite& write, const std::string& name, store::ItemView item) {
    if (auto value = item.value(name)) {
      write.attributes.insert_or_assign(name, *std::move(value));
    } else {
      write.removed.push_back(name);
    }
  }

  Result<void> write_change(const std::string& id, const store::Item& item, const Pending& pending,
                            const std::vector<ShownDifference::Attribute>& changed) {
    JournalWrite write = {.difference = id, .kind = Kind::kSet, .key = pending.key};
    JournalWrite undo = write;
    undo.when = When::kAlways;
    for (const ShownDifference::Attribute& one : changed) {
      for (const std::string& name : attributes_of_field(pending.key, one.name)) {
        set_as_in(write, name, pending.file.item);
        set_as_in(undo, name, item);
      }
      if (one.name == kLinesField) NORN_TRY(replace_parts(id, pending));
    }
    const std::string imported(kImportedAttribute);
    set_as_in(write, imported, pending.file.item);
    for (const std::string& name : {imported, std::string("UpdatedAt"), std::string("UpdatedBy")}) {
      set_as_in(undo, name, item);
    }
    write.attributes.insert_or_assign("UpdatedAt", now_);
    write.attributes.insert_or_assign("UpdatedBy", reimport_.user_id);
    NORN_TRY(journal_.add(write, undo));
    // The next import does not ask again.
    JournalWrite kept = {
        .difference = id, .when = When::kKept, .kind = Kind::kSet, .key = pending.key};
    set_as_in(kept, imported, pending.file.item);
    JournalWrite unkept = {
        .difference = id, .when = When::kKept, .kind = Kind::kSet, .key = pending.key};
    set_as_in(unkept, imported, item);
    return journal_.add(kept, unkept);
  }

  Result<void> replace_parts(const std::string& id, const Pending& pending) {
    const auto old = snapshot_.parts.find(pending.key);
    if (old != snapshot_.parts.end()) {
      std::vector<store::Item> wanted;
      for (const auto& [number, part] : old->second) {
        wanted.push_back(apps::key_of(keys::user(tree_.owner_id), part.first));
      }
      NORN_ASSIGN(const auto items,
                  apps::get_all(context_.store, context_.tables.family(), wanted));
      for (const store::Item& item : items) {
        JournalWrite remove = {
            .difference = id, .kind = Kind::kRemove, .key = apps::text_of(item, "SK")};
        JournalWrite put = remove;
        put.kind = Kind::kPut;
        put.attributes = item.to_map();
        put.attributes.erase("PK");
        put.attributes.erase("SK");
        NORN_TRY(journal_.add(remove, put));
      }
    }
    return write_parts(id, {}, pending.file, pending.key);
  }

  // What the file says of something that is the same, for the next import.
  Result<void> remember(const std::string& key, const FileItem& file) {
    JournalWrite write = {.when = When::kAlways, .kind = Kind::kSet, .key = key};
    JournalWrite undo = write;
    const std::string imported(kImportedAttribute);
    set_as_in(write, imported, file.item);
    undo.removed.push_back(imported);
    const auto person = snapshot_.person(keys::person_in(key));
    const bool has_no_xref = person && snapshot_.people[*person].xref.empty();
    if (has_no_xref && file.item.contains("Xref")) {
      set_as_in(write, "Xref", file.item);
      undo.removed.emplace_back("Xref");
    }
    return journal_.add(write, undo);
  }

  Result<void> count_missing() {
    int64_t missing = 0;
    for (const auto& [key, item] : snapshot_.items) {
      if (!item.is_seen && keys::person_in(key).empty()) ++missing;
    }
    for (const auto& [person, facts] : snapshot_.facts) {
      missing += std::ranges::count(facts, false, &KnownFact::is_seen);
    }
    for (const KnownRecord& record : snapshot_.records) {
      if (!record.item.is_seen && record.tag != "HEAD") ++missing;
    }
    for (const KnownPerson& person : snapshot_.people) {
      if (person.is_seen) continue;
      ++people_.of(DifferenceClass::kMissing);
      const ShownDifference shown = {
          .kind = "person", .title = person.name, .people = {{person.id, person.name}}};
      NORN_TRY(show(DifferenceClass::kMissing, shown));
    }
    all_.of(DifferenceClass::kMissing) += missing;
    return {};
  }

  const Context& context_;
  const Tree& tree_;
  TreeReimport& reimport_;
  const ImportPlan& plan_;
  TreeSnapshot& snapshot_;
  const Matching& matching_;
  const LinkCheck links_;
  JournalWriter& journal_;
  const TellImport& tell_;
  const std::string now_;

  std::optional<FileItem> last_;
  FilePersonIndex next_person_ = 0;
  std::vector<FileItem> facts_;  // Of the next person.
  std::vector<FileItem> later_;  // Relationships of people who come later.
  std::vector<Pending> pending_;
  std::unordered_map<std::string, std::pair<std::string, std::string>> new_people_;  // Id and name.
  std::unordered_set<std::string> new_relationships_;
  std::unordered_map<std::string, size_t> records_;  // By tag and xref.
  std::unordered_multimap<uint64_t, size_t> records_by_digest_;
  std::unordered_map<std::string, std::string> source_xrefs_;
  std::unordered_map<std::string, std::string> source_titles_;
  std::unordered_set<std::string> linked_families_;  // Whose relationships say it all.
  std::set<std::pair<size_t, size_t>> parents_of_one_;
  DifferenceCounts all_;
  DifferenceCounts people_;
};

std::string report_of(const FileComparison& comparison, std::vector<apps::ImportNote> notes) {
  while (true) {
    std::string json;
    ObjectWriter object(json);
    comparison.all().append(object.key("counts"));
    comparison.people().append(object.key("people"));
    apps::append_notes(object, notes);
    object.close();
    if (json.size() <= kMaxReportedNoteBytes || notes.empty()) return json;
    notes.resize(notes.size() / 2);
  }
}

}  // namespace

Result<TreeReimport> compare_with_file(const Context& context, const Tree& tree, TreeReimport begun,
                                       const gedcom::FileBytes& file,
                                       const TreeImportWatch& watch) {
  NORN_ASSIGN(const auto opened, ImportFile::open(file, watch.tell, kComparisonEnds));
  const TellImport tell = opened->tell();
  NORN_ASSIGN(ImportPlan plan, ImportPlan::read(opened->passes(), context.ids, tell));
  NORN_ASSIGN(TreeSnapshot snapshot, TreeSnapshot::read(context, tree));
  const Matching matching = match(plan, snapshot);
  size_t people = snapshot.people.size();
  for (FilePersonIndex i = 0; i < plan.people().size(); ++i) {
    const auto& known = matching.people[i];
    if (known) plan.use_person(i, snapshot.people[*known].id);
    if (!known) ++people;
  }
  if (people > kMaxPeoplePerTree) return invalid("file", kReimportTooManyPeople(kMaxPeoplePerTree));
  for (size_t i = 0; i < plan.sources().size(); ++i) {
    if (matching.sources[i]) plan.use_source(i, snapshot.sources[*matching.sources[i]].id);
  }
  LinkCheck links = check_links(plan, snapshot, matching);
  begun.fingerprint = snapshot.fingerprint.text();
  JournalWriter journal(context, begun.id, watch.conditions);
  NORN_TRY(journal.begin());
  FileComparison comparison(context, tree, begun, plan, snapshot, matching, std::move(links),
                            journal, tell);
  const ImportedTree imported = {.user_id = tree.owner_id,
                                 .tree_id = tree.id,
                                 .now_ms = context.clock.now_ms(),
                                 .author_id = begun.user_id,
                                 .xrefs = matching.xrefs};
  gedcom::Notes notes;
  NORN_TRY(produce_items(
      opened->passes(), plan, imported, context.ids,
      [&](store::Item item) { return comparison.add(std::move(item)); }, tell, notes));
  NORN_TRY(comparison.finish());
  NORN_TRY(journal.flush());
  begun.state = TreeReimport::State::kCompared;
  begun.pages = journal.pages();
  begun.percent = 100;
  begun.report = report_of(comparison, opened->take_notes(notes));
  std::vector<Action> actions = watch.conditions;
  actions.push_back(apps::put_any(context.tables.norn(),
                                  to_item(begun, context.clock.now_s() + kComparisonLifeS)));
  NORN_TRY(apps::transact(context.store, std::move(actions)));
  return begun;
}

}  // namespace norn::family
