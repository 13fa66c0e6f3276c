#include "apps/calendars/seed.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/calendars/access.h"
#include "apps/calendars/model.h"
#include "apps/shared/batch.h"
#include "base/faults.h"
#include "base/sentences.h"

namespace norn::calendars {
namespace {

constexpr int64_t kMaxCount = 10'000;
constexpr int64_t kMaxSeedSpanDays = 7;

constexpr std::array<std::string_view, 6> kJourneys = {
    "Conference", "Summer holidays", "Visit of the grandparents", "Training", "Camping", "Fair"};
constexpr std::array<std::string_view, 6> kWholeDays = {
    "Birthday", "Public holiday", "Home office", "Release day", "Anniversary", "Day off"};
constexpr std::array<std::string_view, 8> kMeetings = {
    "Standup meeting", "Dentist", "Lunch with Sam", "Code review",
    "Piano lesson",    "Yoga",    "Planning",       "Phone call"};
constexpr std::array<std::string_view, 8> kTasks = {
    "Buy groceries", "Pay the rent",     "Water the plants",  "Renew the passport",
    "Call the bank", "Write the report", "Clean the kitchen", "Book the flights"};
constexpr std::array<std::string_view, 4> kLocations = {"Zoom", "Office", "At home", "Town hall"};
constexpr std::array<std::string_view, 5> kColors = {"#3B82F6", "#EF4444", "#10B981", "#F59E0B",
                                                     "#8B5CF6"};

// Generates entries: the same ones for the same calendar and day.
class Generator {
 public:
  explicit Generator(const SeedRequest& request)
      : day_(request.highlighted_day),
        // More entries are spread over more days, so that a day stays readable.
        radius_days_(std::clamp<int64_t>(request.count / 4, 7, 365)) {
    const std::string text = request.calendar_id + date_text(request.highlighted_day);
    std::seed_seq seed(text.begin(), text.end());
    random_.seed(seed);
  }

  // The kinds alternate; the first four entries are on the highlighted day.
  Entry entry(int64_t number) {
    Entry entry;
    entry.date =
        number < 4 ? day_ : day_ + std::chrono::days(below(2 * radius_days_ + 1) - radius_days_);
    entry.color = pick(kColors);
    if (below(3) == 0) entry.location = pick(kLocations);
    if (below(4) == 0) entry.description = "Made up by norn seed.";
    switch (number % 4) {
      case 0:
        entry.title = pick(kJourneys);
        entry.kind =
            MultiDay{entry.date, entry.date + std::chrono::days(1 + below(kMaxSeedSpanDays - 1))};
        break;
      case 1:
        entry.title = pick(kWholeDays);
        entry.kind = AllDay{};
        break;
      case 2:
        entry.title = pick(kMeetings);
        entry.kind = timed();
        break;
      default:
        entry.title = pick(kTasks);
        entry.kind = Task{below(2) == 0};
    }
    return entry;
  }

 private:
  // No std:: distribution, because its numbers depend on the standard library.
  int64_t below(int64_t end) {
    return static_cast<int64_t>(random_() % static_cast<uint64_t>(end));
  }

  template <size_t kCount>
  std::string pick(const std::array<std::string_view, kCount>& texts) {
    return std::string(texts[static_cast<size_t>(below(kCount))]);
  }

  Timed timed() {
    constexpr int64_t kFirstHour = 8;
    const int64_t quarters = below(40);  // Until a quarter to six in the afternoon.
    const int64_t length = 1 + below(8);
    const auto text = [](int64_t quarter) {
      return fmt::format("{:02}:{:02}:00", kFirstHour + quarter / 4, quarter % 4 * 15);
    };
    return {text(quarters), text(quarters + length)};
  }

  Date day_;
  int64_t radius_days_;
  std::mt19937_64 random_;
};

// Creates the calendar if it does not exist, or raises its longest span.
Result<void> prepare_calendar(store::Store& store, const std::string& table,
                              const std::string& calendar_id, const std::string& now,
                              int64_t longest_span_days) {
  const Calendar calendar = {.id = calendar_id,
                             .name = "Seeded",
                             .color = std::string(kColors.front()),
                             .description = std::nullopt,
                             .created_at = now,
                             .updated_at = now,
                             .longest_span_days = longest_span_days};
  store::PutRequest put;
  put.table = table;
  put.item = to_item(calendar);
  put.condition = "attribute_not_exists(PK)";
  const auto made = store.put(put);
  if (made) return {};
  if (made.error().code != ErrorCode::kConditionalCheckFailed) {
    return std::unexpected(made.error());
  }
  const auto raised = store.update(raise_longest_span(table, calendar_id, longest_span_days));
  if (raised || raised.error().code == ErrorCode::kConditionalCheckFailed) return {};
  return std::unexpected(raised.error());
}

}  // namespace

Result<void> check_seed(const SeedRequest& request) {
  if (!is_uuid(request.calendar_id)) {
    return invalid("--calendar-id", kOtherReason("--calendar-id must be a UUID in lower case, like "
                                                 "550e8400-e29b-41d4-a716-446655440002."));
  }
  if (request.count < 1 || request.count > kMaxCount) {
    return invalid("--count", kOtherReason(fmt::format("--count must be 1 to {}.", kMaxCount)));
  }
  const std::chrono::year_month_day day(request.highlighted_day);
  if (day.year() < std::chrono::year(3) || day.year() > std::chrono::year(9997)) {
    return invalid("--highlighted-day",
                   kOtherReason("--highlighted-day must be in the years 0003 to 9997."));
  }
  return {};
}

Result<int64_t> seed(store::Store& store, const std::string& table, const Clock& clock, Ids& ids,
                     const SeedRequest& request) {
  NORN_TRY(check_seed(request));
  const std::string now = timestamp_s(clock.now_ms());
  Generator generator(request);
  std::vector<apps::BatchWrite> writes;
  writes.reserve(static_cast<size_t>(request.count));
  int64_t longest_span_days = 1;
  for (int64_t i = 0; i < request.count; ++i) {
    Entry entry = generator.entry(i);
    entry.id = ids.uuid();
    entry.calendar_id = request.calendar_id;
    entry.created_at = now;
    entry.updated_at = now;
    longest_span_days = std::max(longest_span_days, entry.span_days());
    writes.emplace_back(store::BatchWriteRequest::Put{table, to_item(entry)});
  }
  NORN_TRY(prepare_calendar(store, table, request.calendar_id, now, longest_span_days));
  NORN_TRY(apps::write_batches(store, std::move(writes)));
  return request.count;
}

}  // namespace norn::calendars
