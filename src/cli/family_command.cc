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
#include "base/text.h"
#include "cli/operator_desk.h"
#include "store/wire/wire.h"

namespace norn::cli {
namespace {

constexpr std::chrono::milliseconds kStatePause{200};

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
  // What has to be waited for, of an import into a tree.
  bool is_reimport_moving() const {
    return state == "waiting" || state == "reading" || state == "writing" || state == "undoing";
  }
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
  FamilyImport(const FamilyCommand& command, OperatorDesk& desk, std::ostream* progress)
      : command_(command), desk_(desk), progress_(progress) {}

  // Returns what to print.
  Result<std::string> run() {
    NORN_ASSIGN(const int64_t bytes, size_of_file(command_.file));
    std::ifstream file(command_.file, std::ios::binary);
    if (!file) return file_failure("cannot read", command_.file, std::strerror(errno));
    owner_ = command_.owner;
    if (!command_.into.empty()) {
      NORN_ASSIGN(owner_,
                  desk_.ask(OperatorRequest("family-owner").text("tree", command_.into).json()));
    }
    NORN_ASSIGN(const std::string upload, desk_.ask(OperatorRequest("family-import-begin")
                                                        .text("owner", owner_)
                                                        .text("file", upload_name(command_.file))
                                                        .integer("size", bytes)
                                                        .json()));
    auto text = command_.into.empty() ? import_file(upload, file) : import_into(upload, file);
    end_line();
    // An import that is done has removed it.
    const auto ended = desk_.ask(
        OperatorRequest("family-import-end").text("owner", owner_).text("upload", upload).json());
    if (text && !ended) return std::unexpected(ended.error());
    return text;
  }

 private:
  Result<std::string> import_file(const std::string& upload, std::ifstream& file) {
    NORN_TRY(send(upload, file));
    NORN_ASSIGN(const std::string job, desk_.ask(OperatorRequest("family-import-start")
                                                     .text("owner", owner_)
                                                     .text("upload", upload)
                                                     .text("name", command_.name)
                                                     .boolean("preview", command_.preview)
                                                     .json()));
    while (true) {
      NORN_ASSIGN(const std::string json, desk_.ask(OperatorRequest("family-import-state")
                                                        .text("owner", owner_)
                                                        .text("job", job)
                                                        .json()));
      NORN_ASSIGN(const ImportState state, state_from(json));
      if (state.state == "failed") return fail(ErrorCode::kInvalid, state.text);
      if (state.is_finished()) return state.text;
      show(fmt::format("{} %, {} of {} people", state.percent, state.people_written, state.people));
      std::this_thread::sleep_for(kStatePause);
    }
  }

  Result<std::string> import_into(const std::string& upload, std::ifstream& file) {
    NORN_TRY(send(upload, file));
    NORN_ASSIGN(const std::string reimport, desk_.ask(OperatorRequest("family-compare")
                                                          .text("owner", owner_)
                                                          .text("tree", command_.into)
                                                          .text("upload", upload)
                                                          .json()));
    // A request about it.
    const auto about = [&](OperatorRequest&& request) -> OperatorRequest& {
      return request.text("owner", owner_).text("tree", command_.into).text("reimport", reimport);
    };
    const auto settled = [&]() -> Result<ImportState> {
      while (true) {
        NORN_ASSIGN(const std::string json,
                    desk_.ask(about(OperatorRequest("family-reimport-state")).json()));
        NORN_ASSIGN(ImportState state, state_from(json));
        if (state.state == "failed") return fail(ErrorCode::kInvalid, state.text);
        if (!state.is_reimport_moving()) return state;
        show(fmt::format("{}: {} %", state.state, state.percent));
        std::this_thread::sleep_for(kStatePause);
      }
    };
    NORN_ASSIGN(const ImportState compared, settled());
    if (command_.preview) {
      NORN_TRY(desk_.ask(about(OperatorRequest("family-reimport-end")).json()));
      return "This is what an import would bring.\n" + compared.text;
    }
    NORN_TRY(desk_.ask(about(OperatorRequest("family-reimport"))
                           .text("new", command_.new_ones)
                           .text("changed", command_.changed)
                           .text("conflicts", command_.conflicts)
                           .json()));
    NORN_ASSIGN(const ImportState done, settled());
    return "The file was imported into the family tree.\n" + done.text;
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
              .text("owner", owner_)
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
  OperatorDesk& desk_;
  std::string owner_;
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

Result<void> export_family(const FamilyCommand& command, OperatorDesk& desk, std::ostream& out) {
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
  OperatorDesk desk(command.data, clock);
  // So that a mistyped name is told without looking at the data.
  if (command.action == FamilyCommand::Action::kImport) NORN_TRY(size_of_file(command.file));
  NORN_TRY(desk.open(OperatorDesk::Folder::kExists));
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
