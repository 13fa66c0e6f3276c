#include "apps/agenda/agenda.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <iterator>
#include <limits>
#include <mutex>
#include <utility>

#include "apps/accounts/credentials/secrets.h"
#include "apps/agenda/sentences.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"
#include "base/log.h"
#include "base/work_budget.h"
#include "ical/civil.h"

namespace norn::agenda {
namespace {

constexpr std::string_view kDefaultZone = "UTC";
// Parts that wait for a thread; one that finds no room is asked in the thread of the request.
constexpr size_t kMaxWaitingParts = 32;
// The bounds of a part that has a thread of its own, which are those of a request.
constexpr int64_t kPartWorkMs = 2'000;
constexpr size_t kPartBytes = size_t{32} << 20;

// The cursor is the order of the last item of a page, part by part. Ids have no '#'.
constexpr size_t kCursorParts = 7;

std::string cursor_of(const Item& item) {
  const ItemOrder order = ItemOrder::of(item);
  return accounts::base64url(fmt::format("{}#{:d}#{}#{}#{}#{}#{}", order.start_s, order.has_time,
                                         to_text(order.kind), order.as, order.app, order.owner_id,
                                         order.id));
}

// The order of a cursor, whose texts are those of the decoded cursor.
struct CursorOrder {
  std::string text;
  ItemOrder order = {};
};

template <typename Number>
bool read_number(std::string_view text, Number& number) {
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  return read.ec == std::errc() && read.ptr == text.data() + text.size();
}

Result<void> read_cursor(const std::string& cursor, CursorOrder& read) {
  const auto invalid_cursor = [] { return invalid("cursor", kCursorInvalid); };
  auto text = accounts::from_base64url(cursor);
  if (!text) return invalid_cursor();
  read.text = *std::move(text);
  std::array<std::string_view, kCursorParts> parts;
  std::string_view rest = read.text;
  for (size_t i = 0; i + 1 < kCursorParts; ++i) {
    const size_t hash = rest.find('#');
    if (hash == std::string_view::npos) return invalid_cursor();
    parts[i] = rest.substr(0, hash);
    rest.remove_prefix(hash + 1);
  }
  parts.back() = rest;
  const auto kind = kind_from(parts[2]);
  const bool has_numbers =
      read_number(parts[0], read.order.start_s) && read_number(parts[3], read.order.as);
  if (!kind || !has_numbers || (parts[1] != "0" && parts[1] != "1")) return invalid_cursor();
  read.order.has_time = parts[1] == "1";
  read.order.kind = *kind;
  read.order.app = parts[4];
  read.order.owner_id = parts[5];
  read.order.id = parts[6];
  return {};
}

// The items of a part that are still to be merged, in order.
struct Run {
  std::vector<Item*> items;
  size_t next = 0;

  bool is_empty() const { return next == items.size(); }
  ItemOrder order() const { return ItemOrder::of(*items[next]); }
};

Run run_of(std::vector<Item>& items, const CursorOrder* after) {
  Run run;
  run.items.reserve(items.size());
  for (Item& item : items) {
    if (after == nullptr || ItemOrder::of(item) > after->order) run.items.push_back(&item);
  }
  std::ranges::sort(run.items, {}, [](const Item* item) { return ItemOrder::of(*item); });
  return run;
}

// Merges the runs into a page. There are as many of them as apps, so the first of them is found by
// looking at all.
void merge(std::vector<Run>& runs, size_t most, AgendaPage& page) {
  while (true) {
    Run* first = nullptr;
    for (Run& run : runs) {
      if (!run.is_empty() && (first == nullptr || run.order() < first->order())) first = &run;
    }
    if (first == nullptr) return;
    if (page.items.size() == most) {
      page.next = cursor_of(page.items.back());
      return;
    }
    page.items.push_back(std::move(*first->items[first->next++]));
  }
}

// Counts the parts that are still being asked.
class Countdown {
 public:
  explicit Countdown(size_t left) : left_(left) {}

