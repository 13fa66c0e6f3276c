#include <gtest/gtest.h>

#include <random>

#include "apps/events/exchange/exchange_test_files.h"
#include "apps/events/exchange/exchange_test_world.h"

// Files that were damaged on their way: lines lost, doubled and moved, values exchanged, bytes
// changed. Whatever comes of it is taken in once, and can be handed on.
namespace norn::events {
namespace {

constexpr int kFiles = 200;

class FileDamage {
 public:
  explicit FileDamage(unsigned seed) : random_(seed) {}

  std::string done_to(const std::string& text) {
    Texts lines = lines_of(text);
    for (size_t i = 1 + below(6); i > 0; --i) damage(lines);
    std::string damaged;
    for (const std::string& line : lines) damaged += line + "\r\n";
    return damaged;
  }

 private:
  size_t below(size_t count) {
    return std::uniform_int_distribution<size_t>(0, count - 1)(random_);
  }

  static Texts lines_of(const std::string& text) {
    Texts lines;
    ical::LineReader reader(text);
    std::string line;
    while (reader.next(line)) lines.push_back(line);
    return lines;
  }

  void damage(Texts& lines) {
    const size_t at = below(lines.size());
    const size_t other = below(lines.size());
    switch (below(6)) {
      case 0:
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at));
        break;
      case 1:
        lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), lines[other]);
        break;
      case 2:
        std::swap(lines[at], lines[other]);
        break;
      case 3:  // The value of another line.
        lines[at] = lines[at].substr(0, lines[at].find(':')) +
                    lines[other].substr(std::min(lines[other].find(':'), lines[other].size()));
        break;
      case 4:  // Another digit.
        for (char& c : lines[at]) {
          if (c >= '0' && c <= '9' && below(4) == 0) c = static_cast<char>('0' + below(10));
        }
        break;
      default:
        if (!lines[at].empty()) lines[at][below(lines[at].size())] = static_cast<char>(below(256));
    }
  }

  std::mt19937 random_;
};

using EngineDamagedFiles = ExchangeTest;

TEST_P(EngineDamagedFiles, AreTakenInOnceAndHandedOn) {
  const Texts files = {google_file(), apple_file(), outlook_file(), thunderbird_file()};
  for (unsigned seed = 0; seed < kFiles; ++seed) {
    const std::string text = FileDamage(seed).done_to(files[seed % files.size()]);
    const std::string from = ids.uuid();
    const std::string to = ids.uuid();
    add_person(from);
    add_person(to);
    const auto report = import_calendar(context, from, text, false);
    if (!report) {
      EXPECT_EQ(report.error().code, ErrorCode::kInvalid) << report.error().message;
      continue;
    }
    const ImportReport again = take_in(from, text);
    EXPECT_EQ(again.created + again.updated, 0) << "seed " << seed << "\n" << text;
    const std::string exported = whole_export(context, from);
    const ImportReport handed_on = take_in(to, exported);
    EXPECT_EQ(ordered(whole_export(context, to)), ordered(exported)) << "seed " << seed;
    EXPECT_EQ(handed_on.created, report->created) << "seed " << seed;
    if (HasFailure()) return;
  }
}

NORN_ENGINE_ON_BOTH_STORES(EngineDamagedFiles);

}  // namespace
}  // namespace norn::events
