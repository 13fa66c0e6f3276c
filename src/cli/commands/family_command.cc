#include "cli/commands/family_command.h"

#include <fmt/format.h>
#include <simdjson.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
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
#include "cli/exit_code.h"
#include "cli/operator_desk.h"
#include "store/wire/wire.h"

namespace norn::cli {
namespace {

constexpr std::string_view kFamilyHelp =
    R"(Lists, imports and exports family trees, for the operator: it needs nothing but access to the
data. Files are GEDCOM 5.5, 5.5.1 and 7.0, or GEDZIP archives, of at most 256 MiB.

Examples
  norn family import smith.ged --owner ada@example.org --preview    says what it would bring
  norn family import smith.ged --owner ada@example.org --name "The Smiths"
  norn family import smith.ged --into 0b0e4f2a-5d0c-4a39-9d0e-2f6f8f1c2a11 --preview
  norn family list --owner ada@example.org                          ids, people, names
  norn family export --tree 0b0e4f2a-5d0c-4a39-9d0e-2f6f8f1c2a11 --output smith.ged
  norn family export --tree 0b0e4f2a-5d0c-4a39-9d0e-2f6f8f1c2a11 --gedcom 5.5.1 >smith.ged

An import makes a new tree, whole or not at all, and says how much there is of what. A line follows
for everything in the file that was not understood, at most 200 of them. With --into, the file is
compared with a tree that is there, and what is new or changed is imported into it; nothing of the
tree is deleted.

Options
  --owner E-MAIL           whose tree it is: of list and import
  --name NAME              of import: what the tree is called; the default is in the file
  --preview                of import: only say what it would bring
  --into ID                of import, instead of --owner: the tree to import into
  --new add|skip           with --into: what only the file has [add]
  --changed take|keep      with --into: what only the file has changed since the last import [take]
  --conflicts keep|take    with --into: what both have changed, or nobody knows [keep]
  --tree ID                of export: which tree, as list says
  --gedcom 7.0|5.5.1       of export: the version of GEDCOM [7.0]
  --output FILE            of export: where it goes; the default is the standard output
  --json                   print JSON; of export with --output only
  --help                   this text

Where the data is, as for `norn serve`. A server that is using the folder does it itself: it listens
for commands of its own user and of root at norn.sock in that folder. If neither --store nor --data
is given and AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_DYNAMODB or DYNAMODB_ENDPOINT names an endpoint, the
data is there.
  --data DIR  --store embedded|dynamodb  --endpoint-url URL  --region REGION  --profile NAME
  --table-prefix TEXT
)";

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
  std::string tree;    // That was made.
  std::string report;  // JSON.

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
  if (object["tree"].get(text) == simdjson::SUCCESS) state.tree = text;
  simdjson::dom::element report;
  if (object["report"].get(report) == simdjson::SUCCESS) state.report = simdjson::minify(report);
  return state;
}

class FamilyImport {
 public:
  FamilyImport(const FamilyOptions& options, OperatorDesk& desk, std::ostream* progress)
      : options_(options), desk_(desk), progress_(progress) {}

