#include "embedded/continuous/verify_archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "embedded/backup/restore.h"

namespace norn::embedded {
namespace {

namespace fs = std::filesystem;

// What an archive that is written meanwhile needs no more is deleted.
constexpr int kMaxAttempts = 3;

void verify_segments(rocksdb::Env& env, const ArchivePaths& paths, const ArchiveChain& chain,
                     ArchiveContent& content) {
  const auto missing = [&](uint64_t sequence) {
    content.damage.push_back(
        fmt::format("{} is missing", paths.segment(chain.number, sequence).string()));
  };
  std::vector<uint64_t> sequences = segments_of(paths, chain.number);
  std::erase_if(sequences, [&](uint64_t sequence) { return sequence > chain.last_segment; });
  // From the one with the first write that is not in the oldest base.
  const uint64_t first = chain.bases.front().after + 1;
  const auto after = std::ranges::upper_bound(sequences, first);
  if (after == sequences.begin()) return missing(first);
  sequences.erase(sequences.begin(), std::prev(after));
  if (sequences.back() != chain.last_segment) missing(chain.last_segment);
  for (size_t i = 0; i < sequences.size(); ++i) {
    const fs::path file = paths.segment(chain.number, sequences[i]);
    auto segment = SegmentReader::open(env, file);
    if (!segment) {
      content.damage.push_back(std::move(segment).error().message);
      continue;
    }
    ++content.segments;
    while (segment->next()) continue;
    // The end of the newest may not be whole: it is where the process stopped.
    if (i + 1 == sequences.size() || segment->position() >= sequences[i + 1]) continue;
    if (segment->damage().empty()) {
      missing(segment->position());
    } else {
      content.damage.push_back(fmt::format("{} is damaged: {}", file.string(), segment->damage()));
    }
  }
}

Result<ArchiveContent> verify_once(rocksdb::Env& env, const ArchivePaths& paths,
                                   const Archive& archive) {
  ArchiveContent content;
  if (archive.chains.empty()) return content;
  NORN_ASSIGN(const auto bases, BackupFolder::open(paths.bases(), BackupFolder::Use::kRead));
  for (const ArchiveChain& chain : archive.chains) {
    for (const ArchiveBase& base : chain.bases) {
      if (const auto whole = verify_backup(*bases, base.id); whole) {
        ++content.bases;
      } else {
        content.damage.push_back(whole.error().message);
      }
    }
    verify_segments(env, paths, chain, content);
  }
  return content;
}

// Whether all that the one needs is needed by the other.
bool has_all(const Archive& archive, const Archive& other) {
  return std::ranges::all_of(other.chains, [&](const ArchiveChain& chain) {
    const auto same = std::ranges::find(archive.chains, chain.number, &ArchiveChain::number);
    return same != archive.chains.end() && same->bases.front().after == chain.bases.front().after;
  });
}

}  // namespace

Result<ArchiveContent> verify_archive(rocksdb::Env& env, const ArchivePaths& paths) {
  for (int attempt = 1;; ++attempt) {
    NORN_ASSIGN(const Archive archive, read_archive(paths.folder));
    NORN_ASSIGN(auto content, verify_once(env, paths, archive));
    if (content.damage.empty() || attempt == kMaxAttempts) return content;
    NORN_ASSIGN(const Archive now, read_archive(paths.folder));
    if (has_all(now, archive)) return content;
  }
}

}  // namespace norn::embedded
