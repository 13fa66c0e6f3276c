#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "apps/family/access.h"
#include "apps/family/exchange/imported_fields.h"

// A tree as a comparison with a file needs it: who is in it and who is related to whom, and of
// everything else only the keys and digests of what it says. Read from the table, because an index
// may lag.
namespace norn::family {

// Tells two states of a tree apart. Neither of photos nor of the item of the tree itself.
class TreeFingerprint {
 public:
  void add(store::ItemView item);
  std::string text() const;

 private:
  // Sums of digests, so that the order does not count.
  uint64_t first_ = 0;
  uint64_t second_ = 0;
};

// Visits everything of a tree that a file can bring, by a consistent read of the table: kept lines
// first, because what they belong to cannot be compared without them. Items of other trees that the
// same keys lead to are only visited by `visit_other`.
Result<void> visit_content(const Context& context, const Tree& tree, const VisitItem& visit,
                           const VisitItem& visit_other = {});

// What the last import said of an item; nullopt if that is not known. An item of an import that was
// not changed since says so itself, also if an older version of Norn made it.
std::optional<ImportedTexts> last_import_of(store::ItemView item, const Fields& fields);

struct KnownItem {
  uint64_t digest = 0;    // Of its fields.
  bool has_base = false;  // Whether it is known what the last import said.
  bool is_seen = false;   // In the file.
};

struct KnownPerson {
  std::string id;
  std::string name;
  std::string first_name;
  std::string last_name;
  LifeDate birth;
  Gender gender = Gender::kUnknown;
  // As the last import had them; empty if that is not known.
  std::string imported_first_name;
  std::string imported_last_name;
  std::string imported_birth;
  std::string xref;
  std::string uid;
  std::vector<std::string> merged_xrefs;
  std::vector<size_t> parents;  // People.
  bool is_seen = false;
};

struct KnownFact {
  std::string key;  // SK.
  std::string kind;
  std::string date;
  uint64_t digest = 0;
  std::optional<uint64_t> base;  // Digest of what the last import said.
  bool is_seen = false;
};

// A record of a file that is only kept as lines.
struct KnownRecord {
  std::string key;  // SK.
  std::string tag;
  std::string xref;
  KnownItem item;
};

struct KnownSource {
  std::string id;
  std::string xref;
  std::string title;
};

struct KnownLink {
  size_t parent = 0;
  size_t child = 0;
  ParentKind kind = ParentKind::kBiological;
};

struct TreeSnapshot {
  static Result<TreeSnapshot> read(const Context& context, const Tree& tree);

  std::optional<size_t> person(const std::string& id) const;
  // The lines that are kept with an item, with those that did not fit into it.
  std::string lines_of(store::ItemView item) const;

  TreeFingerprint fingerprint;
  std::vector<KnownPerson> people;
  std::unordered_map<std::string, size_t> people_by_id;
  std::unordered_map<std::string, KnownItem> items;  // People, relationships, sources, by SK.
  std::unordered_map<std::string, std::vector<KnownFact>> facts;  // By person.
  std::vector<KnownRecord> records;
  std::vector<KnownSource> sources;
  std::vector<KnownLink> links;
  std::vector<std::pair<size_t, size_t>> couples;
  // What relationships to the parents of a child say that an export writes below the child.
  std::unordered_map<std::string, std::vector<std::string>> link_words;
  std::unordered_set<std::string> xrefs;
  // Further lines of an item, by its SK and their number: SK and text.
  std::unordered_map<std::string, std::map<int64_t, std::pair<std::string, std::string>>> parts;
  int64_t next_number = 0;  // Of kept lines.
  // Keys of relationships of these people that have items of other programs, which cannot be read
  // or are of another tree. Nothing may be written there.
  std::unordered_set<std::string> taken_keys;

 private:
  void add(store::ItemView item);
  void add_other(store::ItemView item);
  void add_taken(const std::string& key);
  void count_kept(const std::string& key);
  void add_kept(const std::string& key, store::ItemView item);
  void add_person(const std::string& key, store::ItemView item);
  void remember(const std::string& key, store::ItemView item, const Fields& fields);
  void add_fact(const std::string& key, store::ItemView item);
  void resolve_links();

  struct LinkIds {
    std::string parent;
    std::string child;
    ParentKind kind;
  };
  std::vector<LinkIds> link_ids_;
  std::vector<std::pair<std::string, std::string>> couple_ids_;
};

}  // namespace norn::family
