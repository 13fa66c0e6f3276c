#include "http/content_coding.h"

#include <fmt/format.h>
#include <libdeflate.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "base/faults.h"
#include "http/sentences.h"
#include "http/text.h"

namespace norn::http {
namespace {

// Less than this is sent faster than it is compressed.
constexpr size_t kMinBytes = 1024;
constexpr int kGzipLevel = 1;
constexpr int kZstdLevel = 1;
// Deflate makes at most 1032 bytes out of one.
constexpr size_t kMaxGzipRatio = 1032;
constexpr size_t kMinGzipMemberBytes = 18;
// Room to begin with: many small members must not be read again and again.
constexpr size_t kMinRoom = 4096;
constexpr size_t kKeptScratchBytes = 1 << 20;

template <auto kFree>
struct FreeWith {
  template <typename T>
  void operator()(T* object) const {
    kFree(object);
  }
};
using Decompressor =
    std::unique_ptr<libdeflate_decompressor, FreeWith<libdeflate_free_decompressor>>;
using Compressor = std::unique_ptr<libdeflate_compressor, FreeWith<libdeflate_free_compressor>>;
using ZstdContext = std::unique_ptr<ZSTD_CCtx, FreeWith<ZSTD_freeCCtx>>;

template <typename Pointer>
Pointer made(Pointer pointer) {
  if (!pointer) throw std::bad_alloc();
  return pointer;
}

std::unexpected<Error> too_large(size_t limit) {
  return fault(ErrorCode::kLimitExceeded, kUnpackedBodyLargerThan(limit));
}

// Reads the gzip member at the front of `input`, takes it off, and appends its text to `out`.
Result<void> append_member(libdeflate_decompressor* decompressor, std::string_view& input,
                           size_t limit, std::string& out) {
  const size_t before = out.size();
  if (input.size() < kMinGzipMemberBytes) {
    return fault(ErrorCode::kValidation, kNotGzip);
  }
  // The last four bytes are the length, if there is one member and the client does not lie.
  const std::string_view trailer = input.substr(input.size() - 4);
  size_t claimed = 0;
  for (size_t i = 4; i-- > 0;) claimed = claimed << 8 | static_cast<unsigned char>(trailer[i]);
  const size_t most = std::min(limit - before, input.size() * kMaxGzipRatio);
  for (size_t room = std::min(std::max(claimed, kMinRoom), most);;
       room = std::min(2 * room, most)) {
    size_t used = 0;
    size_t written = 0;
    auto result = LIBDEFLATE_BAD_DATA;
    out.resize_and_overwrite(before + room, [&](char* text, size_t) {
      result = libdeflate_gzip_decompress_ex(decompressor, input.data(), input.size(),
                                             text + before, room, &used, &written);
      return before + (result == LIBDEFLATE_SUCCESS ? written : 0);
    });
    if (result == LIBDEFLATE_SUCCESS) {
      input.remove_prefix(used);
      return {};
    }
    if (result != LIBDEFLATE_INSUFFICIENT_SPACE) {
      return fault(ErrorCode::kValidation, kDamagedGzip);
    }
    if (room == most) return too_large(limit);
  }
}

// RFC 1952, 2.2: a gzip file is one member or several, one behind the other.
Result<std::string_view> gunzip(std::string_view input, size_t limit, std::string& buffer) {
  thread_local const Decompressor decompressor =
      made(Decompressor(libdeflate_alloc_decompressor()));
  buffer.clear();
  do {
    NORN_TRY(append_member(decompressor.get(), input, limit, buffer));
  } while (!input.empty());
  return buffer;
}

bool gzip(std::string_view body, std::string& out) {
  thread_local const Compressor compressor =
      made(Compressor(libdeflate_alloc_compressor(kGzipLevel)));
  // A body that does not get smaller is sent uncompressed.
  out.resize_and_overwrite(body.size(), [&](char* text, size_t room) {
    return libdeflate_gzip_compress(compressor.get(), body.data(), body.size(), text, room);
  });
  return !out.empty();
}

bool zstd(std::string_view body, std::string& out) {
  thread_local const ZstdContext context = made(ZstdContext(ZSTD_createCCtx()));
  out.resize_and_overwrite(body.size(), [&](char* text, size_t room) -> size_t {
    const size_t written =
        ZSTD_compressCCtx(context.get(), text, room, body.data(), body.size(), kZstdLevel);
    return ZSTD_isError(written) != 0 ? 0 : written;
  });
  return !out.empty();
}

struct Coding {
  std::string_view name;
  bool (*compress)(std::string_view body, std::string& out);
};
// The preferred one among those that a client prefers equally.
constexpr std::array<Coding, KeptBody::kCodings> kCodings = {{{"zstd", zstd}, {"gzip", gzip}}};

const Coding* choose(std::string_view accepted) {
  const Coding* chosen = nullptr;
  int best = 0;
  for (const Coding& coding : kCodings) {
    const int quality = quality_of_coding(accepted, coding.name);
    if (quality <= best) continue;
    chosen = &coding;
    best = quality;
  }
  return chosen;
}

bool is_compressible(std::string_view content_type) {
  const std::string_view type = trim(content_type.substr(0, content_type.find(';')));
  if (type == "text/event-stream") return false;
  if (type.starts_with("text/") || type == "image/svg+xml") return true;
  return type.starts_with("application/") &&
         (type.find("json") != std::string_view::npos ||
          type.find("javascript") != std::string_view::npos || type.ends_with("xml"));
}

// "q=0.5" (RFC 9110, 12.4.2) in thousandths; an invalid one counts as a refusal.
int quality_of(std::string_view parameter) {
  if (!equals_ignoring_case(parameter.substr(0, 2), "q=")) return 1000;
  parameter.remove_prefix(2);
  if (parameter.empty() || parameter.size() > 5 || (parameter.size() > 1 && parameter[1] != '.')) {
    return 0;
  }
  std::string digits(parameter.substr(0, 1));
  if (parameter.size() > 2) digits += parameter.substr(2);
  digits.resize(4, '0');
  int thousandths = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + 4, thousandths);
  if (error != std::errc() || end != digits.data() + 4 || thousandths > 1000) return 0;
  return thousandths;
}

}  // namespace

