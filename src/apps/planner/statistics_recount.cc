#include <set>
#include <utility>

#include "apps/planner/keys.h"
#include "apps/planner/statistics.h"
#include "apps/shared/items.h"

// Counting everything, while people go on changing it: a count is right when nothing happened to
// its person between the beginning of the counting and the end, which the stream tells.
namespace norn::planner {
namespace {

constexpr int64_t kRecountedRecordsAtOnce = 1'000;

Result<void> count_all(const Context& context, Counts& counts) {
  store::ScanRequest request;
  request.table = context.tables.planner();
  request.consistent = true;
  while (true) {
    NORN_ASSIGN(auto page, context.store.scan(request));
    for (const store::ItemView item : page.items) {
      const std::string person = person_of(item);
      if (!person.empty()) counts.try_emplace(person);
      add_item(counts, item);
    }
    if (!page.last_key) return {};
    request.start_after = std::move(page.last_key);
  }
}

Result<Count> count_one(const Context& context, const std::string& user_id) {
  Counts counts;
  store::QueryRequest request;
  request.table = context.tables.planner();
  request.consistent = true;
  request.key_condition = "PK = :pk";
  request.placeholders.values = {{":pk", keys::user(user_id)}};
  while (true) {
    NORN_ASSIGN(auto page, context.store.query(request));
    for (const store::ItemView item : page.items) add_item(counts, item);
    if (!page.last_key) return counts[user_id];
    request.start_after = std::move(page.last_key);
  }
}

// To whom something happened since the stream was read last.
Result<std::set<std::string>> touched(store::StreamTail& tail) {
  std::set<std::string> people;
  while (true) {
    NORN_ASSIGN(const auto records, tail.read(kRecountedRecordsAtOnce));
    if (records.empty()) return people;
    for (const store::StreamRecord& record : records) {
      Counts changes;
      add_change(changes, record);
      for (const auto& [person, count] : changes) people.insert(person);
    }
  }
}

}  // namespace

Result<Counts> Statistics::count_everybody() {
  Counts counts;
  NORN_TRY(count_all(context_, counts));
  NORN_ASSIGN(auto people, touched(tail_));
  while (!people.empty()) {
    for (const std::string& person : people) {
      NORN_ASSIGN(counts[person], count_one(context_, person));
    }
    NORN_ASSIGN(people, touched(tail_));
  }
  return counts;
}

}  // namespace norn::planner
