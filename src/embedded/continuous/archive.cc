#include "embedded/continuous/archive.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <charconv>
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

std::optional<uint64_t> whole_number(std::string_view text) {
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
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

// The position until which a chain can be restored.
Result<int64_t> end_ms_of(rocksdb::Env& env, const ArchivePaths& paths, const ArchiveChain& chain) {
  if (chain.end_ms) return *chain.end_ms;
  NORN_ASSIGN(const ArchivePosition end, end_of_chain(env, paths, chain));
  return end.until_ms;
}

std::string second_text(int64_t second) {
  return timestamp_s(second * kSecondMs);
}

}  // namespace

fs::path ArchivePaths::segments(uint64_t chain) const {
  return folder / "segments" / std::to_string(chain);
}

fs::path ArchivePaths::segment(uint64_t chain, uint64_t sequence) const {
  return segments(chain) / fmt::format("{:020}.seg", sequence);
}

std::vector<ArchiveGap> Archive::gaps() const {
  std::vector<ArchiveGap> gaps;
  for (size_t i = 1; i < chains.size(); ++i) {
    gaps.push_back({.from_ms = chains[i - 1].end_ms.value_or(chains[i - 1].bases.back().ready_ms),
                    .to_ms = chains[i].begin_ms(),
                    .why = chains[i].why});
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

Result<ArchivePosition> end_of_chain(rocksdb::Env& env, const ArchivePaths& paths,
                                     const ArchiveChain& chain) {
  const fs::path file = paths.segment(chain.number, chain.last_segment);
  auto reader = SegmentReader::open(env, file);
  if (!reader && reader.error().code == ErrorCode::kResourceNotFound) {
    return fail(ErrorCode::kCorruption, reader.error().message);
  }
  if (!reader) return std::unexpected(reader.error());
  ArchivePosition position = reader->begin();
  while (const auto block = reader->next()) {
    position.until_ms = std::max(position.until_ms, block->until_ms);
    if (block->batches.empty()) continue;
    position.next = block->batches.back().next();
    position.last_ms = block->batches.back().time_ms;
  }
  return position;
}

int64_t last_whole_second(int64_t until_ms) {
  return (until_ms + 1) / kSecondMs - 1;
}

std::optional<RestorableTimes> restorable_times(rocksdb::Env& env, const ArchivePaths& paths,
                                                const Archive& archive) {
  std::optional<RestorableTimes> times;
  for (const ArchiveChain& chain : archive.chains) {
    const auto end_ms = end_ms_of(env, paths, chain);
    if (!end_ms) continue;
    const int64_t first = chain.begin_ms() / kSecondMs;
    const int64_t last = last_whole_second(*end_ms);
    if (last < first) continue;
    times = {.earliest_s = times ? std::min(times->earliest_s, first) : first, .latest_s = last};
  }
  return times;
}

Result<RestorePlan> plan_restore(rocksdb::Env& env, const ArchivePaths& paths,
                                 std::optional<int64_t> second) {
  NORN_ASSIGN(const Archive archive, read_archive(paths.folder));
  if (archive.chains.empty()) return invalid_time("Nothing is archived yet.");
  if (!second) {
    NORN_ASSIGN(const int64_t end_ms, end_ms_of(env, paths, archive.chains.back()));
    second = last_whole_second(end_ms);
    if (*second < archive.chains.back().begin_ms() / kSecondMs) {
      return invalid_time("Nothing is archived yet: the first second is not over.");
    }
  }
  for (size_t i = archive.chains.size(); i-- > 0;) {
    const ArchiveChain& chain = archive.chains[i];
    const auto base = std::find_if(chain.bases.rbegin(), chain.bases.rend(), [&](const auto& one) {
      return one.ready_ms / kSecondMs <= *second;
    });
    if (base == chain.bases.rend()) continue;
    NORN_ASSIGN(const int64_t end_ms, end_ms_of(env, paths, chain));
    const int64_t last = last_whole_second(end_ms);
    if (*second <= last) return RestorePlan{.chain = chain, .base = *base, .second = *second};
    if (i + 1 == archive.chains.size()) {
      return invalid_time(
          fmt::format("{} is not archived: the latest time that can be restored "
                      "is {}.",
                      second_text(*second), second_text(last)));
    }
    return invalid_time(fmt::format(
        "{} is in a gap, from {} to {} ({}). Choose a time before or after it.",
        second_text(*second), second_text(last),
        second_text(archive.chains[i + 1].begin_ms() / kSecondMs), archive.chains[i + 1].why));
  }
  return invalid_time(fmt::format("{} is too early: the earliest time that can be restored is {}.",
                                  second_text(*second),
                                  second_text(archive.chains.front().begin_ms() / kSecondMs)));
}

bool forget_before(Archive& archive, int64_t from_ms) {
  // The newest base from which `from_ms` can be restored: all before it go.
  size_t chain_kept = 0;
  size_t base_kept = 0;
  for (size_t chain = 0; chain < archive.chains.size(); ++chain) {
    for (size_t base = 0; base < archive.chains[chain].bases.size(); ++base) {
      if (archive.chains[chain].bases[base].ready_ms > from_ms) continue;
      chain_kept = chain;
      base_kept = base;
    }
  }
  if (chain_kept == 0 && base_kept == 0) return false;
  archive.chains.erase(archive.chains.begin(),
                       archive.chains.begin() + static_cast<std::ptrdiff_t>(chain_kept));
  auto& bases = archive.chains.front().bases;
  bases.erase(bases.begin(), bases.begin() + static_cast<std::ptrdiff_t>(base_kept));
  return true;
}

Result<void> delete_forgotten(const ArchivePaths& paths, const Archive& archive,
                              BackupFolder& bases) {
  std::set<BackupId> kept_bases;
  std::set<uint64_t> kept_chains;
  for (const ArchiveChain& chain : archive.chains) {
    kept_chains.insert(chain.number);
    for (const ArchiveBase& base : chain.bases) kept_bases.insert(base.id);
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
