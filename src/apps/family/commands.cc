#include "apps/family/commands.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "apps/accounts/users/normal_form.h"
#include "apps/family/exchange/export.h"
#include "apps/family/limits.h"
#include "apps/files/files.h"
#include "apps/files/limits.h"
#include "base/faults.h"
#include "base/json_writer.h"
#include "base/text.h"
#include "store/wire/wire.h"

namespace norn::family {
namespace {

using apps::SendPart;
using rest::JsonInput;

// The most that one line of the answer has of a file.
constexpr size_t kExportedPartBytes = size_t{512} << 10;
// A part of an upload in base64.
constexpr auto kMaxContentBytes = static_cast<size_t>((files::kUploadPartBytes + 2) / 3 * 4);

// What the commands work with.
struct Desk {
  const Context& context;
  Trees& trees;
  TreeImportJobs& jobs;
  TreeReimports& reimports;
};

// The id of the person with the address `owner`.
Result<std::string> owner_in(const Desk& desk, JsonInput& request) {
  NORN_ASSIGN(const std::string owner, request.text("owner"));
  NORN_ASSIGN(const std::string email, accounts::normal_email(owner));
  NORN_ASSIGN(const auto user, desk.context.users.find_by_email(email));
  if (user) return user->id;
  return fail(
      ErrorCode::kInvalid,
      fmt::format("There is no account with the address {}. `norn user list` lists them.", owner));
}

std::string trees_json(const std::vector<TreeAccess>& trees) {
  std::string json;
  ObjectWriter object(json);
  ListWriter list(object.key("trees"));
  for (const TreeAccess& access : trees) {
    ObjectWriter one(list.next());
    one.text("id", access.tree.id);
    one.text("name", access.tree.name);
    one.integer("people", access.tree.person_count);
    one.text("role", to_text(access.role));
    one.close();
  }
  list.close();
  object.close();
  return json + "\n";
}

Result<std::string> list_trees_of(const Desk& desk, JsonInput& request, const SendPart& /*send*/) {
  NORN_ASSIGN(const std::string user_id, owner_in(desk, request));
  NORN_ASSIGN(const auto wants_json, request.optional_boolean("json"));
  NORN_TRY(request.finish());
  NORN_ASSIGN(const auto trees, desk.trees.list(user_id));
  if (wants_json.value_or(false)) return trees_json(trees);
  std::string text;
  for (const TreeAccess& access : trees) {
    const bool is_owner = access.role == TreeRole::kOwner;
    text += fmt::format("{}  {:>6} people  {}{}\n", access.tree.id, access.tree.person_count,
                        access.tree.name,
                        is_owner ? "" : fmt::format("  (shared: {})", to_text(access.role)));
  }
  return text.empty() ? "There are no family trees.\n" : text;
}

Result<void> send_text(std::string_view text, const SendPart& send) {
  while (!text.empty()) {
    size_t bytes = std::min(text.size(), kExportedPartBytes);
    while (bytes < text.size() && bytes > 0 && continues_character(text[bytes])) --bytes;
    NORN_TRY(send(text.substr(0, bytes)));
    text.remove_prefix(bytes);
  }
  return {};
}

Result<Tree> tree_in(const Desk& desk, JsonInput& request) {
  NORN_ASSIGN(const std::string id, request.text("tree"));
  NORN_ASSIGN(auto tree, find_tree(desk.context, id));
  if (tree) return *std::move(tree);
  return fail(ErrorCode::kInvalid,
              fmt::format("There is no family tree with the id {}. `norn family list --owner "
                          "E-MAIL` lists those of a person.",
                          id));
}

Result<std::string> export_whole_tree(const Desk& desk, JsonInput& request, const SendPart& send) {
  NORN_ASSIGN(const Tree tree, tree_in(desk, request));
  NORN_ASSIGN(const std::string version, request.choice("version", {"7.0", "5.5.1"}));
  NORN_ASSIGN(const auto wants_json, request.optional_boolean("json"));
  NORN_TRY(request.finish());
  NORN_ASSIGN(TreeExport file,
              TreeExport::begin(desk.context, tree.owner_id, tree.id,
                                version == "7.0" ? gedcom::Version::k70 : gedcom::Version::k551));
  for (bool has_more = true; has_more;) {
    std::string part;
    NORN_ASSIGN(has_more, file.append_next(part));
    NORN_TRY(send_text(part, send));
  }
  if (wants_json.value_or(false)) {
    std::string json;
    ObjectWriter object(json);
    object.text("tree", tree.id);
    object.text("name", tree.name);
    object.integer("people", tree.person_count);
    object.close();
    return json + "\n";
  }
  return fmt::format("{} people of the family tree “{}” were exported.\n", tree.person_count,
                     tree.name);
}

Result<std::string> begin_import(const Desk& desk, JsonInput& request, const SendPart& /*send*/) {
  NORN_ASSIGN(const std::string user_id, owner_in(desk, request));
  files::NewUpload upload = {.name = {}, .bytes = 0, .purpose = files::Purpose::kFamilyTree};
  NORN_ASSIGN(upload.name, request.text("file", {.max = files::kMaxFileNameCharacters}));
  NORN_ASSIGN(upload.bytes, request.integer("size", 0, INT64_MAX));
  NORN_TRY(request.finish());
  NORN_ASSIGN(const files::Upload begun, files::Files(desk.context).begin(user_id, upload, {}));
  return begun.id;
}

Result<std::string> take_part(const Desk& desk, JsonInput& request, const SendPart& /*send*/) {
  NORN_ASSIGN(const std::string user_id, owner_in(desk, request));
  NORN_ASSIGN(const std::string upload_id, request.text("upload"));
  NORN_ASSIGN(const int64_t part, request.integer("part", 1, files::kMaxUploadParts));
  NORN_ASSIGN(const std::string content, request.secret("content", kMaxContentBytes));
  NORN_TRY(request.finish());
  NORN_ASSIGN(const std::string bytes, store::base64_decode(content));
  NORN_TRY(files::Files(desk.context).put_part(user_id, upload_id, part, bytes));
  return "";
}

Result<std::string> start_import(const Desk& desk, JsonInput& request, const SendPart& /*send*/) {
  NORN_ASSIGN(const std::string user_id, owner_in(desk, request));
  NewTreeImportJob input;
  NORN_ASSIGN(input.upload_id, request.text("upload"));
  NORN_ASSIGN(input.is_preview, request.boolean("preview"));
  NORN_ASSIGN(const auto name, request.text("name", {.min = 0, .max = kMaxTreeNameCharacters}));
  NORN_TRY(request.finish());
  input.tree_name = name;
  NORN_ASSIGN(const TreeImportJob job, desk.jobs.begin(user_id, input, {}));
  return job.id;
}

// A line for everything that was not understood.
std::string notes_text(const simdjson::dom::object& report) {
  std::string text;
  simdjson::dom::array notes;
  if (report["notes"].get(notes) != simdjson::SUCCESS) return text;
  for (const simdjson::dom::element note : notes) {
    int64_t line = 0;
    std::string_view said;
    if (note["line"].get(line) != simdjson::SUCCESS) continue;
    if (note["text"].get(said) != simdjson::SUCCESS) continue;
    text += line > 0 ? fmt::format("Line {}: {}\n", line, said) : fmt::format("{}\n", said);
  }
  return text;
}

// "Imported …", the counts, and the notes.
std::string report_text(const Desk& desk, const TreeImportJob& job) {
  simdjson::dom::parser parser;
  simdjson::dom::object report;
  if (parser.parse(job.report).get(report) != simdjson::SUCCESS) return "";
  const auto count = [&report](std::string_view name) {
    int64_t number = 0;
    return report[name].get(number) == simdjson::SUCCESS ? number : 0;
  };
  std::string text = "This is what an import would bring.\n";
  if (!job.is_preview) {
    const auto access = desk.trees.get(job.user_id, job.tree_id);
    text = fmt::format("The family tree “{}” was made: {}\n", access ? access->tree.name : "",
                       job.tree_id);
  }
  text += fmt::format("People: {}\nFamilies: {}\nSources: {}\nFacts and notes: {}\n",
                      count("people"), count("families"), count("sources"), count("facts"));
  return text + notes_text(report);
}

std::string problem_text(const std::string& problem) {
  simdjson::dom::parser parser;
  std::string_view text;
  if (parser.parse(problem)["text"].get(text) != simdjson::SUCCESS) return "It has failed.";
  return std::string(text);
}

Result<std::string> tell_state(const Desk& desk, JsonInput& request, const SendPart& /*send*/) {
  NORN_ASSIGN(const std::string user_id, owner_in(desk, request));
  NORN_ASSIGN(const std::string job_id, request.text("job"));
  NORN_TRY(request.finish());
  NORN_ASSIGN(const TreeImportJob job, desk.jobs.get(user_id, job_id));
  std::string json;
  ObjectWriter object(json);
  object.text("state", to_text(job.state));
  object.integer("percent", job.progress.percent);
  object.integer("people", job.progress.people);
  object.integer("peopleWritten", job.progress.people_written);
  if (job.is_finished()) {
    const bool is_done = job.state == TreeImportJob::State::kDone;
    object.text("text", is_done ? report_text(desk, job) : problem_text(job.problem));
    if (is_done && !job.is_preview) object.text("tree", job.tree_id);
    if (is_done && !job.report.empty()) object.key("report").append(job.report);
  }
  object.close();
  return json;
}

Result<std::string> end_import(const Desk& desk, JsonInput& request, const SendPart& /*send*/) {
  NORN_ASSIGN(const std::string user_id, owner_in(desk, request));
  NORN_ASSIGN(const std::string upload_id, request.text("upload"));
  NORN_TRY(request.finish());
  const auto cancelled = files::Files(desk.context).cancel(user_id, upload_id);
  if (!cancelled && cancelled.error().code != ErrorCode::kNotFound) {
    return std::unexpected(cancelled.error());
  }
  return "";
}

Result<std::string> name_owner(const Desk& desk, JsonInput& request, const SendPart& /*send*/) {
  NORN_ASSIGN(const Tree tree, tree_in(desk, request));
  NORN_TRY(request.finish());
  NORN_ASSIGN(const auto user, desk.context.users.find(tree.owner_id));
  if (user) return user->email;
  return fail(ErrorCode::kInvalid, "The family tree has no owner with an account.");
}

Result<std::string> start_comparison(const Desk& desk, JsonInput& request,
                                     const SendPart& /*send*/) {
  NORN_ASSIGN(const std::string user_id, owner_in(desk, request));
  NORN_ASSIGN(const Tree tree, tree_in(desk, request));
  NORN_ASSIGN(const std::string upload_id, request.text("upload"));
  NORN_TRY(request.finish());
  NORN_ASSIGN(const TreeReimport reimport, desk.reimports.compare(user_id, tree.id, upload_id, {}));
  return reimport.id;
}

// A reimport that a request is about.
struct NamedReimport {
  std::string user_id;
  std::string tree_id;
  std::string id;
};
Result<NamedReimport> reimport_in(const Desk& desk, JsonInput& request) {
  NamedReimport named;
  NORN_ASSIGN(named.user_id, owner_in(desk, request));
  NORN_ASSIGN(named.tree_id, request.text("tree"));
  NORN_ASSIGN(named.id, request.text("reimport"));
  return named;
}

Result<std::string> start_reimport(const Desk& desk, JsonInput& request, const SendPart& /*send*/) {
  NORN_ASSIGN(const NamedReimport named, reimport_in(desk, request));
  NORN_ASSIGN(const std::string fresh, request.choice("new", {"add", "skip"}));
  NORN_ASSIGN(const std::string changed, request.choice("changed", {"take", "keep"}));
  NORN_ASSIGN(const std::string conflicts, request.choice("conflicts", {"take", "keep"}));
  NORN_TRY(request.finish());
  const ReimportChoices choices = {.adds_new = fresh == "add",
                                   .takes_changed = changed == "take",
                                   .takes_conflicts = conflicts == "take"};
  NORN_TRY(desk.reimports.begin(named.user_id, named.tree_id, named.id, choices));
  return "";
}

// The counts, a line for each person who differs, and the notes.
Result<std::string> comparison_text(const Desk& desk, const TreeReimport& reimport) {
  simdjson::dom::parser parser;
  simdjson::dom::object report;
  if (parser.parse(reimport.report).get(report) != simdjson::SUCCESS) return "";
  const auto counts = [&report](std::string_view of, std::string_view name) {
    int64_t number = 0;
    return report[of][name].get(number) == simdjson::SUCCESS ? number : 0;
  };
  std::string text;
  for (const DifferenceClass difference : kDifferenceClasses) {
    const std::string_view name = to_text(difference);
    text +=
        fmt::format("{}: {} ({} people)\n", name, counts("counts", name), counts("people", name));
    const bool is_told =
        difference == DifferenceClass::kConflict || difference == DifferenceClass::kRefused;
    if (!is_told) continue;
    NORN_ASSIGN(const auto page, desk.reimports.differences(reimport.user_id, reimport.tree_id,
                                                            reimport.id, difference, 0));
    simdjson::dom::parser pages;
    simdjson::dom::array list;
    if (pages.parse(page.json).get(list) != simdjson::SUCCESS) continue;
    for (const simdjson::dom::element one : list) {
      std::string_view title;
      std::string_view problem;
      if (one["title"].get(title) != simdjson::SUCCESS) continue;
      const bool has_problem = one["problem"]["text"].get(problem) == simdjson::SUCCESS;
      text += fmt::format("  {}{}{}\n", title, has_problem ? ": " : "", problem);
    }
  }
  text += fmt::format("same: {}\n", counts("counts", "same"));
  return text + notes_text(report);
}

Result<std::string> tell_reimport(const Desk& desk, JsonInput& request, const SendPart& /*send*/) {
  NORN_ASSIGN(const NamedReimport named, reimport_in(desk, request));
  NORN_TRY(request.finish());
  NORN_ASSIGN(const TreeReimport reimport,
              desk.reimports.get(named.user_id, named.tree_id, named.id));
  std::string json;
  ObjectWriter object(json);
  object.text("state", to_text(reimport.state));
  object.integer("percent", reimport.percent);
  if (reimport.state == TreeReimport::State::kFailed) {
    object.text("text", problem_text(reimport.problem));
  } else if (!reimport.is_running()) {
    NORN_ASSIGN(const std::string text, comparison_text(desk, reimport));
    object.text("text", text);
    if (!reimport.report.empty()) object.key("report").append(reimport.report);
  }
  object.close();
  return json;
}

Result<std::string> end_reimport(const Desk& desk, JsonInput& request, const SendPart& /*send*/) {
  NORN_ASSIGN(const NamedReimport named, reimport_in(desk, request));
  NORN_TRY(request.finish());
  NORN_TRY(desk.reimports.remove(named.user_id, named.tree_id, named.id));
  return "";
}

using DeskCommand = Result<std::string> (*)(const Desk&, JsonInput&, const SendPart&);

}  // namespace

apps::OperatorCommands operator_commands(const Context& context, Trees& trees, TreeImportJobs& jobs,
                                         TreeReimports& reimports) {
  const std::pair<const char*, DeskCommand> all[] = {
      {"family-list", list_trees_of},           {"family-export", export_whole_tree},
      {"family-import-begin", begin_import},    {"family-import-part", take_part},
      {"family-import-start", start_import},    {"family-import-state", tell_state},
      {"family-import-end", end_import},        {"family-owner", name_owner},
      {"family-compare", start_comparison},     {"family-reimport", start_reimport},
      {"family-reimport-state", tell_reimport}, {"family-reimport-end", end_reimport},
  };
  apps::OperatorCommands commands;
  for (const auto& [name, command] : all) {
    commands.emplace(name, [desk = Desk{context, trees, jobs, reimports}, command](
                               JsonInput& request, const SendPart& send) {
      return command(desk, request, send);
    });
  }
  return commands;
}

}  // namespace norn::family