  // Returns what to print.
  Result<std::string> run() {
    NORN_ASSIGN(const int64_t bytes, size_of_file(options_.file));
    std::ifstream file(options_.file, std::ios::binary);
    if (!file) return file_failure("cannot read", options_.file, std::strerror(errno));
    owner_ = options_.owner;
    if (!options_.into.empty()) {
      NORN_ASSIGN(owner_,
                  desk_.ask(OperatorRequest("family-owner").text("tree", options_.into).json()));
    }
    NORN_ASSIGN(const std::string upload, desk_.ask(OperatorRequest("family-import-begin")
                                                        .text("owner", owner_)
                                                        .text("file", upload_name(options_.file))
                                                        .integer("size", bytes)
                                                        .json()));
    auto text = options_.into.empty() ? import_file(upload, file) : import_into(upload, file);
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
                                                     .text("name", options_.name)
                                                     .boolean("preview", options_.preview)
                                                     .json()));
    while (true) {
      NORN_ASSIGN(const std::string json, desk_.ask(OperatorRequest("family-import-state")
                                                        .text("owner", owner_)
                                                        .text("job", job)
                                                        .json()));
      NORN_ASSIGN(const ImportState state, state_from(json));
      if (state.state == "failed") return fail(ErrorCode::kInvalid, state.text);
      if (state.is_finished() && options_.json) return json_of(state, state.tree);
      if (state.is_finished()) return state.text;
      show(fmt::format("{} %, {} of {} people", state.percent, state.people_written, state.people));
      std::this_thread::sleep_for(kStatePause);
    }
  }

  Result<std::string> import_into(const std::string& upload, std::ifstream& file) {
    NORN_TRY(send(upload, file));
    NORN_ASSIGN(const std::string reimport, desk_.ask(OperatorRequest("family-compare")
                                                          .text("owner", owner_)
                                                          .text("tree", options_.into)
                                                          .text("upload", upload)
                                                          .json()));
    // A request about it.
    const auto about = [&](OperatorRequest&& request) -> OperatorRequest& {
      return request.text("owner", owner_).text("tree", options_.into).text("reimport", reimport);
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
    if (options_.preview) {
      NORN_TRY(desk_.ask(about(OperatorRequest("family-reimport-end")).json()));
      if (options_.json) return json_of(compared, options_.into);
      return "This is what an import would bring.\n" + compared.text;
    }
    NORN_TRY(desk_.ask(about(OperatorRequest("family-reimport"))
                           .text("new", options_.new_ones)
                           .text("changed", options_.changed)
                           .text("conflicts", options_.conflicts)
                           .json()));
    NORN_ASSIGN(const ImportState done, settled());
    if (options_.json) return json_of(done, options_.into);
    return "The file was imported into the family tree.\n" + done.text;
  }

  // `tree` is empty if none was made.
  std::string json_of(const ImportState& state, const std::string& tree) const {
    std::string json;
    ObjectWriter object(json);
    if (tree.empty()) {
      object.null("tree");
    } else {
      object.text("tree", tree);
    }
    object.boolean("preview", options_.preview);
    object.key("report").append(state.report.empty() ? "null" : state.report);
    object.close();
    return json + "\n";
  }

  Result<void> send(const std::string& upload, std::ifstream& file) {
    std::string content(static_cast<size_t>(files::kUploadPartBytes), '\0');
    for (int64_t part = 1; file; ++part) {
      file.read(content.data(), static_cast<std::streamsize>(content.size()));
      const auto count = static_cast<size_t>(file.gcount());
      if (file.bad()) return file_failure("cannot read", options_.file, std::strerror(errno));
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

  const FamilyOptions& options_;
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

Result<void> export_family(const FamilyOptions& options, OperatorDesk& desk, std::ostream& out) {
  SpooledFile file;
  const auto receive = [&file](std::string_view part) { return file.append(part); };
  NORN_ASSIGN(const std::string said, desk.ask(OperatorRequest("family-export")
                                                   .text("tree", options.tree)
                                                   .text("version", options.gedcom)
                                                   .boolean("json", options.json)
                                                   .json(),
                                               receive));
  if (options.output.empty()) return file.copy_to(out, "the output");
  std::ofstream output(options.output, std::ios::binary | std::ios::trunc);
  if (!output) return file_failure("cannot write", options.output, std::strerror(errno));
  NORN_TRY(file.copy_to(output, options.output.string()));
  out << said;
  return {};
}

}  // namespace

FamilyCommand::FamilyCommand()
    : Command({.name = "family",
               .group = CommandGroup::kPeople,
               .summary = "list, import (GEDCOM) and export family trees",
               .help = kFamilyHelp}) {}

void FamilyCommand::declare(CLI::App& app) {
  using Action = FamilyOptions::Action;
  app.require_subcommand(1);
  auto* const list = app.add_subcommand("list");
  list->callback([this] { options_.action = Action::kList; });
  data_.add_to(*list);
  json_.add_to(*list);
  list->add_option("--owner", options_.owner)->required();
  auto* const import = app.add_subcommand("import");
  import->callback([this] { options_.action = Action::kImport; });
  declare_import(*import);
  auto* const exported = app.add_subcommand("export");
  exported->callback([this] { options_.action = Action::kExport; });
  data_.add_to(*exported);
  json_.add_to(*exported);
  exported->add_option("--tree", options_.tree)->required();
  exported->add_option("--gedcom", options_.gedcom)->check(CLI::IsMember({"7.0", "5.5.1"}));
  exported->add_option("--output", output_);
}

void FamilyCommand::declare_import(CLI::App& import) {
  data_.add_to(import);
  json_.add_to(import);
  import.add_option("file", file_)->required();
  auto* const whose = import.add_option_group("whose");
  whose->require_option(1);
  auto* const owner = whose->add_option("--owner", options_.owner);
  auto* const into = whose->add_option("--into", options_.into);
  import.add_option("--name", options_.name)->needs(owner);
  import.add_flag("--preview", options_.preview);
  import.add_option("--new", options_.new_ones)->needs(into)->check(CLI::IsMember({"add", "skip"}));
  import.add_option("--changed", options_.changed)
      ->needs(into)
      ->check(CLI::IsMember({"take", "keep"}));
  import.add_option("--conflicts", options_.conflicts)
      ->needs(into)
      ->check(CLI::IsMember({"take", "keep"}));
}

Result<void> FamilyCommand::check(const dynamodb::Environment& environment) {
  NORN_TRY(data_.check(environment));
  options_.data = data_.options();
  options_.file = file_;
  options_.output = output_;
  options_.json = json_.on;
  if (options_.json && options_.action == FamilyOptions::Action::kExport && output_.empty()) {
    return fail(ErrorCode::kInvalid,
                "--json needs --output: the family tree would be printed to standard output, too");
  }
  return {};
}

Result<int> FamilyCommand::run(Console& console) {
  OperatorDesk desk(options_.data, console.clock);
  // So that a mistyped name is told without looking at the data.
  if (options_.action == FamilyOptions::Action::kImport) NORN_TRY(size_of_file(options_.file));
  NORN_TRY(desk.open(OperatorDesk::Folder::kExists));
  announce_store(console, desk.location());
  switch (options_.action) {
    case FamilyOptions::Action::kList: {
      NORN_ASSIGN(const std::string text, desk.ask(OperatorRequest("family-list")
                                                       .text("owner", options_.owner)
                                                       .boolean("json", options_.json)
                                                       .json()));
      console.out << text;
      return kExitOk;
    }
    case FamilyOptions::Action::kExport:
      NORN_TRY(export_family(options_, desk, console.out));
      return kExitOk;
    case FamilyOptions::Action::kImport:
      break;
  }
  // How far it is goes to a terminal.
  std::ostream* const progress = console.err_is_terminal ? &console.err : nullptr;
  NORN_ASSIGN(const std::string text, FamilyImport(options_, desk, progress).run());
  console.out << text;
  return kExitOk;
}

}  // namespace norn::cli
