#include "gedcom/gedzip.h"

#include <zip.h>

#include <algorithm>

#include "base/ascii.h"
#include "base/faults.h"
#include "base/text.h"
#include "gedcom/sentences.h"

namespace norn::gedcom {
namespace {

constexpr std::string_view kZipField = "file";
constexpr std::string_view kGedcomName = "gedcom.ged";

std::unexpected<Error> unreadable(zip_error_t& error) {
  const std::string reason = repaired_utf8(zip_error_strerror(&error));
  zip_error_fini(&error);
  return invalid(kZipField, kGedzipUnreadable(reason));
}

// Files that macOS adds to archives, about those that are in them.
bool is_of_macos(std::string_view name) {
  return name.starts_with("__MACOSX/");
}

bool ends_with_ged(std::string_view name) {
  constexpr std::string_view kEnding = ".ged";
  return name.size() > kEnding.size() &&
         equals_ignoring_case(name.substr(name.size() - kEnding.size()), kEnding);
}

std::string percent_decoded(std::string_view text) {
  std::string decoded;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool is_code = text[i] == '%' && i + 2 < text.size() && hex_value(text[i + 1]) >= 0 &&
                         hex_value(text[i + 2]) >= 0;
    decoded +=
        is_code ? static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2])) : text[i];
    if (is_code) i += 2;
  }
  return decoded;
}

}  // namespace

bool is_zip(std::string_view bytes) {
  return bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06");
}

Result<Gedzip> Gedzip::open(std::string_view bytes) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* const source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
  if (source == nullptr) return unreadable(error);
  zip_t* const archive = zip_open_from_source(source, ZIP_RDONLY, &error);
  if (archive == nullptr) {
    zip_source_free(source);  // An archive that is open owns its source.
    return unreadable(error);
  }
  zip_error_fini(&error);
  Gedzip gedzip(Archive(archive, [](zip* open) { zip_discard(open); }));
  NORN_TRY(gedzip.list());
  return gedzip;
}

Result<void> Gedzip::list() {
  const auto count =
      static_cast<size_t>(std::max<zip_int64_t>(zip_get_num_entries(archive_.get(), 0), 0));
  if (count > kMaxGedzipFiles) {
    return invalid(kZipField, kGedzipTooManyFiles(count, kMaxGedzipFiles));
  }
  for (size_t i = 0; i < count; ++i) {
    zip_stat_t about;
    if (zip_stat_index(archive_.get(), i, 0, &about) != 0) continue;
    if ((about.valid & ZIP_STAT_NAME) == 0 || (about.valid & ZIP_STAT_SIZE) == 0) continue;
    std::string name = repaired_utf8(about.name);
    if (name.ends_with('/') || is_of_macos(name)) continue;
    media_.push_back({std::move(name), about.size, i});
  }
  auto found = std::ranges::find(media_, kGedcomName, &File::name);
  const auto has_ged = [](const File& file) { return ends_with_ged(file.name); };
  if (found == media_.end() && std::ranges::count_if(media_, has_ged) == 1) {
    found = std::ranges::find_if(media_, has_ged);
  }
  if (found == media_.end()) return invalid(kZipField, kGedzipWithoutGedcom);
  gedcom_ = std::move(*found);
  media_.erase(found);
  return {};
}

Result<ByteSource> Gedzip::stream(const File& file) const {
  zip_file_t* const opened = zip_fopen_index(archive_.get(), file.index, 0);
  if (opened == nullptr) {
    const std::string reason = repaired_utf8(zip_strerror(archive_.get()));
    return invalid(kZipField, kGedzipUnreadable(reason));
  }
  // Shared because a function has to be copyable.
  const std::shared_ptr<zip_file_t> entry(opened, [](zip_file_t* open) { zip_fclose(open); });
  return [entry](std::span<char> out) -> Result<size_t> {
    const zip_int64_t count = zip_fread(entry.get(), out.data(), out.size());
    if (count >= 0) return static_cast<size_t>(count);
    const std::string reason = repaired_utf8(zip_file_strerror(entry.get()));
    return invalid(kZipField, kGedzipUnreadable(reason));
  };
}

Result<ByteSource> Gedzip::gedcom() const {
  return stream(gedcom_);
}

const Gedzip::File* Gedzip::find(std::string_view path) const {
  auto found = std::ranges::find(media_, path, &File::name);
  if (found == media_.end()) {
    found = std::ranges::find(media_, percent_decoded(path), &File::name);
  }
  return found == media_.end() ? nullptr : &*found;
}

Result<std::string> Gedzip::read(const File& file, size_t max_bytes) const {
  if (file.bytes > max_bytes) {
    return invalid(kZipField, kGedzipFileTooLarge(file.name, max_bytes));
  }
  NORN_ASSIGN(const ByteSource source, stream(file));
  constexpr size_t kPieceBytes = size_t{64} << 10;
  std::string content;
  while (true) {
    const size_t before = content.size();
    content.resize(before + kPieceBytes);
    NORN_ASSIGN(const size_t count, source(std::span(content).subspan(before)));
    content.resize(before + count);
    if (count == 0) return content;
    if (content.size() > max_bytes) {
      return invalid(kZipField, kGedzipFileTooLarge(file.name, max_bytes));
    }
  }
}

}  // namespace norn::gedcom
