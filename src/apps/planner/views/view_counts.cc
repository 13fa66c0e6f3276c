#include <set>
#include <utility>

#include "apps/planner/keys.h"
#include "apps/planner/views/view_gathering.h"
#include "apps/planner/views/views.h"
#include "apps/planner/series/when.h"
#include "apps/planner/series/when_zone.h"

// What is told about everything that somebody has.
namespace norn::planner {
namespace {

// What starts from one instant to before another.
class Starts {
 public:
  Starts(const ical::TimeZone& zone, int64_t from_s, int64_t to_s)
      : zone_(zone), from_s_(from_s), to_s_(to_s) {}

  void add(const When& when) {
    const int64_t start_s = instants_of(when, zone_).start_s;
    if (start_s >= from_s_ && start_s < to_s_) ++count_;
  }
  int64_t count() const { return count_; }

 private:
  const ical::TimeZone& zone_;
  const int64_t from_s_;
  const int64_t to_s_;
  int64_t count_ = 0;
};

}  // namespace

Result<int64_t> Views::upcoming(const std::string& user_id, int64_t days) {
  Gathering gathering(context_, user_id);
  NORN_ASSIGN(const ViewMeta meta, gathering.read_person());
  const ical::TimeZone& zone = zone_of(meta.default_tzid);
  const int64_t from_s = context_.clock.now_s();
  const int64_t to_s = from_s + days * kDaySeconds;
  // A day more on both sides, for times on the wall.
  const ViewWindow window(from_s - kDaySeconds, to_s + kDaySeconds, zone);
  NORN_TRY(gathering.read(window, 0));
  Starts starts(zone, from_s, to_s);
  const std::vector<ViewItem>& items = gathering.items();
  for (const uint32_t place : gathering.events()) {
    if (items[place].status() != Status::kCancelled) starts.add(items[place].when());
  }
  for (const uint32_t place : gathering.masters()) {
    Gathering::OpenSeries opened;
    NORN_ASSIGN(const bool occurs, gathering.open(place, opened));
    if (!occurs || items[place].status() == Status::kCancelled) continue;
    const ical::Window on_scale = window.on_scale(items[place].time_kind());
    for (const auto& occurrence : gathering.occurrences(opened, on_scale, kMaxViewOccurrences)) {
      starts.add(opened.series->when_of(occurrence));
    }
  }
  for (const auto& exception : gathering.exceptions()) starts.add(items[exception.item].when());
  return starts.count();
}

Result<std::vector<std::string>> Views::tags(const std::string& user_id) {
  store::QueryRequest request;
  request.table = context_.tables.planner();
  // Events, occurrences, (links) and series stand one after another.
  request.key_condition = "PK = :pk AND SK BETWEEN :first AND :last";
  request.projection = "tags, #ttl";
  request.placeholders.names = {{"#ttl", "ttl"}};
  request.placeholders.values = {{":pk", keys::user(user_id)},
                                 {":first", std::string(keys::kEvents)},
                                 {":last", std::string(keys::kMasters) + "~"}};
  request.consistent = true;
  std::set<std::string> tags;
  for (size_t pages = 0; pages < kMaxPagesRead; ++pages) {
    NORN_ASSIGN(auto page, context_.store.query(request));
    for (const store::ItemView item : page.items) {
      const auto ttl = item.value("ttl");
      const auto* const number = ttl ? ttl->get_if<store::Number>() : nullptr;
      int64_t ttl_s = 0;
      const bool expires = number != nullptr && number->to_int64(ttl_s);
      if (expires && ttl_s <= context_.clock.now_s()) continue;
      const auto value = item.value("tags");
      const auto* const set = value ? value->get_if<store::StringSet>() : nullptr;
      if (set != nullptr) tags.insert(set->members().begin(), set->members().end());
    }
    if (!page.last_key) break;
    request.start_after = std::move(page.last_key);
  }
  return std::vector<std::string>(tags.begin(), tags.end());
}

}  // namespace norn::planner
