#include "cli/family_command.h"

#include <fmt/format.h>
#include <simdjson.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>

#include "apps/files/limits.h"
#include "base/json_writer.h"
#include "base/text.h"
#include "base/thread_pool.h"
#include "cli/application.h"
#include "cli/control.h"
#include "cli/open_data.h"
#include "store/wire/wire.h"

namespace norn::cli {
namespace {

constexpr std::chrono::milliseconds kStatePause{200};
// The apps run on the data without a network, so that few threads are enough.
constexpr size_t kFamilyThreads = 2;
constexpr size_t kMaxFamilyJobs = 16;

Result<void> no_family_parts(std::string_view /*part*/) {
  return {};
}

// The apps on data that no server uses.
class AppsHere {
 public:
  static Result<std::unique_ptr<AppsHere>> start(const DataOptions& options, const Clock& clock) {
    NORN_ASSIGN(Data data, open_data(options, clock));
    auto here = std::make_unique<AppsHere>(std::move(data));
    ApplicationOptions application;
    application.table_prefix = options.table_prefix;
    if (options.remote_store) adapt_to_remote_store(application);
    NORN_ASSIGN(here->application_,
                Application::start(here->data_.store(), clock, here->pool_, std::move(application),
                                   [] { return http::HealthReport{}; }));
    here->commands_ = here->application_->commands();
    return here;
  }

  explicit AppsHere(Data data) : data_(std::move(data)), pool_(kFamilyThreads, kMaxFamilyJobs) {}

  Result<std::string> ask(std::string_view request, const SendPart& receive) const {
    return carry_out_control(commands_, request, receive);
  }

 private:
  Data data_;
  ThreadPool pool_;
  std::unique_ptr<Application> application_;
  OperatorCommands commands_;
};

// Carries requests out: by a running server, or in this process.
class Desk {
 public:
  Desk(const DataOptions& options, const Clock& clock) : options_(options), clock_(clock) {}

  Result<void> open() {
    if (options_.remote_store) return open_here();
    NORN_ASSIGN(folder_, existing_data_folder(options_));
    return {};
  }

  Result<std::string> ask(std::string_view request, const SendPart& receive = no_family_parts) {
    if (!here_) {
      NORN_ASSIGN(auto text, ask_server(folder_, request, receive));
      if (text) {
        has_server_ = true;
        return *std::move(text);
      }
      if (has_server_) {
        return fail(ErrorCode::kUnavailable, "The server has stopped. Try it again.");
      }
      NORN_TRY(open_here());
    }
    return here_->ask(request, receive);
  }

 private:
  Result<void> open_here() {
    NORN_ASSIGN(here_, AppsHere::start(options_, clock_));
    return {};
  }

  const DataOptions& options_;
  const Clock& clock_;
  std::filesystem::path folder_;
  bool has_server_ = false;
  std::unique_ptr<AppsHere> here_;
};

// A request under construction.
class OperatorRequest {
 public:
  explicit OperatorRequest(std::string_view command) { object_.text("command", command); }
  OperatorRequest& text(std::string_view name, std::string_view value) {
    object_.text(name, value);
    return *this;
  }
  OperatorRequest& integer(std::string_view name, int64_t value) {
    object_.integer(name, value);
    return *this;
  }
  OperatorRequest& boolean(std::string_view name, bool value) {
    object_.boolean(name, value);
    return *this;
  }
  const std::string& json() {
    object_.close();
    return json_;
  }

