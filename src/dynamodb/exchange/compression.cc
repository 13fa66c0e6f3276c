#include "dynamodb/exchange/compression.h"

#include <zlib.h>
#include <zstd.h>

#include <limits>
#include <vector>

#include "base/check.h"

namespace norn::exchange {
namespace {

constexpr int kGzipWindow = 15 + 16;  // zlib's way to ask for a gzip header.
constexpr int kGzipMemory = 8;
constexpr int kZstdLevel = 3;
constexpr size_t kStepBytes = size_t{1} << 16;

Bytef* zlib_bytes(const char* bytes) {
  return reinterpret_cast<Bytef*>(const_cast<char*>(bytes));  // zlib only reads them.
}

class NoCompressor final : public Compressor {
 public:
  void add(std::string_view text, std::string& out) override { out.append(text); }
  void finish(std::string& /*out*/) override {}
};

class GzipCompressor final : public Compressor {
 public:
  GzipCompressor() {
    NORN_CHECK(deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow, kGzipMemory,
                            Z_DEFAULT_STRATEGY) == Z_OK,
               "zlib can begin");
  }
  ~GzipCompressor() override { deflateEnd(&stream_); }
  GzipCompressor(const GzipCompressor&) = delete;
  GzipCompressor& operator=(const GzipCompressor&) = delete;

  void add(std::string_view text, std::string& out) override {
    if (text.empty()) return;
    has_text_ = true;
    run(text, Z_NO_FLUSH, out);
  }
  void finish(std::string& out) override {
    if (!has_text_) return;
    run({}, Z_FINISH, out);
    deflateReset(&stream_);
    has_text_ = false;
  }

 private:
  void run(std::string_view text, int flush, std::string& out) {
    NORN_CHECK(text.size() < std::numeric_limits<uInt>::max(), "texts are added in parts");
    stream_.next_in = zlib_bytes(text.data());
    stream_.avail_in = static_cast<uInt>(text.size());
    do {
      stream_.next_out = zlib_bytes(step_.data());
      stream_.avail_out = static_cast<uInt>(step_.size());
      deflate(&stream_, flush);
      out.append(step_.data(), step_.size() - stream_.avail_out);
    } while (stream_.avail_out == 0);
  }

  z_stream stream_{};
  std::vector<char> step_ = std::vector<char>(kStepBytes);
  bool has_text_ = false;
};

class ZstdCompressor final : public Compressor {
 public:
  ZstdCompressor() : context_(ZSTD_createCCtx(), &ZSTD_freeCCtx) {
    NORN_CHECK(context_ != nullptr, "zstd can begin");
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, kZstdLevel);
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
  }

  void add(std::string_view text, std::string& out) override {
    if (text.empty()) return;
    has_text_ = true;
    run(text, ZSTD_e_continue, out);
  }
  void finish(std::string& out) override {
    if (!has_text_) return;
    run({}, ZSTD_e_end, out);
    has_text_ = false;
  }

 private:
  void run(std::string_view text, ZSTD_EndDirective end, std::string& out) {
    ZSTD_inBuffer input{text.data(), text.size(), 0};
    size_t left = 0;
    do {
      ZSTD_outBuffer output{step_.data(), step_.size(), 0};
      left = ZSTD_compressStream2(context_.get(), &output, &input, end);
      NORN_CHECK(ZSTD_isError(left) == 0, "zstd can compress any text");
      out.append(step_.data(), output.pos);
    } while (end == ZSTD_e_end ? left != 0 : input.pos < input.size);
  }

  std::unique_ptr<ZSTD_CCtx, size_t (*)(ZSTD_CCtx*)> context_;
  std::vector<char> step_ = std::vector<char>(kStepBytes);
  bool has_text_ = false;
};

class NoDecompressor final : public Decompressor {
 public:
  Result<void> read(std::string_view& bytes, std::string& out) override {
    out.append(bytes);
    bytes = {};
    return {};
  }
  bool has_pending() const override { return false; }
  bool is_whole() const override { return true; }
};

