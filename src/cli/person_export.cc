#include "cli/person_export.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <simdjson.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>
#include <utility>
#include <vector>

#include "apps/accounts/users/normal_form.h"
#include "base/json_writer.h"
#include "rest/json_document.h"
#include "store/wire/wire.h"

namespace norn::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPersonCommand = "person-export";
// Of a part; base64 has a third more.
constexpr size_t kPersonPartBytes = size_t{512} << 10;

// Sends the files as parts: {"path","about"} begins one, {"bytes"} in base64 continues it.
class SentFiles final : public apps::PersonFiles {
 public:
  explicit SentFiles(const SendPart& send) : send_(send) {}

  Result<void> add(std::string_view bytes) override {
    while (!bytes.empty()) {
      const std::string_view part = bytes.substr(0, kPersonPartBytes);
      bytes.remove_prefix(part.size());
      std::string json;
      ObjectWriter object(json);
      object.text("bytes", store::base64_encode(part));
      object.close();
      NORN_TRY(send_(json));
    }
    return {};
  }

 protected:
  Result<void> begin_path(std::string path, std::string_view about) override {
    std::string json;
    ObjectWriter object(json);
    object.text("path", path);
    object.text("about", about);
    object.close();
    return send_(json);
  }

 private:
  const SendPart& send_;
};

std::unexpected<Error> cannot_write(const fs::path& path, std::string_view why) {
  return fail(ErrorCode::kUnavailable, fmt::format("cannot write {}: {}", path.string(), why));
}

// Waits until a file, or the names in a folder, are on the disk.
Result<void> put_on_disk(const fs::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return cannot_write(path, std::strerror(errno));
  const bool is_synced = ::fsync(file) == 0;
  const int failure = errno;
  ::close(file);
  if (!is_synced) return cannot_write(path, std::strerror(failure));
  return {};
}

void remove_contents(const fs::path& folder, std::error_code& error) {
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (!error) fs::remove_all(entry.path(), error);
  }
}

// A folder that gets its name when all is in it. One that is there already, such as a disk, is
// filled as it is: until all is in it, it has a mark.
class UnfinishedFolder {
 public:
  explicit UnfinishedFolder(const fs::path& folder)
      : folder_(folder),
        is_there_(fs::is_directory(folder)),
        path_(is_there_ ? folder : fs::path(folder.string() + ".unfinished")) {}

  const fs::path& path() const { return path_; }

  Result<void> begin() const {
    std::error_code error;
    // Only what an export has left is removed.
    const bool is_foreign =
        fs::exists(path_, error) && !fs::is_empty(path_, error) && !fs::exists(mark(), error);
    if (is_there_ ? is_foreign : fs::exists(folder_, error)) {
      return fail(ErrorCode::kConflict,
                  fmt::format("{} is there already and not empty. Choose another folder.",
                              folder_.string()));
    }
    if (is_foreign) {
      return fail(ErrorCode::kConflict,
                  fmt::format("{} is there already and not of an export. Move it away, or choose "
                              "another folder.",
                              path_.string()));
    }
    fs::create_directories(path_, error);
    if (!error) remove_contents(path_, error);
    if (error) return cannot_write(path_, error.message());
    std::ofstream file(mark(), std::ios::binary);
    file << "This export is not finished, or was cut off. The next one to this folder replaces "
            "it.\n";
    file.close();
    if (!file) return cannot_write(mark(), std::strerror(errno));
    return {};
  }

  void remove() const {
    std::error_code error;
    if (is_there_) {
      remove_contents(path_, error);
    } else {
      fs::remove_all(path_, error);
    }
  }

  Result<void> finish() const {
    std::error_code error;
    auto entry = fs::recursive_directory_iterator(path_, error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
      NORN_TRY(put_on_disk(entry->path()));
    }
    if (!error) fs::remove(mark(), error);
    if (error) return cannot_write(path_, error.message());
    NORN_TRY(put_on_disk(path_));
    if (is_there_) return {};
    fs::rename(path_, folder_, error);
    if (error) return cannot_write(folder_, error.message());
    const fs::path parent = fs::absolute(folder_).parent_path();
    return put_on_disk(parent);
  }

 private:
  fs::path mark() const { return path_ / "UNFINISHED.txt"; }

  const fs::path folder_;
  const bool is_there_;
  const fs::path path_;
};

// Writes the files that arrive.
class ReceivedFiles {
 public:
  ReceivedFiles(fs::path folder, exchange::Progress& progress)
      : folder_(std::move(folder)), progress_(progress) {}