 private:
  std::string json_;
  ObjectWriter object_{json_};
};

std::unexpected<Error> file_failure(std::string_view what, const std::filesystem::path& file,
                                    std::string_view why) {
  return fail(ErrorCode::kValidation, fmt::format("{} {}: {}", what, file.string(), why));
}

Result<int64_t> size_of_file(const std::filesystem::path& file) {
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (status.type() == std::filesystem::file_type::not_found) {
    return fail(ErrorCode::kValidation, fmt::format("There is no file {}.", file.string()));
  }
  if (status.type() != std::filesystem::file_type::regular) {
    return fail(ErrorCode::kValidation, fmt::format("{} is not a file.", file.string()));
  }
  const auto size = static_cast<int64_t>(std::filesystem::file_size(file, error));
  if (error) return file_failure("cannot read", file, error.message());
  if (size == 0) {
    return fail(ErrorCode::kValidation, fmt::format("The file {} is empty.", file.string()));
  }
  if (size > files::kMaxFamilyTreeBytes) {
    return fail(ErrorCode::kValidation,
                fmt::format("The file {} has more than {} MiB, which is the most that can be "
                            "imported.",
                            file.string(), files::kMaxFamilyTreeBytes >> 20));
  }
  return size;
}

// What the server calls the upload.
std::string upload_name(const std::filesystem::path& file) {
  const std::string name = repaired_utf8(file.filename().string());
  return std::string(first_characters(name, files::kMaxFileNameCharacters));
}

// The state of an import.
struct ImportState {
  std::string state;
  int64_t percent = 0;
  int64_t people = 0;
  int64_t people_written = 0;
  std::string text;

  bool is_finished() const { return state == "done" || state == "failed"; }
};

Result<ImportState> state_from(const std::string& json) {
  ImportState state;
  simdjson::dom::parser parser;
  simdjson::dom::object object;
  std::string_view text;
  if (parser.parse(json).get(object) != simdjson::SUCCESS ||
      object["state"].get(text) != simdjson::SUCCESS) {
    return fail(ErrorCode::kUnavailable, "The server gave no answer that is understood.");
  }
  state.state = text;
  // What is missing stays as it is.
  const auto read = [&](const char* name, int64_t& number) {
    int64_t found = 0;
    if (object[name].get(found) == simdjson::SUCCESS) number = found;
  };
  read("percent", state.percent);
  read("people", state.people);
  read("peopleWritten", state.people_written);
  if (object["text"].get(text) == simdjson::SUCCESS) state.text = text;
  return state;
}

class FamilyImport {
 public:
  FamilyImport(const FamilyCommand& command, Desk& desk, std::ostream* progress)
      : command_(command), desk_(desk), progress_(progress) {}

  // Returns what to print.
  Result<std::string> run() {
    NORN_ASSIGN(const int64_t bytes, size_of_file(command_.file));
    std::ifstream file(command_.file, std::ios::binary);
    if (!file) return file_failure("cannot read", command_.file, std::strerror(errno));
    NORN_ASSIGN(const std::string upload, desk_.ask(OperatorRequest("family-import-begin")
                                                        .text("owner", command_.owner)
                                                        .text("file", upload_name(command_.file))
                                                        .integer("size", bytes)
                                                        .json()));
    auto text = import_file(upload, file);
    end_line();
    // An import that is done has removed it.
    const auto ended = desk_.ask(OperatorRequest("family-import-end")
                                     .text("owner", command_.owner)
                                     .text("upload", upload)
                                     .json());
    if (text && !ended) return std::unexpected(ended.error());
    return text;
  }

 private:
  Result<std::string> import_file(const std::string& upload, std::ifstream& file) {
    NORN_TRY(send(upload, file));
    NORN_ASSIGN(const std::string job, desk_.ask(OperatorRequest("family-import-start")
                                                     .text("owner", command_.owner)
                                                     .text("upload", upload)
                                                     .text("name", command_.name)
                                                     .boolean("preview", command_.preview)
                                                     .json()));
    while (true) {
      NORN_ASSIGN(const std::string json, desk_.ask(OperatorRequest("family-import-state")
                                                        .text("owner", command_.owner)
                                                        .text("job", job)
                                                        .json()));
      NORN_ASSIGN(const ImportState state, state_from(json));
      if (state.state == "failed") return fail(ErrorCode::kInvalid, state.text);
      if (state.is_finished()) return state.text;
      show(fmt::format("{} %, {} of {} people", state.percent, state.people_written, state.people));
      std::this_thread::sleep_for(kStatePause);
    }
  }

