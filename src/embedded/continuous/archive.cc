#include "embedded/continuous/archive.h"

#include <fmt/format.h>
#include <simdjson.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <iterator>
#include <limits>
#include <numeric>
#include <ranges>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/json_writer.h"
#include "base/time_text.h"
#include "embedded/backup/durable_file.h"
#include "store/backups.h"

namespace norn::embedded {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kSecondMs = 1000;
// A clock that was right for so long was right before it was set once more.
constexpr int64_t kDoubtfulMs = int64_t{24} * 3600 * kSecondMs;

fs::path archive_file(const fs::path& folder) {
  return folder / "archive.json";
}

// Entries of a folder; none if it cannot be read.
std::vector<fs::directory_entry> entries_of(const fs::path& folder) {
  std::vector<fs::directory_entry> entries;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    entries.push_back(*entry);
  }
  return entries;
}

// If there is none.
Result<void> make_private_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder.parent_path(), error);
  if (::mkdir(folder.c_str(), S_IRWXU) == 0 || errno == EEXIST) return {};
  return fail(ErrorCode::kUnavailable,
              fmt::format("Cannot create {}: {}. Choose another folder with --to.", folder.string(),
                          std::strerror(errno)));
}

std::optional<uint64_t> whole_number(std::string_view text) {
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// What an older version does not know is not set.
bool is_set(simdjson::dom::element json, std::string_view name) {
  bool value = false;
  return json[name].get(value) == simdjson::SUCCESS && value;
}

bool read_base(simdjson::dom::element json, ArchiveChain& chain) {
  ArchiveBase base;
  uint64_t id = 0;
  if (json["id"].get(id) != simdjson::SUCCESS || id > UINT32_MAX ||
      json["after"].get(base.after) != simdjson::SUCCESS ||
      json["readyMs"].get(base.ready_ms) != simdjson::SUCCESS) {
    return false;
  }
  base.id = static_cast<BackupId>(id);
  chain.bases.push_back(base);
  return true;
}

bool read_chain(simdjson::dom::element json, Archive& archive) {
  ArchiveChain chain;
  std::string_view store;
  std::string_view why;
  simdjson::dom::array bases;
  if (json["number"].get(chain.number) != simdjson::SUCCESS ||
      json["store"].get(store) != simdjson::SUCCESS || json["why"].get(why) != simdjson::SUCCESS ||
      json["lastSegment"].get(chain.last_segment) != simdjson::SUCCESS ||
      json["bases"].get(bases) != simdjson::SUCCESS) {
    return false;
  }
  chain.store = store;
  chain.why = why;
  int64_t end_ms = 0;
  if (json["endMs"].get(end_ms) == simdjson::SUCCESS) chain.end_ms = end_ms;
  chain.clock_set_before = is_set(json, "clockSetBefore");
  chain.clock_set_after = is_set(json, "clockSetAfter");
  for (const simdjson::dom::element base : bases) {
    if (!read_base(base, chain)) return false;
  }
  if (chain.bases.empty()) return false;
  archive.chains.push_back(std::move(chain));
  return true;
}

void append_chain(std::string& out, const ArchiveChain& chain) {
  ObjectWriter object(out);
  object.integer("number", static_cast<int64_t>(chain.number));
  object.text("store", chain.store);
  object.text("why", chain.why);
  object.integer("lastSegment", static_cast<int64_t>(chain.last_segment));
  if (chain.end_ms) object.integer("endMs", *chain.end_ms);
  if (chain.clock_set_before) object.boolean("clockSetBefore", true);
  if (chain.clock_set_after) object.boolean("clockSetAfter", true);
  ListWriter bases(object.key("bases"));
  for (const ArchiveBase& base : chain.bases) {
    ObjectWriter one(bases.next());
    one.integer("id", base.id);
    one.integer("after", static_cast<int64_t>(base.after));
    one.integer("readyMs", base.ready_ms);
    one.close();
  }
  bases.close();
  object.close();
}

std::unexpected<Error> invalid_time(std::string message) {
  return store::wire_error(ErrorCode::kValidation, "InvalidRestoreTimeException",
                           std::move(message));
}

std::string second_text(int64_t second) {
  return timestamp_s(second * kSecondMs);
}

// The seconds that can be restored from a chain; none if the last is before the first.
struct ChainSeconds {
  int64_t first = 0;
  int64_t last = 0;
  std::string damage;  // Why later ones cannot be, though they were archived.

  bool is_empty() const { return last < first; }
};

ChainSeconds seconds_of(rocksdb::Env& env, const ArchivePaths& paths, const ArchiveChain& chain) {
  ChainSeconds seconds{.first = chain.begin_ms() / kSecondMs, .last = 0, .damage = ""};
  if (chain.end_ms) {
    seconds.last = last_whole_second(*chain.end_ms);
    return seconds;
  }
  auto end = end_of_chain(env, paths, chain);
  if (end) {
    seconds.last = last_whole_second(end->position.until_ms);
    seconds.damage = std::move(end->damage);
  } else {
    seconds.last = seconds.first - 1;
    seconds.damage = std::move(end).error().message;
  }
  return seconds;
}

// The indexes of the chains: the newest first, and those whose times may be wrong last.
std::vector<size_t> search_order(const Archive& archive) {
  std::vector<size_t> order(archive.chains.size());
  std::iota(order.rbegin(), order.rend(), size_t{0});
  std::ranges::stable_partition(order,
                                [&](size_t one) { return !archive.chains[one].is_doubtful(); });
  return order;
}

// Why a second that no chain has cannot be restored, and what can be instead.
std::unexpected<Error> not_restorable(const Archive& archive,
                                      const std::vector<ChainSeconds>& seconds, int64_t second) {
  std::optional<size_t> before;  // The chain that ends last before it.
  std::optional<size_t> after;   // The chain that begins first after it.
  for (size_t i = 0; i < seconds.size(); ++i) {
    if (seconds[i].is_empty()) continue;
    if (seconds[i].last < second && (!before || seconds[i].last > seconds[*before].last)) {
      before = i;
    }
    if (seconds[i].first > second && (!after || seconds[i].first < seconds[*after].first)) {
      after = i;
    }
  }
  // The last one goes on, and nothing of another is after it.
  if (!seconds.back().damage.empty() && !after && seconds.back().first <= second) {
    const std::string& damage = seconds.back().damage;
    if (!before) return fail(ErrorCode::kCorruption, damage + ". Nothing can be restored.");
    return fail(ErrorCode::kCorruption,
                fmt::format("{}. The latest time that can be restored is {}.", damage,
                            second_text(seconds[*before].last)));
  }
  if (!before && !after) {
    return invalid_time("Nothing is archived yet: the first second is not over.");
  }
  if (!before) {
    return invalid_time(
        fmt::format("{} is too early: the earliest time that can be restored is {}.",
                    second_text(second), second_text(seconds[*after].first)));
  }
  if (!after) {
    return invalid_time(
        fmt::format("{} is not archived: the latest time that can be restored is {}.",
                    second_text(second), second_text(seconds[*before].last)));
  }
  return invalid_time(
      fmt::format("{} is in a gap, from {} to {} ({}). Choose a time before or after it.",
                  second_text(second), second_text(seconds[*before].last),
                  second_text(seconds[*after].first), archive.chains[*after].why));
}

}  // namespace