class GzipDecompressor final : public Decompressor {
 public:
  GzipDecompressor() { NORN_CHECK(inflateInit2(&stream_, kGzipWindow) == Z_OK, "zlib can begin"); }
  ~GzipDecompressor() override { inflateEnd(&stream_); }
  GzipDecompressor(const GzipDecompressor&) = delete;
  GzipDecompressor& operator=(const GzipDecompressor&) = delete;

  Result<void> read(std::string_view& bytes, std::string& out) override {
    if (is_whole_) {
      inflateReset(&stream_);
      is_whole_ = false;
    }
    stream_.next_in = zlib_bytes(bytes.data());
    stream_.avail_in = static_cast<uInt>(bytes.size());
    stream_.next_out = zlib_bytes(step_.data());
    stream_.avail_out = static_cast<uInt>(step_.size());
    const int status = inflate(&stream_, Z_NO_FLUSH);
    bytes.remove_prefix(bytes.size() - stream_.avail_in);
    out.append(step_.data(), step_.size() - stream_.avail_out);
    is_whole_ = status == Z_STREAM_END;
    has_pending_ = !is_whole_ && stream_.avail_out == 0;
    if (status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR) return {};
    return fail(ErrorCode::kInvalid,
                std::string("its gzip data is damaged: ") +
                    (stream_.msg != nullptr ? stream_.msg : "it cannot be read"));
  }
  bool has_pending() const override { return has_pending_; }
  bool is_whole() const override { return is_whole_; }

 private:
  z_stream stream_{};
  std::vector<char> step_ = std::vector<char>(kStepBytes);
  bool is_whole_ = false;
  bool has_pending_ = false;
};

class ZstdDecompressor final : public Decompressor {
 public:
  ZstdDecompressor() : context_(ZSTD_createDCtx(), &ZSTD_freeDCtx) {
    NORN_CHECK(context_ != nullptr, "zstd can begin");
  }

  Result<void> read(std::string_view& bytes, std::string& out) override {
    ZSTD_inBuffer input{bytes.data(), bytes.size(), 0};
    ZSTD_outBuffer output{step_.data(), step_.size(), 0};
    const size_t left = ZSTD_decompressStream(context_.get(), &output, &input);
    out.append(step_.data(), output.pos);
    bytes.remove_prefix(input.pos);
    if (ZSTD_isError(left) != 0) {
      return fail(ErrorCode::kInvalid,
                  std::string("its zstd data is damaged: ") + ZSTD_getErrorName(left));
    }
    is_whole_ = left == 0;
    has_pending_ = !is_whole_ && output.pos == output.size;
    return {};
  }
  bool has_pending() const override { return has_pending_; }
  bool is_whole() const override { return is_whole_; }

 private:
  std::unique_ptr<ZSTD_DCtx, size_t (*)(ZSTD_DCtx*)> context_;
  std::vector<char> step_ = std::vector<char>(kStepBytes);
  bool is_whole_ = false;
  bool has_pending_ = false;
};

}  // namespace

Compression compression_of(const std::filesystem::path& path) {
  const std::filesystem::path ending = path.extension();
  if (ending == ".gz") return Compression::kGzip;
  if (ending == ".zst") return Compression::kZstd;
  return Compression::kNone;
}

std::string_view ending_of(Compression compression) {
  switch (compression) {
    case Compression::kNone:
      return "";
    case Compression::kGzip:
      return ".gz";
    case Compression::kZstd:
      return ".zst";
  }
  return "";
}

std::unique_ptr<Compressor> Compressor::make(Compression compression) {
  if (compression == Compression::kGzip) return std::make_unique<GzipCompressor>();
  if (compression == Compression::kZstd) return std::make_unique<ZstdCompressor>();
  return std::make_unique<NoCompressor>();
}

std::unique_ptr<Decompressor> Decompressor::make(Compression compression) {
  if (compression == Compression::kGzip) return std::make_unique<GzipDecompressor>();
  if (compression == Compression::kZstd) return std::make_unique<ZstdDecompressor>();
  return std::make_unique<NoDecompressor>();
}

Compression compression_of_bytes(std::string_view beginning) {
  if (beginning.starts_with("\x1f\x8b")) return Compression::kGzip;
  if (beginning.starts_with("\x28\xb5\x2f\xfd")) return Compression::kZstd;
  return Compression::kNone;
}

}  // namespace norn::exchange
