#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "store/item.h"
#include "store/value.h"

// What the console shows of items, and what it never shows: secrets and their hashes. They are
// taken out of an item before anything else sees it (the page, a filter, the log), so that no
// question about a hidden value can be asked.
namespace norn::apps {

// How the items of a table are shown.
enum class TableKind : uint8_t {
  kOrdinary,  // Everything but attributes and keys whose names tell that they are secret.
  kNorn,      // Only attributes that are listed for the kind of the item.
  kSearch,    // As kOrdinary; written by Norn alone.
  kFiles,     // The same, without the bytes of files.
};

// An item without what is hidden.
struct Shown {
  store::Item item;                 // Keys are there, without their secret part.
  std::vector<std::string> hidden;  // Names of attributes that are left out, or not shown whole.

  bool is_whole() const { return hidden.empty(); }
  friend bool operator==(const Shown&, const Shown&) = default;
};

// What stands for the secret part of a key.
inline constexpr std::string_view kHiddenPart = "(hidden)";

// Safe from any thread.
class Redaction {
 public:
  // `prefix` is that of this installation's tables.
  explicit Redaction(std::string prefix) : prefix_(std::move(prefix)) {}

  // By its name. Tables of other installations in the same store, and copies that were restored
  // from backups under names of the same kind, are treated alike.
  TableKind kind_of(std::string_view table) const;
  // Whether Norn alone writes to it: other programs write to the tables of the designs.
  bool is_own(std::string_view table) const { return kind_of(table) != TableKind::kOrdinary; }

  static Shown shown(TableKind kind, store::ItemView item);
  // Whether an attribute is hidden in every item of such a table, by its name.
  static bool hides_attribute(TableKind kind, std::string_view name);
  // Whether a comparison with this value could tell two keys with a secret part apart: it begins as
  // such keys do, and goes on.
  static bool probes_secret(TableKind kind, const store::Value& value);

 private:
  const std::string prefix_;
};

}  // namespace norn::apps
