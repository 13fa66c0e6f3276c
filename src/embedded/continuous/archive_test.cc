#include "embedded/continuous/archive.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"

namespace norn::embedded {
namespace {

// Bases are ready at these times; an end of 0 is none.
ArchiveChain chain(const std::vector<int64_t>& ready_ms, int64_t end_ms, std::string why = "test") {
  ArchiveChain made;
  made.why = std::move(why);
  for (const int64_t ready : ready_ms) {
    made.bases.push_back({.id = static_cast<BackupId>(ready), .after = 0, .ready_ms = ready});
  }
  if (end_ms != 0) made.end_ms = end_ms;
  return made;
}

Archive archive_of(std::vector<ArchiveChain> chains) {
  Archive archive{.data = "/data", .chains = std::move(chains)};
  for (size_t i = 0; i < archive.chains.size(); ++i) archive.chains[i].number = i + 1;
  return archive;
}

// "1:100,200 2:300": the numbers of the chains, with the times of their bases.
std::string text_of(const Archive& archive) {
  std::string text;
  for (const ArchiveChain& one : archive.chains) {
    text += (text.empty() ? "" : " ") + std::to_string(one.number);
    for (const ArchiveBase& base : one.bases) {
      text += (&base == &one.bases.front() ? ":" : ",") + std::to_string(base.ready_ms);
    }
  }
  return text;
}

TEST(Archive, ForgetsWhatTheTimesSinceDoNotNeed) {
  struct Row {
    const char* name;
    Archive archive;
    int64_t from_ms;
    const char* left;
  };
  const Row rows[] = {
      {"all is needed", archive_of({chain({100, 200}, 0)}), 150, "1:100,200"},
      {"a base", archive_of({chain({100, 200, 300}, 0)}), 250, "1:200,300"},
      {"the last base stays", archive_of({chain({100, 200}, 0)}), 900, "1:200"},
      {"a chain that ended", archive_of({chain({100}, 190), chain({200}, 0)}), 250, "2:200"},
      {"a chain that ended later", archive_of({chain({100}, 190), chain({200}, 0)}), 150,
       "1:100 2:200"},
      // The clock was far too early at the beginning of the second one.
      {"by its end", archive_of({chain({500}, 590), chain({5}, 9), chain({600}, 0)}), 550,
       "1:500 3:600"},
      {"nothing goes on", archive_of({chain({500}, 590), chain({5}, 9)}), 550, "1:500 2:5"},
      {"the last one stays", archive_of({chain({100}, 190)}), 900, "1:100"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    Archive archive = row.archive;
    const bool has_forgotten = forget_before(archive, row.from_ms);
    EXPECT_EQ(text_of(archive), row.left);
    EXPECT_EQ(has_forgotten, text_of(row.archive) != row.left);
  }
}

TEST(Archive, HasGapsOnlyOfTimesThatNoChainHas) {
  const auto gaps_of = [](std::vector<ArchiveChain> chains) {
    std::string text;
    for (const ArchiveGap& gap : archive_of(std::move(chains)).gaps()) {
      text += std::to_string(gap.from_ms) + "-" + std::to_string(gap.to_ms) + " " + gap.why + ";";
    }
    return text;
  };
  EXPECT_EQ(gaps_of({}), "");
  EXPECT_EQ(gaps_of({chain({100}, 0)}), "");
  EXPECT_EQ(gaps_of({chain({100}, 190), chain({200}, 0, "lost")}), "190-200 lost;");
  EXPECT_EQ(gaps_of({chain({100}, 190), chain({150}, 0, "set back")}), "");
  EXPECT_EQ(gaps_of({chain({100}, 190), chain({20}, 30, "set back"), chain({200}, 0, "set")}),
            "30-100 test;190-200 set;");
}

TEST(Archive, KnowsAChainWhoseTimesAreWrong) {
  constexpr int64_t kDayMs = int64_t{24} * 3600 * 1000;
  ArchiveChain one = chain({100}, 190);
  EXPECT_FALSE(one.is_doubtful());
  one.clock_set_before = true;
  EXPECT_FALSE(one.is_doubtful());
  one.clock_set_after = true;
  EXPECT_TRUE(one.is_doubtful());
  one.end_ms = 100 + kDayMs;
  EXPECT_FALSE(one.is_doubtful()) << "it was right for a day";
}

TEST(Archive, IsReadAsItWasWritten) {
  std::string folder = (std::filesystem::temp_directory_path() / "norn_archive_XXXXXX").string();
  NORN_CHECK(::mkdtemp(folder.data()) != nullptr, "a temporary folder can be made");
  Archive archive = archive_of({chain({100, 200}, 290), chain({300}, 0)});
  archive.chains[0].clock_set_after = true;
  archive.chains[1].clock_set_before = true;
  const auto written = write_archive(folder, archive);
  ASSERT_TRUE(written) << written.error().message;
  auto found = read_archive(folder);
  ASSERT_TRUE(found) << found.error().message;
  const Archive read = *std::move(found);
  EXPECT_EQ(text_of(read), text_of(archive));
  EXPECT_EQ(read.data, archive.data);
  EXPECT_EQ(read.chains[0].end_ms, 290);
  EXPECT_EQ(read.chains[1].end_ms, std::nullopt);
  EXPECT_TRUE(read.chains[0].clock_set_after);
  EXPECT_FALSE(read.chains[0].clock_set_before);
  EXPECT_TRUE(read.chains[1].clock_set_before);
  EXPECT_FALSE(read.chains[1].clock_set_after);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace norn::embedded
