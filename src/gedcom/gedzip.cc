#include "gedcom/gedzip.h"

#include <zip.h>

#include <algorithm>
#include <optional>
#include <span>

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

// A number of a record of an archive: its lowest byte comes first.
uint64_t number_at(std::string_view record, size_t position, size_t bytes) {
  uint64_t number = 0;
  for (size_t i = bytes; i > 0; --i) {
    number = number << 8 | static_cast<unsigned char>(record[position + i - 1]);
  }
  return number;
}

// libzip makes room for as many files as an archive says that it has, so that a small one could
// take all memory. Each record that may be the end of the directory is looked at.
// https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT 4.3.14 to 4.3.16
Result<void> check_directory(const FileBytes& file) {
  constexpr size_t kEndBytes = 22;
  constexpr size_t kLocatorBytes = 20;
  constexpr size_t kEnd64Bytes = 56;
  constexpr size_t kMaxCommentBytes = 65'535;
  const uint64_t tail_bytes =
      std::min<uint64_t>(file.size, kEndBytes + kLocatorBytes + kMaxCommentBytes);
  NORN_ASSIGN(const std::string tail, read_at(file, file.size - tail_bytes, tail_bytes));
  for (size_t end = tail.find("PK\x05\x06");
       end != std::string::npos && end + kEndBytes <= tail.size();
       end = tail.find("PK\x05\x06", end + 1)) {
    uint64_t files = std::max(number_at(tail, end + 8, 2), number_at(tail, end + 10, 2));
    const bool has_locator =
        end >= kLocatorBytes &&
        std::string_view(tail).substr(end - kLocatorBytes).starts_with("PK\x06\x07");
    if (has_locator) {
      const uint64_t position = number_at(tail, end - kLocatorBytes + 8, 8);
      NORN_ASSIGN(const std::string end64, read_at(file, position, kEnd64Bytes));
      if (end64.size() == kEnd64Bytes) {
        files = std::max({files, number_at(end64, 24, 8), number_at(end64, 32, 8)});
      }
    }
    if (files > kMaxGedzipFiles) {
      return invalid(kZipField, kGedzipTooManyFiles(files, kMaxGedzipFiles));
    }
  }
  return {};
}

}  // namespace

// What libzip reads an archive from.
class Gedzip::Input {
 public:
  explicit Input(FileBytes file) : file_(std::move(file)) { zip_error_init(&error_); }
  ~Input() { zip_error_fini(&error_); }
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  // The directory was read: what follows are files, which have limits of their own.
  void end_directory() { is_directory_ = false; }
  // Why the file could not be read; nullopt if that was not the reason.
  const std::optional<Error>& failure() const { return failure_; }

  // https://libzip.org/documentation/zip_source_function.html
  static zip_int64_t call(void* self, void* data, zip_uint64_t bytes, zip_source_cmd_t command) {
    return static_cast<Input*>(self)->carry_out(data, bytes, command);
  }

 private:
  zip_int64_t carry_out(void* data, zip_uint64_t bytes, zip_source_cmd_t command) {
    switch (command) {
      case ZIP_SOURCE_OPEN:
        position_ = 0;
        return 0;
      case ZIP_SOURCE_READ:
        return read({static_cast<char*>(data), static_cast<size_t>(bytes)});
      case ZIP_SOURCE_SEEK: {
        const zip_int64_t to =
            zip_source_seek_compute_offset(position_, file_.size, data, bytes, &error_);
        if (to < 0) return -1;
        position_ = static_cast<uint64_t>(to);
        return 0;
      }
      case ZIP_SOURCE_TELL:
        return static_cast<zip_int64_t>(position_);
      case ZIP_SOURCE_STAT: {
        auto* const about = static_cast<zip_stat_t*>(data);
        zip_stat_init(about);
        about->size = file_.size;
        about->valid = ZIP_STAT_SIZE;
        return sizeof(*about);
      }
      case ZIP_SOURCE_ERROR:
        return zip_error_to_data(&error_, data, bytes);
      case ZIP_SOURCE_SUPPORTS:
        return zip_source_make_command_bitmap(
            ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR,
            ZIP_SOURCE_FREE, ZIP_SOURCE_SEEK, ZIP_SOURCE_TELL, ZIP_SOURCE_SUPPORTS, -1);
      case ZIP_SOURCE_CLOSE:
      case ZIP_SOURCE_FREE:
        return 0;
      default:
        zip_error_set(&error_, ZIP_ER_OPNOTSUPP, 0);
        return -1;
    }
  }

  zip_int64_t read(std::span<char> out) {
    if (is_directory_) directory_bytes_ += out.size();
    if (directory_bytes_ > kMaxDirectoryBytes) {
      return fail_with(invalid(kZipField, kGedzipDirectoryTooLarge(kMaxDirectoryBytes)).error());
    }
    // libzip takes less than it asked for to be the end.
    size_t total = 0;
    while (total < out.size()) {
      auto count = file_.read(position_, out.subspan(total));
      if (!count) return fail_with(std::move(count).error());
      if (*count == 0) break;
      total += *count;
      position_ += *count;
    }
    return static_cast<zip_int64_t>(total);
  }

  zip_int64_t fail_with(Error error) {
    failure_ = std::move(error);
    zip_error_set(&error_, ZIP_ER_READ, 0);
    return -1;
  }

  FileBytes file_;
  uint64_t position_ = 0;
  zip_error_t error_;
  std::optional<Error> failure_;
  bool is_directory_ = true;
  size_t directory_bytes_ = 0;
};

bool is_zip(std::string_view bytes) {
  return bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06");
}

Result<Gedzip> Gedzip::open(FileBytes file) {
  NORN_TRY(check_directory(file));
  const auto input = std::make_shared<Input>(std::move(file));
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* const source = zip_source_function_create(Input::call, input.get(), &error);
  if (source == nullptr) return unreadable(error);
  zip_t* const archive = zip_open_from_source(source, ZIP_RDONLY, &error);
  if (archive == nullptr) {
    zip_source_free(source);  // An archive that is open owns its source.
    if (input->failure()) {
      zip_error_fini(&error);
      return std::unexpected(*input->failure());
    }
    return unreadable(error);
  }
  zip_error_fini(&error);
  Gedzip gedzip(input, Archive(archive, [](zip* open) { zip_discard(open); }));
  NORN_TRY(gedzip.list());
  input->end_directory();
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
  if (opened == nullptr && input_->failure()) return std::unexpected(*input_->failure());
  if (opened == nullptr) {
    const std::string reason = repaired_utf8(zip_strerror(archive_.get()));
    return invalid(kZipField, kGedzipUnreadable(reason));
  }
  // Shared because a function has to be copyable.
  const std::shared_ptr<zip_file_t> entry(opened, [](zip_file_t* open) { zip_fclose(open); });
  return [entry, input = input_](std::span<char> out) -> Result<size_t> {
    const zip_int64_t count = zip_fread(entry.get(), out.data(), out.size());
    if (count >= 0) return static_cast<size_t>(count);
    if (input->failure()) return std::unexpected(*input->failure());
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
