#include "apps/bookings/feeds/calendar_feed.h"

#include <fmt/format.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <utility>

#include "apps/bookings/events/events.h"
#include "apps/shared/item_reader.h"
#include "ical/calendar_file.h"
#include "ical/civil.h"

namespace norn::bookings {
namespace {

// As web/messages has them. English comes first: it is for all others.
constexpr std::array<FeedWords, 3> kFeedWords = {{
    {"en", kTakenTitle, kBlockedTitle, "Check-in from {}, check-out until {}."},
    {"de", "Belegt", "Gesperrt", "Check-in ab {}, Check-out bis {}."},
    {"zh", "已占用", "已锁定", "最早 {} 入住，最晚 {} 退房。"},
}};
constexpr ical::DateTime kEpoch{ical::TimeForm::kUtc, 0};
constexpr std::chrono::days kDaysBefore{365};
constexpr std::chrono::days kDaysAhead{3'660};
constexpr int64_t kPageEvents = 200;

std::optional<ical::DateTime> stamp(const std::string& timestamp) {
  const auto ms = parse_timestamp_ms(timestamp);
  if (!ms) return std::nullopt;
  return ical::DateTime{ical::TimeForm::kUtc, *ms / 1000};
}

ical::CalendarTime whole_day(Date date) {
  return {.time = {ical::TimeForm::kDate, date.time_since_epoch().count() * ical::kDaySeconds}};
}

std::string description(const PlaceSettings& place, const Event& event, bool knows,
                        const FeedWords& words) {
  std::string text;
  if (event.kind == EventKind::kBooking) {
    text = fmt::format(fmt::runtime(words.check_in_and_out), place.check_in, place.check_out);
  }
  if (!knows || !event.note) return text;
  if (!text.empty()) text += "\n\n";
  return text + *event.note;
}

// The number of changes. Versions of events that were created with an Idempotency-Key begin with
// the time of creation, versions of other programs anywhere; a SEQUENCE has at most 31 bits (RFC
// 5545, 3.3.8).
int64_t sequence_of(const Event& event) {
  constexpr int64_t kMaxSequence = 1'000'000'000;
  const auto created_ms = parse_timestamp_ms(event.created_at);
  const bool begins_with_time = !event.digest.empty() && created_ms && event.version > *created_ms;
  const int64_t sequence = begins_with_time ? event.version - *created_ms : event.version - 1;
  return std::clamp<int64_t>(sequence, 0, kMaxSequence);
}

std::string_view title_of(const Event& event, bool knows, const FeedWords& words) {
  if (!knows) return words.taken;
  const bool has_none = event.kind == EventKind::kBlocked && event.title == kBlockedTitle;
  return has_none ? words.blocked : event.title;
}

ical::CalendarItem calendar_item(const Access& access, const Event& event, const FeedWords& words) {
  const bool knows = may_know(access, event);
  ical::CalendarItem item;
  item.uid = event.id + "@norn";
  item.start = whole_day(event.stay.start);
  item.end = whole_day(event.stay.end);
  item.summary = title_of(event, knows, words);
  item.description = description(access.place.settings, event, knows, words);
  item.location = access.place.settings.name;
  if (event.kind == EventKind::kBlocked) item.categories = {std::string(words.blocked)};
  item.sequence = sequence_of(event);
  item.created = stamp(event.created_at);
  item.last_modified = stamp(event.updated_at);
  item.stamp = item.last_modified;
  return item;
}

// The account's language is the first choice.
Result<const FeedWords*> words_for(const Context& context, const std::string& user_id,
                                   const std::vector<std::string_view>& languages) {
  NORN_ASSIGN(const auto account, context.users.find_account(user_id));
  const FeedWords* words = account ? feed_words(account->language) : nullptr;
  for (const std::string_view language : languages) {
    if (words == nullptr) words = feed_words(language);
  }
  return words != nullptr ? words : &kFeedWords.front();
}

}  // namespace

const FeedWords* feed_words(std::string_view language) {
  const auto found = std::ranges::find(kFeedWords, language, &FeedWords::language);
  return found != kFeedWords.end() ? &*found : nullptr;
}

std::string stay_component(const Access& access, const Event& event) {
  return ical::component_text(
      ical::item_component(calendar_item(access, event, *feed_words("en")), kEpoch));
}

CalendarFeed::CalendarFeed(const Context& context, Access access, const FeedWords& words)
    : context_(&context), access_(std::move(access)), words_(&words) {
  const Date today = today_at(access_.place, context.clock);
  shown_ = {today - kDaysBefore, today + kDaysAhead};
}

Result<CalendarFeed> CalendarFeed::begin(const Context& context, const std::string& user_id,
                                         const std::string& place_id,
                                         const std::vector<std::string_view>& languages) {
  NORN_ASSIGN(Access access, authorize(context, user_id, place_id, Role::kViewer));
  NORN_ASSIGN(const FeedWords* const words, words_for(context, user_id, languages));
  return CalendarFeed(context, std::move(access), *words);
}

Result<std::string> CalendarFeed::etag() const {
  CalendarFeed feed = *this;
  XXH3_state_t hash;
  XXH3_64bits_reset(&hash);
  for (bool more = true; more;) {
    std::string part;
    NORN_ASSIGN(more, feed.append_next(part));
    XXH3_64bits_update(&hash, part.data(), part.size());
  }
  return fmt::format("{:016x}", XXH3_64bits_digest(&hash));
}

Result<bool> CalendarFeed::append_next(std::string& out) {
  if (!std::exchange(has_begun_, true)) {
    ical::CalendarFile file;
    file.name = access_.place.settings.name;
    out += ical::calendar_begin(file, {});
  }
  store::QueryRequest request = query_events(*context_, access_.place.id, shown_.start, shown_.end);
  request.limit = kPageEvents;
  request.start_after = std::move(start_after_);
  NORN_ASSIGN(auto page, context_->store.query(request));
  for (const Event& event : apps::readable(page.items, event_from)) {
    if (!event.stay.overlaps(shown_)) continue;
    out +=
        ical::component_text(ical::item_component(calendar_item(access_, event, *words_), kEpoch));
  }
  start_after_ = std::move(page.last_key);
  if (!start_after_) out += ical::kCalendarEnd;
  return start_after_.has_value();
}

}  // namespace norn::bookings