fs::path ArchivePaths::segments(uint64_t chain) const {
  return folder / "segments" / std::to_string(chain);
}

fs::path ArchivePaths::segment(uint64_t chain, uint64_t sequence) const {
  return segments(chain) / fmt::format("{:020}.seg", sequence);
}

bool ArchiveChain::is_doubtful() const {
  return clock_set_before && clock_set_after && end_ms && *end_ms - begin_ms() < kDoubtfulMs;
}

std::vector<ArchiveGap> Archive::gaps() const {
  std::vector<const ArchiveChain*> in_time;
  for (const ArchiveChain& chain : chains) in_time.push_back(&chain);
  std::ranges::stable_sort(in_time, {}, &ArchiveChain::begin_ms);
  std::vector<ArchiveGap> gaps;
  std::optional<int64_t> until_ms;
  for (const ArchiveChain* const chain : in_time) {
    if (until_ms && *until_ms < chain->begin_ms() - 1) {
      gaps.push_back({.from_ms = *until_ms, .to_ms = chain->begin_ms(), .why = chain->why});
    }
    const bool goes_on = chain == &chains.back() && !chain->end_ms;
    const int64_t end_ms = goes_on ? std::numeric_limits<int64_t>::max()
                                   : chain->end_ms.value_or(chain->bases.back().ready_ms);
    until_ms = std::max(until_ms.value_or(end_ms), end_ms);
  }
  return gaps;
}

Result<Archive> read_archive(const fs::path& folder) {
  const fs::path file = archive_file(folder);
  std::error_code error;
  if (!fs::exists(file, error)) {
    return fail(ErrorCode::kResourceNotFound,
                fmt::format("There are no continuous backups in {}.", folder.string()));
  }
  simdjson::dom::parser parser;
  simdjson::dom::element root;
  simdjson::dom::array chains;
  std::string_view data;
  Archive archive;
  bool is_read = parser.load(file.string()).get(root) == simdjson::SUCCESS && root.is_object() &&
                 root["data"].get(data) == simdjson::SUCCESS &&
                 root["chains"].get(chains) == simdjson::SUCCESS;
  if (is_read) {
    is_read = std::ranges::all_of(
        chains, [&](simdjson::dom::element chain) { return read_chain(chain, archive); });
  }
  if (!is_read) {
    return fail(ErrorCode::kCorruption,
                fmt::format("{} is damaged: it is not the list of an archive of continuous backups",
                            file.string()));
  }
  archive.data = data;
  return archive;
}

