#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "apps/agenda/agenda.h"
#include "apps/agenda/source.h"
#include "base/time_text.h"
#include "ical/time_zone.h"
#include "support/replies.h"

// What tests of the sources of apps have in common.
namespace norn::agenda {

inline Query query_between(std::string_view from, std::string_view to,
                           const std::string& tzid = "UTC", std::string_view today = "2024-01-15") {
  Query query;
  query.from = parse_date(from).value();
  query.to = parse_date(to).value();
  query.tzid = tzid;
  query.zone = testing::must(ical::TimeZone::find(tzid));
  query.today = parse_date(today).value();
  return query;
}

// "2024-01-15T09:00:00-2024-01-15T09:30:00"; without an end "2024-01-15T09:00:00".
inline std::string text_of(const Times& times) {
  const auto text = [&](int64_t second) {
    return timestamp_s(second * 1'000).substr(0, times.all_day ? 10 : 19);
  };
  return text(times.start_s) + (times.end_s ? "-" + text(*times.end_s) : "");
}

inline std::string text_of(const Rights& rights) {
  std::string text;
  for (const auto& [may, letter] :
       {std::pair(rights.change, 'c'), std::pair(rights.move, 'm'), std::pair(rights.resize, 'r'),
        std::pair(rights.complete, 'd'), std::pair(rights.remove, 'x')}) {
    if (may) text.push_back(letter);
  }
  return text;
}

// "entry Dentist 2024-01-15-2024-01-16 cmrx", in the order of an agenda. `c` stands for change, `m`
// for move, `r` for resize, `d` for complete and `x` for delete.
inline std::vector<std::string> texts_of(std::vector<Item> items) {
  std::ranges::sort(items, {}, [](const Item& item) { return ItemOrder::of(item); });
  std::vector<std::string> texts;
  for (const Item& item : items) {
    std::string text = std::string(to_text(item.kind)) + " " + item.title + " ";
    if (item.task) text += std::string(to_text(item.task->as)) + (item.task->done ? " done " : " ");
    texts.push_back(text + text_of(item.times) + " " + text_of(item.rights));
  }
  return texts;
}

using Texts = std::vector<std::string>;

}  // namespace norn::agenda
