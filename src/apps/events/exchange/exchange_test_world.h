#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "apps/events/exchange/export.h"
#include "apps/events/exchange/ical_stored.h"
#include "apps/events/exchange/import.h"
#include "apps/events/series/series.h"
#include "apps/events/test_world.h"
#include "ical/content_line.h"

// What tests of calendar files stand on.
namespace norn::events {

using Texts = std::vector<std::string>;

class ExchangeTest : public EngineTest {
 protected:
  ImportReport take_in(const std::string& text) { return take_in(ada, text); }
  ImportReport take_in(const std::string& user_id, const std::string& text) {
    return must(import_calendar(context, user_id, text, false));
  }

  static std::string counts(const ImportReport& report) {
    return fmt::format("{} created, {} updated, {} unchanged, {} skipped", report.created,
                       report.updated, report.unchanged, report.skipped);
  }
  static Texts notes(const ImportReport& report) {
    Texts texts;
    for (const apps::ImportNote& note : report.notes) texts.push_back(note.said.text());
    return texts;
  }

  std::string exported() { return whole_export(context, ada); }

  // A file with its items in the order of their UIDs, which two people may have in another one.
  static std::string ordered(const std::string& file) {
    constexpr std::string_view kBegin = "BEGIN:VEVENT\r\n";
    constexpr std::string_view kEnd = "END:VEVENT\r\n";
    std::string others;
    std::vector<std::pair<std::string, std::string>> items;  // By UID, which is the first line.
    for (size_t at = 0; at < file.size();) {
      const size_t begin = file.find(kBegin, at);
      others += file.substr(at, begin - at);
      if (begin == std::string::npos) break;
      at = file.find(kEnd, begin) + kEnd.size();
      const size_t uid = begin + kBegin.size();
      items.emplace_back(file.substr(uid, file.find("\r\nDTSTAMP", uid) - uid),
                         file.substr(begin, at - begin));
    }
    std::ranges::stable_sort(items, {}, &std::pair<std::string, std::string>::first);
    for (const auto& [uid, text] : items) others += text;
    return others;
  }

  WholeSeries the_series() {
    const StoredEvents stored = must(read_stored(context, ada));
    EXPECT_EQ(stored.series.size(), 1u);
    return stored.series.empty() ? WholeSeries{} : stored.series.front();
  }
  Event the_event(const std::string& uid) {
    for (const Event& event : must(read_stored(context, ada)).events) {
      if (event.ical.uid == uid) return event;
    }
    ADD_FAILURE() << "there is no event " << uid;
    return {};
  }
  // The items of a person, as JSON.
  Texts everything() {
    Texts texts;
    for (const std::string_view prefix : {"EVENT#", "INSTANCE#", "LINK#", "MASTER#"}) {
      for (const store::Item& item : items(ada, prefix)) texts.emplace_back(item.json());
    }
    return texts;
  }

  static void expect_lines(const std::string& text, const Texts& lines) {
    Texts found;
    ical::LineReader reader(text);
    std::string line;
    while (reader.next(line)) found.push_back(line);
    for (const std::string& wanted : lines) {
      EXPECT_NE(std::ranges::find(found, wanted), found.end()) << wanted << "\n" << text;
    }
  }
};

}  // namespace norn::events
