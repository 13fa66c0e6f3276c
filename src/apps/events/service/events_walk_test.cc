#include <fmt/format.h>

#include <random>
#include <tuple>

#include "apps/events/series/edit_shift.h"
#include "apps/events/service/test_events.h"

// Series that are changed at random, beside the simplest model of them that there is: a list of
// times on the wall, on which the same is done one by one.
namespace norn::events {
namespace {

using ical::floor_mod;
using ical::kDaySeconds;

constexpr int kWalks = 12;  // Of each kind of series.
constexpr int kSteps = 40;
// What is known of a series without end, and the part of it that is compared: a walk moves it by
// less than what is between them.
constexpr int64_t kKnownDays = 260;
constexpr int64_t kComparedDays = 110;

struct Listed {
  int64_t original = 0;  // On the wall, as the series has it,
  int64_t start = 0;     // and as it is.
  std::string title = {};
  bool left_out = false;
  bool cancelled = false;
  bool of_rule = true;
};

struct Listing {
  std::string id;
  std::string title;
  bool sub_daily = false;
  When first = {};  // For its zone and kind.
  std::vector<Listed> all = {};

  std::string tag(const Listed& one) const {
    return sub_daily ? time_tag(on_scale(first, one.original)) : day_tag(one.original);
  }
};

// Which occurrences move: everything that was where the series says moves along.
void move(Listed& one, int64_t by) {
  if (one.start == one.original) one.start += by;
  one.original += by;
}

void retitle(Listed& one, const std::string& from, const std::string& to) {
  if (one.title == from) one.title = to;
}

struct Kind {
  const char* name;
  const char* rrule;
  enum { kBerlin, kKolkata, kFloating, kAllDay } time;
  enum { kAnything, kDaysOnly, kWithinMonth } moves = kAnything;
  std::vector<std::string> rdate = {};
};

class EngineWalk : public EventsTest {
 protected:
  using Visible = std::tuple<std::string, int64_t, int64_t, std::string>;

  int64_t any(int64_t from, int64_t to) {
    return std::uniform_int_distribution<int64_t>(from, to)(random_);
  }
  std::string any_title() { return fmt::format("Title {}", any(1, 4)); }