Result<Archive> read_archive_of(const fs::path& folder, const fs::path& data) {
  NORN_ASSIGN(auto archive, read_archive(folder));
  if (archive.data == data) return archive;
  return fail(ErrorCode::kConflict,
              fmt::format("The archive {} is of the data in {}. Choose another folder with --to, "
                          "or remove it.",
                          folder.string(), archive.data.string()));
}

Result<void> create_archive(const ArchivePaths& paths, const fs::path& data) {
  const auto archive = read_archive_of(paths.folder, data);
  if (archive) return {};
  if (archive.error().code != ErrorCode::kResourceNotFound) {
    return std::unexpected(archive.error());
  }
  if (!entries_of(paths.bases() / "meta").empty() ||
      !entries_of(paths.folder / "segments").empty()) {
    return fail(ErrorCode::kConflict,
                fmt::format("{0} has continuous backups, but not the list of them: {1} is missing. "
                            "Put it back, or move {0} away to begin anew.",
                            paths.folder.string(), archive_file(paths.folder).string()));
  }
  NORN_TRY(make_private_folder(paths.folder.parent_path()));
  NORN_TRY(make_private_folder(paths.folder));
  return write_archive(paths.folder, {.data = data, .chains = {}});
}

std::optional<ArchiveIdentity> identity_of(const ArchivePaths& paths) {
  struct stat status{};
  if (::stat(archive_file(paths.folder).c_str(), &status) != 0) return std::nullopt;
  if (::stat(paths.folder.c_str(), &status) != 0) return std::nullopt;
  return ArchiveIdentity{.device = status.st_dev, .inode = status.st_ino};
}

Result<void> write_archive(const fs::path& folder, const Archive& archive) {
  std::string json;
  ObjectWriter object(json);
  object.text("data", archive.data.string());
  ListWriter chains(object.key("chains"));
  for (const ArchiveChain& chain : archive.chains) append_chain(chains.next(), chain);
  chains.close();
  object.close();
  json.push_back('\n');
  return write_file_durably(archive_file(folder), json);
}

std::vector<uint64_t> segments_of(const ArchivePaths& paths, uint64_t chain) {
  std::vector<uint64_t> sequences;
  for (const fs::directory_entry& entry : entries_of(paths.segments(chain))) {
    const auto sequence = whole_number(entry.path().stem().string());
    if (sequence && entry.path().extension() == ".seg") sequences.push_back(*sequence);
  }
  std::ranges::sort(sequences);
  return sequences;
}

Result<ChainEnd> end_of_chain(rocksdb::Env& env, const ArchivePaths& paths,
                              const ArchiveChain& chain) {
  std::vector<uint64_t> sequences = segments_of(paths, chain.number);
  // One after that which the list names was just begun, and has nothing yet.
  std::erase_if(sequences, [&](uint64_t sequence) { return sequence >= chain.last_segment; });
  sequences.push_back(chain.last_segment);
  std::string damage;
  for (const uint64_t sequence : std::views::reverse(sequences)) {
    auto reader = SegmentReader::open(env, paths.segment(chain.number, sequence));
    if (!reader) {
      if (damage.empty()) damage = std::move(reader).error().message;
      continue;
    }
    ChainEnd end{.position = reader->begin(), .damage = std::move(damage)};
    while (const auto block = reader->next()) {
      end.position.until_ms = std::max(end.position.until_ms, block->until_ms);
      if (block->batches.empty()) continue;
      end.position.next = block->batches.back().next();
      end.position.last_ms = block->batches.back().time_ms;
    }
    return end;
  }
  return fail(ErrorCode::kCorruption, std::move(damage));
}

int64_t last_whole_second(int64_t until_ms) {
  return (until_ms + 1) / kSecondMs - 1;
}

std::optional<RestorableTimes> restorable_times(rocksdb::Env& env, const ArchivePaths& paths,
                                                const Archive& archive,
                                                std::optional<int64_t> running_until_ms) {
  std::optional<RestorableTimes> times;
  for (size_t i = 0; i < archive.chains.size(); ++i) {
    ArchiveChain chain = archive.chains[i];
    if (chain.is_doubtful()) continue;
    if (running_until_ms && i + 1 == archive.chains.size()) chain.end_ms = running_until_ms;
    const ChainSeconds seconds = seconds_of(env, paths, chain);
    if (seconds.is_empty()) continue;
    times = {.earliest_s = times ? std::min(times->earliest_s, seconds.first) : seconds.first,
             .latest_s = seconds.last};
  }
  return times;
}

