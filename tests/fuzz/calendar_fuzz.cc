#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "ical/calendar_file.h"

// Any text as a calendar file. Whatever is read can be written, and is then read as the same; and
// what recurs in it can be expanded, in bounded time.
namespace {

using namespace norn::ical;

constexpr DateTime kNow{TimeForm::kUtc, 1'736'157'600};
constexpr size_t kMaxOccurrences = 20;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto calendar = read_calendar(text);
  if (!calendar) return 0;
  for (const CalendarItem& item : calendar->file.items) {
    const auto recurrence = recurrence_of(item);
    if (recurrence) static_cast<void>(recurrence->expand({}, kMaxOccurrences));
  }
  const std::string written = write_calendar(calendar->file, kNow);
  const auto again = read_calendar(written);
  NORN_CHECK(again.has_value(), "what was written can be read");
  NORN_CHECK(again->file.items.size() == calendar->file.items.size(), "nothing is lost");
  NORN_CHECK(write_calendar(again->file, kNow) == written, "it is the same again");
  return 0;
}
