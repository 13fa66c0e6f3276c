#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/family/access.h"

// What is kept of a comparison of a tree with a file, in the table `norn`: the differences as they
// are shown, and the writes that they stand for, each with the write that takes it back. So an
// import into a tree needs nothing but its journal: after a crash it goes on where it was, and it
// can be undone.
namespace norn::family {

enum class DifferenceClass : uint8_t { kNew, kChanged, kConflict, kRefused, kMissing };
inline constexpr std::array kDifferenceClasses = {
    DifferenceClass::kNew, DifferenceClass::kChanged, DifferenceClass::kConflict,
    DifferenceClass::kRefused, DifferenceClass::kMissing};
std::string_view to_text(DifferenceClass difference);  // "new", "changed", …
std::optional<DifferenceClass> difference_class_from(std::string_view text);

// Whether it has the form of the id of a difference that can be taken or kept: "n0-12".
bool is_choosable(std::string_view difference);

// What a person has chosen. Differences are named by their ids.
struct ReimportChoices {
  bool adds_new = true;
  bool takes_changed = true;
  bool takes_conflicts = false;
  std::map<std::string, bool, std::less<>> items = {};  // Whether the file's is taken.

  bool takes(std::string_view difference) const;
  // Whether anything new may be taken, by its class or by its id.
  bool may_add() const;
};

// A write to an item of the tree.
struct JournalWrite {
  // Of a difference: on the condition that the file's, or the tree's, is chosen; or in any case.
  enum class When : uint8_t { kTaken, kKept, kAlways };
  enum class Kind : uint8_t { kPut, kSet, kRemove };

  std::string difference = {};  // Id.
  When when = When::kTaken;
  std::vector<std::string> needs = {};  // Differences without which it is not taken, either.
  Kind kind = Kind::kPut;
  std::string key = {};                   // SK.
  store::Map attributes = {};             // All of them of kPut, and those that kSet sets.
  std::vector<std::string> removed = {};  // Those that kSet removes.

  bool is_chosen(const ReimportChoices& choices) const;
};

// How long a comparison waits for what is chosen, and how long an import can be undone.
constexpr int64_t kComparisonLifeS = int64_t{24} * 60 * 60;
constexpr int64_t kUndoLifeS = 30 * kComparisonLifeS;

class JournalWriter {
 public:
  // Everything is written on these conditions.
  JournalWriter(const Context& context, std::string reimport_id, std::vector<Action> conditions);

  // Removes the pages that an interrupted comparison has left. Fails if a condition does, and if
  // the comparison was finished meanwhile: its journal is a person's by then.
  Result<void> begin();
  // The id that the next difference of the class gets.
  std::string next_id(DifferenceClass difference) const;
  Result<void> add(DifferenceClass difference, const std::string& json);
  // A write, and the one that takes it back.
  Result<void> add(const JournalWrite& write, const JournalWrite& undo);
  Result<void> flush();
  // How many pages of writes there are, after flush.
  int64_t pages() const { return writes_.number; }

 private:
  struct Page {
    int64_t number = 0;
    size_t bytes = 0;
    size_t count = 0;
    std::string json = {};
    store::List writes = {};
  };
  Result<void> add_write(std::string_view list, Page& page, const JournalWrite& write);
  Result<void> flush(std::string_view list, Page& page);
  Result<void> put(std::string_view list, int64_t number, std::string name, store::Value value);

  const Context& context_;
  const std::string id_;
  const std::vector<Action> conditions_;
  std::array<Page, kDifferenceClasses.size()> shown_;
  Page writes_;
  Page undo_;
};

// The writes of one page.
struct JournalPage {
  std::string key;  // SK.
  std::vector<JournalWrite> writes;
};
// The first page after the one of the key `after`, which may be empty; nullopt behind the last one.
Result<std::optional<JournalPage>> next_writes(const Context& context,
                                               const std::string& reimport_id,
                                               const std::string& after);
Result<std::optional<JournalPage>> next_undo(const Context& context, const std::string& reimport_id,
                                             const std::string& after);
// A page of differences as a JSON list; nullopt if there is none of this number.
Result<std::optional<std::string>> shown_page(const Context& context,
                                              const std::string& reimport_id,
                                              DifferenceClass difference, int64_t number);
// Keeps pages until that time, from the one after the key `after` on, and returns the last of them;
// empty behind the last one.
Result<std::string> keep_pages(const Context& context, const std::string& reimport_id,
                               const std::string& after, int64_t until_s);
// Removes a part of everything, and returns whether there may be more.
Result<bool> remove_journal(const Context& context, const std::string& reimport_id);

}  // namespace norn::family
