#include <fmt/format.h>

#include <chrono>

#include "store/tables/table_validation.h"

namespace norn::store {

std::string table_arn(std::string_view table) {
  return fmt::format("arn:aws:dynamodb:local:000000000000:table/{}", table);
}

std::string index_arn(std::string_view table, std::string_view index) {
  return fmt::format("{}/index/{}", table_arn(table), index);
}

std::string stream_arn(std::string_view table, std::string_view label) {
  return fmt::format("{}/stream/{}", table_arn(table), label);
}

std::string stream_label(int64_t created_ms) {
  namespace chrono = std::chrono;
  const chrono::sys_time<chrono::milliseconds> time{chrono::milliseconds(created_ms)};
  const auto day = chrono::floor<chrono::days>(time);
  const chrono::year_month_day date(day);
  const chrono::hh_mm_ss<chrono::milliseconds> clock(time - day);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     clock.hours().count(), clock.minutes().count(), clock.seconds().count(),
                     clock.subseconds().count());
}

}  // namespace norn::store