  void count_down() {
    const std::lock_guard lock(mutex_);
    if (--left_ == 0) done_.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return left_ == 0; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable done_;
  size_t left_;
};

// What a person is told about a part that failed. Messages of the store are not for people.
Failure failure_of(const std::string& app, const Error& error) {
  if (fault_of(error) != nullptr) return {app, error, said_by(error)};
  log::warn("the part of {} in an agenda failed: {}", app, error.message);
  return {app, error, kPartFailed(app)};
}

Result<void> check_days(const AgendaRequest& request) {
  if (request.to < request.from) return invalid("to", apps::kRangeEndsBeforeStart);
  if ((request.to - request.from).count() >= kMaxAgendaDays) {
    return invalid("to", apps::kRangeTooLong(kMaxAgendaDays));
  }
  return {};
}

}  // namespace

Date day_in(const ical::TimeZone& zone, int64_t now_ms) {
  const int64_t now_s = ical::floor_div(now_ms, 1'000);
  return Date(std::chrono::days(ical::floor_div(zone.local_of(now_s), ical::kDaySeconds)));
}

Agenda::Agenda(const Clock& clock, std::vector<AgendaSource*> sources, size_t threads)
    : clock_(clock),
      sources_(std::move(sources)),
      threads_(threads > 0 ? std::make_unique<ThreadPool>(threads, kMaxWaitingParts) : nullptr) {}

Result<Query> Agenda::query_of(const std::string& user_id, const AgendaRequest& request,
                               const std::vector<bool>& allowed, AgendaPage& page) {
  Query query{.from = request.from,
              .to = request.to,
              .tzid = request.tzid,
              .kinds = request.kinds,
              .language = request.language};
  for (size_t i = 0; i < sources_.size() && query.tzid.empty(); ++i) {
    if (!allowed[i]) continue;
    auto own = sources_[i]->own_zone(user_id);
    if (!own) {
      // The days of this person are somewhere else then, so the page must say why.
      page.failed.push_back(failure_of(sources_[i]->app(), own.error()));
    } else if (*own) {
      query.tzid = (*own)->tzid;
      page.dependencies.push_back({i, std::move((*own)->owners)});
    }
  }
  if (query.tzid.empty()) query.tzid = kDefaultZone;
  auto zone = ical::TimeZone::find(query.tzid);
  if (!zone && !request.tzid.empty()) {
    return invalid("zone", apps::kTimeZoneUnknown(request.tzid));
  }
  // A stored name that the machine no longer knows is read as UTC.
  query.zone = zone ? *zone : ical::TimeZone::utc();
  query.today = day_in(query.zone, clock_.now_ms());
  return query;
}

std::vector<Agenda::Asked> Agenda::ask(const std::string& user_id, const Query& query,
                                       const std::vector<bool>& allowed) {
  std::vector<Asked> asked;
  for (size_t i = 0; i < sources_.size(); ++i) {
    if (allowed[i] && sources_[i]->kinds().overlaps(query.kinds)) asked.push_back({i, Part()});
  }
  const auto ask_one = [&](Asked& one) { one.part = sources_[one.source]->items(user_id, query); };
  if (!threads_) {
    for (Asked& one : asked) ask_one(one);
    return asked;
  }
  Countdown done(asked.size());
  for (size_t i = 0; i < asked.size(); ++i) {
    Asked* const one = &asked[i];
    const bool is_last = i + 1 == asked.size();
    const auto in_thread = [&ask_one, &done, one] {
      const WorkBudget budget({.ms = kPartWorkMs, .bytes = kPartBytes});
      ask_one(*one);
      done.count_down();
    };
    // The last one keeps the thread of the request busy while the others are asked.
    if (!is_last && threads_->post(in_thread)) continue;
    ask_one(*one);
    done.count_down();
  }
  done.wait();
  return asked;
}

Result<AgendaPage> Agenda::make(const std::string& user_id, const AgendaRequest& request,
                                const std::vector<bool>& allowed, size_t most) {
  CursorOrder after;
  if (!request.cursor.empty()) NORN_TRY(read_cursor(request.cursor, after));
  AgendaPage page;
  NORN_ASSIGN(page.query, query_of(user_id, request, allowed, page));
  std::vector<Asked> asked = ask(user_id, page.query, allowed);
  std::vector<Run> runs;
  for (Asked& one : asked) {
    const std::string app = sources_[one.source]->app();
    if (!one.part) {
      const bool is_named = std::ranges::find(page.failed, app, &Failure::app) != page.failed.end();
      if (!is_named) page.failed.push_back(failure_of(app, one.part.error()));
      continue;
    }
    for (FailedOwner& missing : one.part->failed) {
      Failure& failure = page.failed.emplace_back(failure_of(app, missing.error));
      failure.owner = std::move(missing.owner);
    }
    std::erase_if(one.part->items,
                  [&](const Item& item) { return !page.query.kinds.has(item.kind); });
    runs.push_back(run_of(one.part->items, request.cursor.empty() ? nullptr : &after));
    page.dependencies.push_back({one.source, std::move(one.part->owners)});
    page.can_be_kept = page.can_be_kept && one.part->can_be_kept;
  }
  merge(runs, most, page);
  page.can_be_kept = page.can_be_kept && page.failed.empty();
  return page;
}

Result<AgendaPage> Agenda::list(const std::string& user_id, const AgendaRequest& request,
                                const std::vector<bool>& allowed) {
  NORN_TRY(check_days(request));
  return make(user_id, request, allowed, kPageItems);
}

Result<AgendaPage> Agenda::all(const std::string& user_id, const AgendaRequest& request) {
  return make(user_id, request, std::vector<bool>(sources_.size(), true),
              std::numeric_limits<size_t>::max());
}

UnscheduledTasks Agenda::unscheduled(const std::string& user_id, const std::vector<bool>& allowed) {
  UnscheduledTasks tasks;
  for (size_t i = 0; i < sources_.size(); ++i) {
    if (!allowed[i]) continue;
    auto found = sources_[i]->unscheduled(user_id, kMaxUnscheduled - tasks.items.size());
    if (!found) {
      tasks.failed.push_back(failure_of(sources_[i]->app(), found.error()));
      continue;
    }
    std::ranges::move(*found, std::back_inserter(tasks.items));
    if (tasks.items.size() >= kMaxUnscheduled) break;
  }
  if (tasks.items.size() > kMaxUnscheduled) tasks.items.resize(kMaxUnscheduled);
  return tasks;
}

}  // namespace norn::agenda
