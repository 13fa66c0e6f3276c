#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "apps/planner/context.h"
#include "apps/shared/table_reader.h"
#include "base/error.h"
#include "store/requests/stream_requests.h"
#include "store/stream_tail.h"

namespace norn::planner {

// What some changes add up to for one person, or everything that the person has.
struct Count {
  int64_t events = 0;        // EVENT and MASTER; an occurrence is part of its series.
  std::string last_created;  // The newest createdAt among the new ones; empty if there are none.
  friend bool operator==(const Count&, const Count&) = default;
};

using Counts = std::map<std::string, Count>;  // By person.

// Keeps `stats` of every USER_META up to date: every change of the table counts exactly once,
// whatever crashes and however many processes read (apps::TableReader).
class Statistics final : public apps::Counter {
 public:
  explicit Statistics(Context context) : context_(std::move(context)) {}

  std::string table() const override { return context_.tables.planner(); }
  Result<std::vector<apps::Action>> count(const std::vector<store::StreamRecord>& records) override;
  Result<bool> recount(store::StreamTail& tail, const apps::Action& unmoved) override;
  bool needs_recount() const override { return found_no_stats_; }

 private:
  Result<Counts> count_all_persons(store::StreamTail& tail);
  // Returns false if another process has moved the position.
  Result<bool> write(const std::string& user_id, const Count& count, const apps::Action& unmoved);

  Context context_;
  bool found_no_stats_ = false;  // Another program wrote a USER_META without `stats`.
};

}  // namespace norn::planner
