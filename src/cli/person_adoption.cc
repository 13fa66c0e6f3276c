#include "cli/person_adoption.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <cstdint>
#include <functional>
#include <istream>
#include <map>
#include <optional>
#include <ostream>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/accounts/users/foreign_people.h"
#include "apps/accounts/users/normal_form.h"
#include "apps/accounts/users/users.h"
#include "apps/shared/person_move.h"
#include "base/faults.h"
#include "base/json_text.h"
#include "base/json_writer.h"
#include "base/log.h"
#include "base/log_context.h"
#include "cli/exit_code.h"
#include "cli/printable.h"
#include "rest/json_input.h"
#include "rest/text_rule.h"

namespace norn::cli {
namespace {

constexpr std::string_view kAdoptFind = "user-adopt-find";
constexpr std::string_view kAdoptPart = "user-adopt-part";
// A key in JSON: PK and SK have 3 KB at most, and are escaped.
constexpr rest::TextRule kAfterRule{.min = 0, .max = 40'000, .lines = true};
constexpr int64_t kMaxAdoptSteps = 100;
// What stays is named, up to so many items.
constexpr size_t kMaxKeptNames = 100;

// The people whom other programs stored, and the account that they are to become a part of.
Result<std::string> find_people(accounts::Users& users, rest::JsonInput& request) {
  NORN_ASSIGN(const std::string given, request.text("email"));
  NORN_ASSIGN(const std::string from, request.text("from", {.min = 0}));
  NORN_TRY(request.finish());
  NORN_ASSIGN(const std::string email, accounts::normal_email(given));
  NORN_ASSIGN(const auto user, users.find_by_email(email));
  if (!user) {
    return fail(ErrorCode::kNotFound,
                fmt::format("There is no account with the address {}. `norn user list` lists them.",
                            printable(given)));
  }
  std::vector<std::string> ids;
  if (!from.empty()) {
    NORN_ASSIGN(const auto state, users.foreign_people().state_of(from));
    const auto& items = state.items;
    if (state.has_account ||
        (!items.calendar_user && !items.project_user && !items.family_profile)) {
      return fail(ErrorCode::kNotFound,
                  fmt::format("{} is not the id of a person whom another program has stored and "
                              "who has no account.",
                              printable(from)));
    }
    ids.push_back(from);
  } else {
    NORN_ASSIGN(const auto people, users.foreign_people().with_email(email));
    for (const accounts::ForeignPerson& person : people) ids.push_back(person.id);
  }
  if (ids.empty()) {
    return fail(ErrorCode::kNotFound,
                fmt::format("No other program has stored a person with the address {} under "
                            "another id. Name the id with --from.",
                            email));
  }
  std::string text;
  ObjectWriter object(text);
  object.text("to", user->id);
  ListWriter list(object.key("from"));
  for (const std::string& id : ids) append_json_string(list.next(), id);
  list.close();
  object.close();
  return text;
}

Result<void> check_people(accounts::Users& users, const std::string& from, const std::string& to) {
  NORN_ASSIGN(const auto former, users.foreign_people().state_of(from));
  NORN_ASSIGN(const auto account, users.find_account(to));
  if (!former.has_account && account) return {};
  return fail(ErrorCode::kConflict,
              fmt::format("{} has got an account meanwhile, or the account {} was deleted.",
                          printable(from), printable(to)));
}

std::string part_json(const apps::PersonMove::Part& part, int64_t step, int64_t steps) {
  std::string text;
  ObjectWriter object(text);
  object.boolean("done", !part.next && step + 1 >= steps);
  object.integer("step", part.next ? step : step + 1);
  object.text("after", part.next ? part.next->json() : std::string_view());
  ObjectWriter moved(object.key("moved"));
  for (const auto& [kind, count] : part.moved) moved.integer(kind, count);
  moved.close();
  ListWriter kept(object.key("kept"));
  for (const std::string& key : part.kept) append_json_string(kept.next(), key);
  kept.close();
  object.close();
  return text;
}

// All of one table, or what an app moves by itself, part by part.
using AdoptStep = std::function<Result<apps::PersonMove::Part>(
    const std::string& from, const std::string& to, const std::optional<store::Item>& after,
    bool writes)>;

AdoptStep step_of(store::Store& store, apps::PersonKeys keys) {
  return [&store, keys = std::move(keys)](const std::string& from, const std::string& to,
                                          const std::optional<store::Item>& after, bool writes) {
    return apps::PersonMove(store, keys, from, to).part(after, writes);
  };
}

AdoptStep step_of(apps::App& app) {
  return [&app](const std::string& from, const std::string& to,
                const std::optional<store::Item>& after,
                bool writes) { return app.adopt_part(from, to, after, writes); };
}

Result<std::string> move_part(const std::vector<AdoptStep>& steps, accounts::Users& users,
                              rest::JsonInput& request) {
  NORN_ASSIGN(const std::string from, request.text("from"));
  NORN_ASSIGN(const std::string to, request.text("to"));
  NORN_ASSIGN(const int64_t step, request.integer("step", 0, kMaxAdoptSteps));
  NORN_ASSIGN(const std::string after_text, request.text("after", kAfterRule));
  NORN_ASSIGN(const bool writes, request.boolean("writes"));
  NORN_TRY(request.finish());
  NORN_TRY(check_people(users, from, to));
  const auto count = static_cast<int64_t>(steps.size());
  if (step >= count) return fail(ErrorCode::kValidation, "There is no such step.");
  std::optional<store::Item> after;
  if (!after_text.empty()) {
    NORN_ASSIGN(after, store::Item::from_json(after_text));
  }
  if (writes && step == 0 && !after) {
    const log::Field fields[] = {
        {"operation", "adoptUser"}, {"by", "operator"}, {"account", to}, {"from", from}};
    log::write(log::Level::kInfo, "audit", fields);
  }
  NORN_ASSIGN(const apps::PersonMove::Part part,
              steps[static_cast<size_t>(step)](from, to, after, writes));
  return part_json(part, step, count);
}

std::unexpected<Error> adoption_not_understood() {
  return fail(ErrorCode::kUnavailable, "The server gave no answer that is understood.");
}

// What the parts add up to.
struct Adopted {
  std::map<std::string, int64_t> moved;
  std::vector<std::string> kept;
  int64_t kept_count = 0;

  std::string text(std::string_view moves, std::string_view stays) const {
    std::string text;
    for (const auto& [kind, count] : moved) {
      text += fmt::format("  {} {}: {}\n", moves, printable(kind), count);
    }
    for (const std::string& key : kept) text += fmt::format("  {} {}\n", stays, printable(key));
    const auto unnamed = kept_count - static_cast<int64_t>(kept.size());
    if (unnamed > 0) text += fmt::format("  {} {} more\n", stays, unnamed);
    return text.empty() ? "  nothing\n" : text;
  }

  void append_json(std::string& json, std::string_view from) const {
    ObjectWriter object(json);
    object.text("from", from);
    ObjectWriter counts(object.key("moved"));
    for (const auto& [kind, count] : moved) counts.escaped_key(kind) += fmt::format("{}", count);
    counts.close();
    ListWriter keys(object.key("stayed"));
    for (const std::string& key : kept) append_json_string(keys.next(), key);
    keys.close();
    object.integer("stayedCount", kept_count);
    object.close();
  }
};

struct AdoptPosition {
  int64_t step = 0;
  std::string after;
  bool done = false;
};

Result<AdoptPosition> add_part(const std::string& json, Adopted& adopted) {
  simdjson::dom::parser parser;
  simdjson::dom::object object;
  simdjson::dom::object moved;
  simdjson::dom::array kept;
  std::string_view after;
  AdoptPosition next;
  if (parser.parse(json).get(object) != simdjson::SUCCESS ||
      object["done"].get(next.done) != simdjson::SUCCESS ||
      object["step"].get(next.step) != simdjson::SUCCESS ||
      object["after"].get(after) != simdjson::SUCCESS ||
      object["moved"].get(moved) != simdjson::SUCCESS ||
      object["kept"].get(kept) != simdjson::SUCCESS) {
    return adoption_not_understood();
  }
  next.after = after;
  for (const auto& [kind, value] : moved) {
    int64_t count = 0;
    if (value.get(count) != simdjson::SUCCESS) return adoption_not_understood();
    adopted.moved[std::string(kind)] += count;
  }
  for (const auto& value : kept) {
    std::string_view key;
    if (value.get(key) != simdjson::SUCCESS) return adoption_not_understood();
    ++adopted.kept_count;
    if (adopted.kept.size() < kMaxKeptNames) adopted.kept.emplace_back(key);
  }
  return next;
}

Result<Adopted> walk(OperatorDesk& desk, const std::string& from, const std::string& to,
                     bool writes) {
  Adopted adopted;
  AdoptPosition position;
  while (!position.done) {
    NORN_ASSIGN(const std::string json, desk.ask(OperatorRequest(kAdoptPart)
                                                     .text("from", from)
                                                     .text("to", to)
                                                     .integer("step", position.step)
                                                     .text("after", position.after)
                                                     .boolean("writes", writes)
                                                     .json()));
    NORN_ASSIGN(position, add_part(json, adopted));
  }
  return adopted;
}

struct FoundPeople {
  std::string to;
  std::vector<std::string> from;
};

Result<FoundPeople> people_from(const std::string& json) {
  simdjson::dom::parser parser;
  simdjson::dom::object object;
  simdjson::dom::array ids;
  std::string_view to;
  FoundPeople found;
  if (parser.parse(json).get(object) != simdjson::SUCCESS ||
      object["to"].get(to) != simdjson::SUCCESS || object["from"].get(ids) != simdjson::SUCCESS) {
    return adoption_not_understood();
  }
  found.to = to;
  for (const auto& value : ids) {
    std::string_view id;
    if (value.get(id) != simdjson::SUCCESS) return adoption_not_understood();
    found.from.emplace_back(id);
  }
  return found;
}

bool agrees_to_move(Console& console) {
  console.err << "Move it? [y/N] " << std::flush;
  std::string answer;
  std::getline(console.in, answer);
  return answer == "y" || answer == "Y" || answer == "yes";
}

}  // namespace

OperatorCommands adoption_commands(const apps::Apps& apps, const apps::TableNames& names,
                                   store::Store& store, accounts::Users& users) {
  std::vector<AdoptStep> steps;
  for (const auto& app : apps) {
    for (apps::PersonKeys& keys : app->person_keys(names)) {
      steps.push_back(step_of(store, std::move(keys)));
    }
    steps.push_back(step_of(*app));
  }
  OperatorCommands commands;
  commands[std::string(kAdoptFind)] = [&users](rest::JsonInput& request, const SendPart&) {
    return find_people(users, request);
  };
  commands[std::string(kAdoptPart)] = [&users, steps = std::move(steps)](rest::JsonInput& request,
                                                                         const SendPart&) {
    return move_part(steps, users, request);
  };
  return commands;
}

Result<int> adopt_people(OperatorDesk& desk, Console& console, const AdoptionOptions& options) {
  NORN_ASSIGN(const std::string json, desk.ask(OperatorRequest(kAdoptFind)
                                                   .text("email", options.email)
                                                   .text("from", options.from)
                                                   .json()));
  NORN_ASSIGN(const FoundPeople found, people_from(json));
  bool moves = false;
  std::string plan;
  for (const std::string& from : found.from) {
    NORN_ASSIGN(const Adopted adopted, walk(desk, from, found.to, false));
    moves = moves || !adopted.moved.empty();
    plan += fmt::format("From {} to the account {}:\n{}", printable(from), found.to,
                        adopted.text("moves", "stays"));
  }
  const bool asks = !options.is_forced && moves;
  if (asks && !console.in_is_terminal) {
    return fail(ErrorCode::kConflict,
                "Nothing was moved: without a terminal there is nobody to ask. Add --force.");
  }
  announce_store(console, desk.location());
  (options.is_json ? console.err : console.out) << plan << std::flush;
  if (!moves && !options.is_json) return kExitOk;
  if (asks && !agrees_to_move(console)) {
    console.err << "Nothing was moved.\n";
    return kExitRefused;
  }
  std::string json_text;
  ObjectWriter object(json_text);
  object.text("to", found.to);
  ListWriter done(object.key("adopted"));
  for (const std::string& from : found.from) {
    NORN_ASSIGN(const Adopted adopted, walk(desk, from, found.to, moves));
    adopted.append_json(done.next(), from);
    if (options.is_json) continue;
    console.out << fmt::format("Done, from {}:\n{}", printable(from),
                               adopted.text("moved", "stayed"));
  }
  done.close();
  object.close();
  if (options.is_json) console.out << printable(json_text) << "\n";
  return kExitOk;
}

}  // namespace norn::cli