Result<RestorePlan> plan_restore(rocksdb::Env& env, const ArchivePaths& paths,
                                 std::optional<int64_t> second) {
  NORN_ASSIGN(const Archive archive, read_archive(paths.folder));
  if (archive.chains.empty()) return invalid_time("Nothing is archived yet.");
  std::vector<ChainSeconds> seconds;
  for (const ArchiveChain& chain : archive.chains) {
    seconds.push_back(seconds_of(env, paths, chain));
  }
  if (!second) {
    const ChainSeconds& newest = seconds.back();
    // What is the latest then is not what was asked for.
    if (!newest.damage.empty()) {
      return not_restorable(archive, seconds, std::numeric_limits<int64_t>::max() / kSecondMs);
    }
    if (newest.is_empty()) {
      return invalid_time("Nothing is archived yet: the first second is not over.");
    }
    second = newest.last;
  }
  for (const size_t i : search_order(archive)) {
    const ArchiveChain& chain = archive.chains[i];
    if (*second > seconds[i].last) continue;
    const auto base = std::find_if(chain.bases.rbegin(), chain.bases.rend(), [&](const auto& one) {
      return one.ready_ms / kSecondMs <= *second;
    });
    if (base == chain.bases.rend()) continue;
    return RestorePlan{.chain = chain, .base = *base, .second = *second};
  }
  return not_restorable(archive, seconds, *second);
}

bool forget_before(Archive& archive, int64_t from_ms) {
  if (archive.chains.empty()) return false;
  // The last one goes on. By its end and not by its place in the list: a chain that was made while
  // the clock was far too early is after chains that are still needed.
  const auto last = std::prev(archive.chains.end());
  const auto kept = std::remove_if(archive.chains.begin(), last, [&](const ArchiveChain& chain) {
    return chain.end_ms && *chain.end_ms < from_ms;
  });
  bool has_forgotten = kept != last;
  archive.chains.erase(kept, last);
  for (ArchiveChain& chain : archive.chains) {
    // The newest base from which `from_ms` can be restored: all before it go.
    const auto oldest = std::find_if(chain.bases.rbegin(), chain.bases.rend(),
                                     [&](const auto& one) { return one.ready_ms <= from_ms; });
    if (oldest == chain.bases.rend()) continue;
    const auto first_kept = std::prev(oldest.base());
    has_forgotten = has_forgotten || first_kept != chain.bases.begin();
    chain.bases.erase(chain.bases.begin(), first_kept);
  }
  return has_forgotten;
}

Result<void> delete_forgotten(const ArchivePaths& paths, const Archive& archive,
                              BackupFolder& bases) {
  std::set<BackupId> kept_bases;
  std::set<uint64_t> kept_chains;
  for (const ArchiveChain& chain : archive.chains) {
    kept_chains.insert(chain.number);
    for (const ArchiveBase& base : chain.bases) kept_bases.insert(base.id);
    for (const fs::directory_entry& entry : entries_of(paths.segments(chain.number))) {
      // Of a segment that was not whole when the process was killed.
      if (entry.path().extension() == ".part") NORN_TRY(remove_file(entry.path()));
    }
    const std::vector<uint64_t> sequences = segments_of(paths, chain.number);
    for (size_t i = 0; i + 1 < sequences.size(); ++i) {
      // It ends where the next one begins.
      if (sequences[i + 1] > chain.bases.front().after + 1) break;
      NORN_TRY(remove_file(paths.segment(chain.number, sequences[i])));
    }
  }
  for (const fs::directory_entry& entry : entries_of(paths.folder / "segments")) {
    const auto number = whole_number(entry.path().filename().string());
    if (!number || kept_chains.contains(*number)) continue;
    std::error_code error;
    fs::remove_all(entry.path(), error);
  }
  for (const Backup& backup : bases.list()) {
    if (!kept_bases.contains(backup.id)) NORN_TRY(bases.remove(backup.id));
  }
  return {};
}

uint64_t bytes_of_archive(const ArchivePaths& paths) {
  uint64_t bytes = 0;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(paths.folder, error);
       !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    std::error_code gone;  // Between being listed and being looked at.
    if (entry->is_regular_file(gone)) {
      const auto size = entry->file_size(gone);
      if (!gone) bytes += size;
    }
  }
  return bytes;
}

}  // namespace norn::embedded
