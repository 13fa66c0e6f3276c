#include "http/static_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>

#include "base/ascii.h"
#include "http/content_coding.h"
#include "http/entity_tag.h"
#include "http/text.h"

namespace norn::http {
namespace {

constexpr std::string_view kFirstLine = "norn pack 1\n";
constexpr size_t kColumns = 7;

std::unexpected<Error> damaged(std::string_view what) {
  return fail(
      ErrorCode::kCorruption,
      fmt::format("The files of the web app are damaged ({}). Build the program again.", what));
}

// The letters of our own files' names, which need no escape in a URL.
bool is_plain_path(std::string_view path) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("-._/").find(c) != std::string_view::npos;
  };
  return path.starts_with('/') && std::ranges::all_of(path, is_plain) &&
         path.find("..") == std::string_view::npos && path.find("//") == std::string_view::npos;
}

bool is_hex(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return hex_value(c) >= 0; });
}

// Takes a number's worth of bytes off the front of `bytes`.
std::optional<std::string_view> take(std::string_view& bytes, std::string_view length_text) {
  size_t length = 0;
  const char* const text_end = length_text.data() + length_text.size();
  const auto [end, error] = std::from_chars(length_text.data(), text_end, length);
  if (error != std::errc() || end != text_end || length > bytes.size()) return std::nullopt;
  const std::string_view taken = bytes.substr(0, length);
  bytes.remove_prefix(length);
  return taken;
}

// One line of the index; the file's bytes are taken off the front of `bytes`.
Result<StaticFile> read_line(std::string_view line, std::string_view& bytes) {
  std::array<std::string_view, kColumns> columns;
  std::optional<std::string_view> rest = line;
  for (auto& column : columns) column = next_element(rest, '\t').value_or("");
  const auto& [path, media_type, hash, kind, plain, gzip, brotli] = columns;
  if (rest || !is_plain_path(path) || media_type.empty() || has_ascii_control(media_type) ||
      !is_hex(hash) || (kind != "fixed" && kind != "named")) {
    return damaged("a line of the index");
  }
  const auto plain_bytes = take(bytes, plain);
  const auto gzip_bytes = take(bytes, gzip);
  const auto brotli_bytes = take(bytes, brotli);
  if (!plain_bytes || !gzip_bytes || !brotli_bytes) return damaged("a length");
  return StaticFile{path,         media_type,  hash,         kind == "fixed",
                    *plain_bytes, *gzip_bytes, *brotli_bytes};
}

// A form of a file, with the mark that makes its ETag another one than those of the others.
struct Form {
  std::string_view coding;
  std::string_view mark;
  std::string_view bytes;
};

// The one that the client prefers, and the smallest of those that it prefers equally. A client that
// accepts none of them gets the one that it can most likely use (RFC 9110, 12.5.3).
Form choose(const StaticFile& file, const Request& request) {
  const std::array<Form, 3> forms = {{
      {"br", "-br", file.brotli},
      {"gzip", "-gz", file.gzip},
      {"identity", "", file.plain},
  }};
  const auto accepted = request.header("Accept-Encoding").value_or("");
  const Form* chosen = &forms.back();
  int best = 0;
  for (const Form& form : forms) {
    if (form.bytes.empty()) continue;
    const int quality = quality_of_coding(accepted, form.coding);
    if (quality <= best) continue;
    chosen = &form;
    best = quality;
  }
  return *chosen;
}

}  // namespace

Result<StaticFiles> StaticFiles::read(std::string_view pack) {
  if (!pack.starts_with(kFirstLine)) return damaged("its first line");
  pack.remove_prefix(kFirstLine.size());
  const size_t index_end = pack.find("\n\n");
  if (index_end == std::string_view::npos) return damaged("the end of the index");
  std::optional<std::string_view> lines = pack.substr(0, index_end);
  std::string_view bytes = pack.substr(index_end + 2);
  StaticFiles files;
  while (const auto line = next_element(lines, '\n')) {
    NORN_ASSIGN(const StaticFile file, read_line(*line, bytes));
    if (!files.files_.empty() && file.path <= files.files_.back().path) {
      return damaged("the order of the index");
    }
    files.files_.push_back(file);
  }
  if (!bytes.empty()) return damaged("its length");
  return files;
}

const StaticFile* StaticFiles::find(std::string_view path) const {
  const auto found = std::ranges::lower_bound(files_, path, {}, &StaticFile::path);
  return found != files_.end() && found->path == path ? &*found : nullptr;
}

void send_file(const StaticFile& file, const Request& request, Response& response) {
  const Form form = choose(file, request);
  const std::string tag = fmt::format("{}{}", file.hash, form.mark);
  response.content_type = file.media_type;
  response.add_header("ETag", fmt::format("\"{}\"", tag));
  response.add_header("Cache-Control",
                      file.is_fixed ? "public, max-age=31536000, immutable" : "no-cache");
  response.add_header("Vary", "Accept-Encoding");
  if (has_tag(request.header("If-None-Match").value_or(""), tag)) {
    response.status = 304;
    return;
  }
  if (form.coding != "identity") response.add_header("Content-Encoding", form.coding);
  response.body = form.bytes;
}

}  // namespace norn::http
