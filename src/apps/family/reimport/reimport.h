#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "apps/family/access.h"
#include "apps/family/reimport/journal.h"

// An import of a file into a tree that is there, from the end of its comparison on.
namespace norn::family {

struct TreeReimport {
  // The first two are those of the comparison, which is a job (exchange/import_jobs.h).
  enum class State : uint8_t {
    kWaiting,
    kReading,
    kCompared,
    kWriting,
    kUndoing,
    kDone,
    kUndone,
    kFailed
  };

  std::string id;
  std::string tree_id;
  std::string user_id;
  std::string file_name;
  std::string created_at;
  State state = State::kWaiting;
  int percent = 0;
  std::string problem = {};   // {"text":…,"code":…} as JSON.
  std::string report = {};    // {"counts":…,"people":…,"notes":…} as JSON.
  std::string owner_id = {};  // Of the tree, when it was begun.
  ReimportChoices choices = {};
  std::string fingerprint = {};        // Of the tree that was compared.
  std::string fingerprint_after = {};  // When it is done.
  std::string first_person = {};       // Of the file: the root of a tree that has none.
  std::string root_before = {};        // The root of the tree, when it was written.
  int64_t new_people = 0;
  int64_t new_bytes = 0;
  int64_t pages = 0;         // Of writes.
  int64_t undo_until_s = 0;  // 0: it cannot be undone.
  bool is_checked = false;   // The tree was as it was compared: the pages may be written.
  bool checks_undo = false;  // The tree has to be as it was left: no page is undone yet.

  bool is_running() const { return state == State::kWriting || state == State::kUndoing; }
};
std::string_view to_text(TreeReimport::State state);  // "waiting", …

store::Item to_item(const TreeReimport& reimport, std::optional<int64_t> ttl);
TreeReimport reimport_from(store::ItemView item);
store::Item reimport_key(const std::string& reimport_id);
// Replaces what is kept of a reimport, if its state and what was checked are as they were read: a
// process that has lost its lease does not end what another one has gone on with.
Action put_reimport(const Context& context, const store::Item& old, const TreeReimport& next,
                    std::optional<int64_t> ttl);
// Nullopt if there is none, or it has expired.
Result<std::optional<store::Item>> find_reimport(const Context& context,
                                                 const std::string& reimport_id);

}  // namespace norn::family