  void begin(const Kind& kind) {
    kind_ = &kind;
    const std::string start = fmt::format("2025-03-{:02}T{:02}:00:00", any(10, 16), any(6, 19));
    const std::string title = any_title();
    EventChange input;
    if (kind.time == Kind::kAllDay) {
      input = all_day(start.substr(0, 10), "2025-03-20", title);
    } else if (kind.time == Kind::kFloating) {
      input = floating(start, "2025-03-17T00:00:00", title);
    } else {
      input = timed(start, "2025-03-17T00:00:00",
                    kind.time == Kind::kBerlin ? "Europe/Berlin" : "Asia/Kolkata", title);
    }
    input.repeats.rrule = kind.rrule;
    input.repeats.rdate = kind.rdate;
    const Master master = make_series(input);
    const Series series = must(Series::of(master));
    Master rule = master;
    rule.repeats.rdate.clear();
    const Series by_rule = must(Series::of(rule));
    Listing listing = {.id = master.id, .title = title, .sub_daily = series.is_sub_daily()};
    listing.first = master.when;
    horizon_ = start_local_s(master.when) + kComparedDays * kDaySeconds;
    const ical::Window window = {.to_s = master.when.start_s + kKnownDays * kDaySeconds};
    for (const auto& occurrence : must(series.occurrences(window, 20'000))) {
      const int64_t at = occurrence.utc_s;
      const auto found = must(by_rule.occurrences({.from_s = at, .to_s = at + 1}, 2));
      listing.all.push_back({.original = occurrence.local_s,
                             .start = occurrence.local_s,
                             .title = title,
                             .of_rule = !found.empty()});
    }
    listings_ = {std::move(listing)};
  }

  // Some occurrence that can be compared, of some series; nullptr when there is none.
  Listed* any_occurrence(Listing& listing, bool left_out) {
    std::vector<Listed*> some;
    for (Listed& one : listing.all) {
      if (one.left_out == left_out && one.original < horizon_) some.push_back(&one);
    }
    if (some.empty()) return nullptr;
    return some[static_cast<size_t>(any(0, static_cast<int64_t>(some.size()) - 1))];
  }

  // By how much a series could move.
  int64_t any_shift(const Listing& listing, const Listed& one) {
    int64_t days = any(-2, 2);
    if (kind_->moves == Kind::kWithinMonth) {
      for (const Listed& each : listing.all) {
        const int day = ical::civil_date(ical::day_of_second(each.original)).day;
        if (day + days < 2 || day + days > 27) days = 0;
      }
    }
    const bool is_moved = one.start != one.original;
    if (kind_->time == Kind::kAllDay || kind_->moves == Kind::kDaysOnly || is_moved) {
      return days * kDaySeconds;
    }
    if (listing.sub_daily) return days * kDaySeconds + any(-20, 20) * 900;
    const int64_t time_of_day = any(6 * 4, 20 * 4) * 900;
    return days * kDaySeconds + time_of_day - floor_mod(one.original, kDaySeconds);
  }

  static EventChange moved_to(int64_t start, TimeKind kind) {
    EventChange change;
    if (kind == TimeKind::kAllDay) {
      change.when.start_date = Date(std::chrono::days(start / kDaySeconds));
    } else {
      change.when.start_local_s = start;
    }
    return change;
  }

  void change_one(Listing& listing, Listed& one) {
    EventChange edit;
    const int64_t what = any(0, 9);
    if (what < 3) {
      int64_t to = one.original + any(-3, 3) * kDaySeconds;
      if (listing.first.kind != TimeKind::kAllDay && !listing.sub_daily) {
        to += any(6 * 4, 20 * 4) * 900 - floor_mod(to, kDaySeconds);
      }
      edit = moved_to(to, listing.first.kind);
      one.start = to;
    } else if (what < 4) {
      edit.details.status = Status::kCancelled;
      one.cancelled = true;
    } else if (what < 5) {
      edit.details.status = Status::kConfirmed;
      one.cancelled = false;
    }
    if (what > 4 || any(0, 3) == 0) {
      one.title = any_title();
      edit.details.title = one.title;
    }
    change(instance_id(listing.id, listing.tag(one)), edit);
  }

  struct SeriesEdit {
    EventChange change;
    int64_t shift = 0;
    std::optional<std::string> title;
  };

  SeriesEdit any_edit(const Listing& listing, const Listed& one) {
    SeriesEdit edit;
    if (any(0, 1) == 0) {
      edit.shift = any_shift(listing, one);
      if (edit.shift != 0) edit.change = moved_to(one.start + edit.shift, listing.first.kind);
    }
    if (edit.shift == 0 || any(0, 2) == 0) {
      edit.title = any_title();
      edit.change.details.title = edit.title;
    }
    return edit;
  }

  // The same on the list: on those of a series that are not before `from`.
  static void apply(Listing& listing, const SeriesEdit& edit, Listed& one) {
    const int64_t start = one.start + edit.shift;
    for (Listed& each : listing.all) {
      move(each, edit.shift);
      if (edit.title) retitle(each, listing.title, *edit.title);
    }
    one.start = start;
    if (edit.title) one.title = *edit.title;
    if (edit.title) listing.title = *edit.title;
  }

  void change_all(Listing& listing, Listed& one) {
    const SeriesEdit edit = any_edit(listing, one);
    change(instance_id(listing.id, listing.tag(one)), edit.change, Scope::kAll);
    apply(listing, edit, one);
  }

  void change_as_series(Listing& listing) {
    const When first = series(listing.id).when;
    Listed start = {.original = start_local_s(first), .start = start_local_s(first)};
    const SeriesEdit edit = any_edit(listing, start);
    change(listing.id, edit.change);
    apply(listing, edit, start);
  }

  bool is_first(const Listing& listing, const Listed& one) {
    return std::ranges::none_of(listing.all, [&](const Listed& each) {
      return !each.left_out && each.original < one.original;
    });
  }

  void change_following(Listing& listing, Listed& one) {
    if (!one.of_rule) return;
    const SeriesEdit edit = any_edit(listing, one);
    const bool first = is_first(listing, one);
    const Thing became =
        change(instance_id(listing.id, listing.tag(one)), edit.change, Scope::kFollowing);
    if (first) return apply(listing, edit, one);
    if (edit.shift == 0 && *edit.title == listing.title) {
      one.title = *edit.title;
      return;
    }
    Listing later = listing;
    later.id = std::get<Master>(became).id;
    const int64_t from = one.original;
    std::erase_if(listing.all, [&](const Listed& each) { return each.original >= from; });
    std::erase_if(later.all, [&](const Listed& each) { return each.original < from; });
    // Further dates with times of their own may all be before it.
    later.sub_daily = must(Series::of(std::get<Master>(became))).is_sub_daily();
    apply(later, edit, *std::ranges::find(later.all, from, &Listed::original));
    listings_.push_back(std::move(later));
  }

  void remove_some(Listing& listing, Listed& one) {
    const std::string id = instance_id(listing.id, listing.tag(one));
    const int64_t what = any(0, 9);
    if (what < 7) {
      remove(id);
      one = {.original = one.original,
             .start = one.original,
             .title = listing.title,
             .left_out = true,
             .of_rule = one.of_rule};
      return;
    }
    const bool all = what == 9 || is_first(listing, one);
    remove(id, what == 9 ? Scope::kAll : Scope::kFollowing);
    const int64_t from = all ? std::numeric_limits<int64_t>::min() : one.original;
    std::erase_if(listing.all, [&](const Listed& each) { return each.original >= from; });
    if (all) std::erase_if(listings_, [&](const Listing& each) { return each.all.empty(); });
  }

  void restore(Listing& listing, Listed& one) {
    const std::string id = instance_id(listing.id, listing.tag(one));
    const std::string tag =
        one.left_out ? fmt::format("v{}.0", series(listing.id).stamp.version) : etag(id);
    must(events.restore(ada, id_of(id), tag));
    one = {.original = one.original,
           .start = one.original,
           .title = listing.title,
           .of_rule = one.of_rule};
  }

  void step() {
    Listing& listing =
        listings_[static_cast<size_t>(any(0, static_cast<int64_t>(listings_.size()) - 1))];
    const int64_t what = any(0, 19);
    Listed* const one = any_occurrence(listing, what == 19);
    if (one == nullptr) return;
    if (what < 6) return change_one(listing, *one);
    if (what < 9) return change_all(listing, *one);
    if (what < 12) return change_following(listing, *one);
    if (what < 14) return change_as_series(listing);
    if (what < 17) return remove_some(listing, *one);
    restore(listing, *one);
  }

  std::vector<Visible> expected() const {
    std::vector<Visible> visible;
    for (const Listing& listing : listings_) {
      for (const Listed& one : listing.all) {
        if (one.left_out || one.cancelled || one.original >= horizon_) continue;
        visible.emplace_back(listing.id, one.original, one.start, one.title);
      }
    }
    std::ranges::sort(visible);
    return visible;
  }

  std::vector<Visible> actual() {
    std::vector<Visible> visible;
    std::map<std::string, Instance> exceptions;
    for (const store::Item& item : items(ada, "INSTANCE#")) {
      const Instance instance = must(instance_from(item));
      exceptions.emplace(instance.id(), instance);
    }
    for (const store::Item& item : items(ada, "MASTER#")) {
      const Master master = must(master_from(item));
      const Series series = must(Series::of(master));
      const ical::Window window = {.to_s = on_scale(master.when, horizon_)};
      for (const auto& occurrence : must(series.occurrences(window, 20'000))) {
        Instance instance = series.instance_of(occurrence);
        const auto exception = exceptions.find(instance.id());
        if (exception != exceptions.end()) instance = exception->second;
        if (instance.details.status == Status::kCancelled) continue;
        visible.emplace_back(master.id, occurrence.local_s, start_local_s(instance.when),
                             instance.details.title);
      }
    }
    std::ranges::sort(visible);
    return visible;
  }

  void walk(const Kind& kind, unsigned seed) {
    random_.seed(seed);
    for (const Listing& listing : listings_) remove(listing.id, Scope::kAll);
    begin(kind);
    for (int i = 0; i < kSteps && !listings_.empty(); ++i) {
      step();
      sweep();
      expect_sound();
      ASSERT_EQ(actual(), expected()) << kind.name << ", walk " << seed << ", step " << i;
      ASSERT_FALSE(HasFailure()) << kind.name << ", walk " << seed << ", step " << i;
    }
  }

 private:
  std::mt19937 random_{1};
  const Kind* kind_ = nullptr;
  int64_t horizon_ = 0;
  std::vector<Listing> listings_;
};

const Kind kKinds[] = {
    {"daily", "FREQ=DAILY", Kind::kBerlin},
    {"counted", "FREQ=DAILY;INTERVAL=3;COUNT=30", Kind::kBerlin},
    {"weekly", "FREQ=WEEKLY", Kind::kBerlin},
    {"weekdays", "FREQ=WEEKLY;BYDAY=MO,WE,FR", Kind::kBerlin},
    {"fortnightly", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;COUNT=20", Kind::kBerlin},
    {"fortnightly days", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SA;WKST=WE", Kind::kAllDay},
    {"working days", "FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", Kind::kFloating},
    {"until", "FREQ=DAILY;UNTIL=20250601T170000Z", Kind::kBerlin},
    {"until a day", "FREQ=WEEKLY;BYDAY=SU,TH;UNTIL=20250601", Kind::kAllDay},
    {"monthly", "FREQ=MONTHLY", Kind::kBerlin, Kind::kWithinMonth},
    {"month day", "FREQ=MONTHLY;BYMONTHDAY=15", Kind::kAllDay, Kind::kWithinMonth},
    {"all days", "FREQ=DAILY;INTERVAL=2", Kind::kAllDay},
    {"floating", "FREQ=DAILY;INTERVAL=5;COUNT=22", Kind::kFloating},
    {"hourly", "FREQ=HOURLY;INTERVAL=7;COUNT=60", Kind::kKolkata},
    {"floating hours", "FREQ=HOURLY;INTERVAL=11", Kind::kFloating},
    {"twice a day", "FREQ=DAILY;INTERVAL=4;BYHOUR=8,15", Kind::kBerlin, Kind::kDaysOnly},
    {"and dates", "FREQ=WEEKLY;BYDAY=MO", Kind::kBerlin, Kind::kAnything, {"20250320", "20250501"}},
    {"and times",
     "FREQ=WEEKLY;BYDAY=MO",
     Kind::kKolkata,
     Kind::kAnything,
     {"20250320T101500Z/PT2H", "20250401"}},
};

TEST_P(EngineWalk, IsTheSameAsOneByOne) {
  for (const Kind& kind : kKinds) {
    for (unsigned seed = 0; seed < kWalks; ++seed) {
      walk(kind, seed);
      if (HasFailure()) return;
    }
  }
}
INSTANTIATE_TEST_SUITE_P(, EngineWalk, ::testing::Values(StoreKind::kFresh, StoreKind::kCalendar),
                         name_of_store);

}  // namespace
}  // namespace norn::events