  Result<void> send(const std::string& upload, std::ifstream& file) {
    std::string content(static_cast<size_t>(files::kUploadPartBytes), '\0');
    for (int64_t part = 1; file; ++part) {
      file.read(content.data(), static_cast<std::streamsize>(content.size()));
      const auto count = static_cast<size_t>(file.gcount());
      if (file.bad()) return file_failure("cannot read", command_.file, std::strerror(errno));
      if (count == 0) break;
      show(fmt::format("{} MiB read", part));
      NORN_TRY(desk_.ask(
          OperatorRequest("family-import-part")
              .text("owner", command_.owner)
              .text("upload", upload)
              .integer("part", part)
              .text("content", store::base64_encode(std::string_view(content).substr(0, count)))
              .json()));
    }
    return {};
  }

  void show(const std::string& text) {
    if (progress_ == nullptr) return;
    *progress_ << fmt::format("\r{:<60}", text) << std::flush;
    has_line_ = true;
  }
  void end_line() {
    if (has_line_) *progress_ << fmt::format("\r{:<60}\r", "") << std::flush;
  }

  const FamilyCommand& command_;
  Desk& desk_;
  std::ostream* const progress_;  // Nullptr: it is not shown.
  bool has_line_ = false;
};

// What is exported, until all of it is there: nothing is printed of an export that fails, and a
// server does not wait for a program that reads slowly.
class SpooledFile {
 public:
  SpooledFile() : file_(std::tmpfile(), &std::fclose) {}

  Result<void> append(std::string_view part) {
    if (file_ && std::fwrite(part.data(), 1, part.size(), file_.get()) == part.size()) return {};
    return fail(ErrorCode::kUnavailable,
                fmt::format("cannot write a temporary file: {}", std::strerror(errno)));
  }

  Result<void> copy_to(std::ostream& out, std::string_view name) {
    if (!file_ || std::fseek(file_.get(), 0, SEEK_SET) != 0) {
      return fail(ErrorCode::kUnavailable,
                  fmt::format("cannot read a temporary file: {}", std::strerror(errno)));
    }
    char buffer[65'536];
    while (const size_t count = std::fread(buffer, 1, sizeof(buffer), file_.get())) {
      out.write(buffer, static_cast<std::streamsize>(count));
    }
    out.flush();
    if (out) return {};
    return fail(ErrorCode::kUnavailable,
                fmt::format("cannot write {}: {}", name, std::strerror(errno)));
  }

 private:
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

Result<void> export_family(const FamilyCommand& command, Desk& desk, std::ostream& out) {
  SpooledFile file;
  const auto receive = [&file](std::string_view part) { return file.append(part); };
  NORN_ASSIGN(const std::string said, desk.ask(OperatorRequest("family-export")
                                                   .text("tree", command.tree)
                                                   .text("version", command.gedcom)
                                                   .json(),
                                               receive));
  if (command.output.empty()) return file.copy_to(out, "the output");
  std::ofstream output(command.output, std::ios::binary | std::ios::trunc);
  if (!output) return file_failure("cannot write", command.output, std::strerror(errno));
  NORN_TRY(file.copy_to(output, command.output.string()));
  out << said;
  return {};
}

}  // namespace

Result<void> run_family(const FamilyCommand& command, const Clock& clock, bool on_terminal,
                        std::ostream& out, std::ostream& progress) {
  Desk desk(command.data, clock);
  // So that a mistyped name is told without looking at the data.
  if (command.action == FamilyCommand::Action::kImport) NORN_TRY(size_of_file(command.file));
  NORN_TRY(desk.open());
  switch (command.action) {
    case FamilyCommand::Action::kList: {
      NORN_ASSIGN(const std::string text,
                  desk.ask(OperatorRequest("family-list").text("owner", command.owner).json()));
      out << text;
      return {};
    }
    case FamilyCommand::Action::kExport:
      return export_family(command, desk, out);
    case FamilyCommand::Action::kImport:
      break;
  }
  NORN_ASSIGN(const std::string text,
              FamilyImport(command, desk, on_terminal ? &progress : nullptr).run());
  out << text;
  return {};
}

}  // namespace norn::cli