  Result<void> take(std::string_view part) {
    simdjson::dom::parser parser;
    NORN_ASSIGN(const simdjson::dom::object object, rest::parse_object(parser, part));
    std::string_view bytes;
    if (object["bytes"].get(bytes) == simdjson::SUCCESS) return add(bytes);
    std::string_view path;
    std::string_view about;
    if (object["path"].get(path) != simdjson::SUCCESS ||
        object["about"].get(about) != simdjson::SUCCESS) {
      return fail(ErrorCode::kUnavailable, "The server gave no answer that is understood.");
    }
    return begin(path, about);
  }

  bool is_empty() const { return files_.empty(); }

  // Ends the last file, and writes README.txt.
  Result<std::vector<PersonFile>> finish(std::string_view who) {
    NORN_TRY(end());
    std::string text = fmt::format(
        "Everything in Norn that belongs to {}.\n\n"
        ".ics files are calendars: calendar programs open them. .ged files are family trees "
        "(GEDCOM) "
        "for genealogy programs. .csv files are tables, .json files are data for programs; any "
        "editor "
        "shows both.\n\n"
        "What others own and share is not here, nor what is in the bin, nor passwords, sessions "
        "and "
        "links.\n\n",
        who);
    for (const PersonFile& file : files_) {
      text += fmt::format("{}\n    {}\n", file.path, file.about);
    }
    const fs::path path = folder_ / "README.txt";
    std::ofstream readme(path, std::ios::binary);
    readme << text;
    readme.close();
    if (!readme) return cannot_write(path, std::strerror(errno));
    return std::move(files_);
  }

 private:
  Result<void> begin(std::string_view path, std::string_view about) {
    NORN_TRY(end());
    const fs::path relative(path);
    const bool leads_out =
        relative.is_absolute() || std::ranges::any_of(relative, [](const fs::path& step) {
          return step == ".." || step == "." || step.empty();
        });
    if (leads_out) return fail(ErrorCode::kInvalid, fmt::format("'{}' is no name of a file", path));
    files_.push_back({std::string(path), std::string(about)});
    progress_.add(1);
    current_ = folder_ / relative;
    std::error_code error;
    fs::create_directories(current_.parent_path(), error);
    if (error) return cannot_write(current_, error.message());
    file_.open(current_, std::ios::binary | std::ios::trunc);
    if (!file_) return cannot_write(current_, std::strerror(errno));
    return {};
  }

  Result<void> add(std::string_view base64) {
    NORN_ASSIGN(const std::string bytes, store::base64_decode(base64));
    file_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!file_) return cannot_write(current_, std::strerror(errno));
    progress_.add(0);  // A long file shows that the export goes on.
    return {};
  }

  Result<void> end() {
    if (!file_.is_open()) return {};
    file_.close();
    if (!file_) return cannot_write(current_, std::strerror(errno));
    return {};
  }

  const fs::path folder_;
  exchange::Progress& progress_;
  std::vector<PersonFile> files_;
  fs::path current_;
  std::ofstream file_;
};

}  // namespace

OperatorCommands person_commands(const apps::Apps& apps, accounts::Users& users) {
  const auto send_files = [&apps, &users](rest::JsonInput& request,
                                          const SendPart& send) -> Result<std::string> {
    NORN_ASSIGN(const std::string given, request.text("email"));
    NORN_TRY(request.finish());
    NORN_ASSIGN(const std::string email, accounts::normal_email(given));
    NORN_ASSIGN(const auto user, users.find_by_email(email));
    if (!user) {
      return fail(
          ErrorCode::kNotFound,
          fmt::format("There is no account with the address {}. `norn user list` lists them.",
                      given));
    }
    SentFiles files(send);
    for (const auto& app : apps) NORN_TRY(app->add_person_files(user->id, files));
    return fmt::format("{} ({})", user->name, user->email);
  };
  return {{std::string(kPersonCommand), send_files}};
}

Result<ExportedPerson> export_person(OperatorDesk& desk, const std::string& email,
                                     const fs::path& folder, exchange::Progress& progress) {
  const UnfinishedFolder unfinished(
      folder.has_filename() ? folder : folder.parent_path());  // "to/" is "to".
  NORN_TRY(unfinished.begin());
  ReceivedFiles files(unfinished.path(), progress);
  const auto receive = [&files](std::string_view part) { return files.take(part); };
  progress.begin(email, 0, 0);
  auto who = desk.ask(OperatorRequest(kPersonCommand).text("email", email).json(), receive);
  if (!who && files.is_empty()) unfinished.remove();
  if (!who) return std::unexpected(who.error());
  ExportedPerson exported{.who = *std::move(who), .files = {}};
  NORN_ASSIGN(exported.files, files.finish(exported.who));
  NORN_TRY(unfinished.finish());
  progress.end(email, exported.files.size());
  return exported;
}

}  // namespace norn::cli