Result<std::string_view> decode_body(const Request& request, size_t limit, std::string& buffer) {
  bool is_gzip = false;
  for (const auto& [name, value] : request.headers) {
    if (!equals_ignoring_case(name, "content-encoding")) continue;
    if (value.empty() || equals_ignoring_case(value, "identity")) continue;
    if (is_gzip ||
        !(equals_ignoring_case(value, "gzip") || equals_ignoring_case(value, "x-gzip"))) {
      return fault(ErrorCode::kValidation, kUnknownContentEncoding);
    }
    is_gzip = true;
  }
  if (is_gzip) return gunzip(request.body, limit, buffer);
  if (request.body.size() > limit) {
    return fault(ErrorCode::kLimitExceeded, kBodyLargerThan(limit));
  }
  return request.body;
}

namespace {

// Whether the kept body has the coding; it is compressed when the first client asks for it.
bool encode_kept(Response& response, const Coding& coding) {
  const auto number = static_cast<size_t>(&coding - kCodings.data());
  const std::string& coded = response.kept->coded(number, coding.compress);
  if (!coded.empty()) response.kept_bytes = coded;
  return !coded.empty();
}

bool encode_own(Response& response, const Coding& coding) {
  thread_local std::string compressed;
  if (!coding.compress(response.bytes(), compressed)) return false;
  response.clear_body();
  response.body.swap(compressed);
  if (compressed.capacity() > kKeptScratchBytes) std::string().swap(compressed);
  return true;
}

}  // namespace

void encode_body(const Request& request, Response& response) {
  if (response.bytes().size() < kMinBytes || !is_compressible(response.content_type)) return;
  response.add_header("Vary", "Accept-Encoding");
  const auto accepted = request.header("Accept-Encoding");
  if (!accepted) return;
  const Coding* const coding = choose(*accepted);
  if (coding == nullptr) return;
  const bool is_kept = response.kept && encode_kept(response, *coding);
  if (is_kept || encode_own(response, *coding)) {
    response.add_header("Content-Encoding", coding->name);
  }
}

uint32_t crc32(std::string_view bytes) {
  return libdeflate_crc32(0, bytes.data(), bytes.size());
}

int quality_of_coding(std::string_view accepted, std::string_view coding) {
  int of_others = 0;
  std::optional<std::string_view> list = accepted;
  while (const auto element = next_element(list, ',')) {
    std::optional<std::string_view> parts = element;
    const std::string_view name = next_element(parts, ';').value_or("");
    const auto parameter = next_element(parts, ';');
    const int quality = parameter ? quality_of(*parameter) : 1000;
    if (equals_ignoring_case(name, coding)) return quality;
    if (name == "*") of_others = quality;
  }
  return of_others;
}

}  // namespace norn::http
