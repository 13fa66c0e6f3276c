#pragma once

#include <cstddef>
#include <cstdint>

// How large and how many. Characters are Unicode code points.
namespace norn::files {

constexpr int64_t kMaxFileBytes = int64_t{25} << 20;
// A file that is read once, and not kept.
constexpr int64_t kMaxFamilyTreeBytes = int64_t{256} << 20;
// Of any purpose.
constexpr int64_t kMaxUploadBytes = kMaxFamilyTreeBytes;
constexpr size_t kMaxFileNameCharacters = 200;

// What one item of the store has of a file: an item has at most 400 KB.
constexpr int64_t kStoredPartBytes = int64_t{256} << 10;
// What one request uploads: the largest body that routes take unless they allow more. A transaction
// of the store, which has at most 4 MB, writes it.
constexpr int64_t kUploadPartBytes = int64_t{1} << 20;
constexpr int64_t kMaxUploadParts = kMaxUploadBytes / kUploadPartBytes;

// Unfinished uploads of one person. Counted before one is added, so concurrent requests may exceed
// it slightly.
constexpr size_t kMaxOpenUploads = 20;
// How long an upload that nothing has claimed is kept.
constexpr int64_t kUploadLifeMs = int64_t{24} * 60 * 60 * 1000;

static_assert(kUploadPartBytes % kStoredPartBytes == 0);
static_assert(kMaxUploadBytes % kUploadPartBytes == 0);
static_assert(kMaxFileBytes <= kMaxUploadBytes);

}  // namespace norn::files
