#include "apps/shared/demo.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/shared/items.h"
#include "store/errors.h"

namespace norn::apps {
namespace {

// The mark: PK = SK.
constexpr std::string_view kDemo = "DEMO";
constexpr std::string_view kBegun = "BEGUN";
constexpr std::string_view kComplete = "COMPLETE";

// Of what can be read aloud and typed: no l and 1, no o and 0.
constexpr std::string_view kPasswordCharacters = "abcdefghijkmnpqrstuvwxyz23456789";
constexpr size_t kPasswordGroups = 3;
constexpr size_t kPasswordGroupCharacters = 5;
static_assert(256 % kPasswordCharacters.size() == 0, "each character is as likely as the others");

// "k7fqm-x3hzt-9wbdn": 75 bits.
std::string new_password(Ids& ids) {
  const std::string bytes = ids.secret(kPasswordGroups * kPasswordGroupCharacters);
  std::string password;
  for (size_t i = 0; i < bytes.size(); ++i) {
    if (i > 0 && i % kPasswordGroupCharacters == 0) password += '-';
    password += kPasswordCharacters[static_cast<uint8_t>(bytes[i]) % kPasswordCharacters.size()];
  }
  return password;
}

std::unexpected<Error> refused(std::string_view why) {
  return fail(ErrorCode::kConflict,
              fmt::format("{} The demo goes into an empty store only: choose another folder with "
                          "--data, or tables of their own with --table-prefix.",
                          why));
}

store::PutRequest mark(const TableNames& names, const Clock& clock, std::string_view state) {
  store::PutRequest put;
  put.table = names.norn();
  put.item = store::Item::from_map({{"PK", std::string(kDemo)},
                                    {"SK", std::string(kDemo)},
                                    {"entityType", std::string(kDemo)},
                                    {"state", std::string(state)},
                                    {"updatedAt", timestamp_s(clock.now_ms())}});
  return put;
}

Result<void> check_mark(store::Store& store, const TableNames& names) {
  store::GetRequest get;
  get.table = names.norn();
  get.key = key_of(kDemo, kDemo);
  get.consistent = true;
  NORN_ASSIGN(const auto found, store.get(get));
  if (!found.item) return {};
  if (text_of(*found.item, "state") == kComplete) {
    return fail(ErrorCode::kConflict,
                "The demo is here already: start Norn without --demo to use it. `norn user passwd` "
                "sets a new password for one of its people.");
  }
  return fail(ErrorCode::kConflict,
              fmt::format("A demo was begun here at {} and is not complete, because it was "
                          "interrupted or is being made now. Remove the data folder, or the tables "
                          "with `norn deploy --destroy`, and try again.",
                          text_of(*found.item, "updatedAt")));
}

Result<void> check_empty(store::Store& store, const std::string& table) {
  store::ScanRequest scan;
  scan.table = table;
  scan.limit = 1;
  scan.consistent = true;
  NORN_ASSIGN(const auto found, store.scan(scan));
  if (found.items.empty()) return {};
  return refused(fmt::format("There is data in the table {}.", table));
}

}  // namespace

Date Demo::on(std::chrono::weekday day, int weeks) const {
  const std::chrono::days since_monday = std::chrono::weekday(today) - std::chrono::Monday;
  const Date monday = today - since_monday + std::chrono::weeks(weeks);
  return monday + (day - std::chrono::Monday);
}

Date Demo::years_before(Date day, int years) {
  const std::chrono::year_month_day then =
      std::chrono::year_month_day(day) - std::chrono::years(years);
  if (then.ok()) return then;
  return std::chrono::sys_days(then.year() / then.month() / std::chrono::last);
}

Demo new_demo(Ids& ids, Date today, std::string zone) {
  const auto person = [&ids](std::string name, std::string email, std::string role) {
    return DemoPerson{std::move(name), std::move(email), std::move(role), new_password(ids)};
  };
  return {.today = today,
          .zone = std::move(zone),
          .clara = person("Clara Morgan", "clara@example.org", "the mother, administrator"),
          .daniel = person("Daniel Morgan", "daniel@example.org", "the father"),
          .lily = person("Lily Morgan", "lily@example.org", "the daughter, 14"),
          .ben = person("Ben Morgan", "ben@example.org", "the son, 10"),
          .margaret = person("Margaret Hale", "margaret@example.org", "the grandmother"),
          .thomas = person("Thomas Hale", "thomas@example.org", "the grandfather"),
          .priya = person("Priya Nair", "priya@example.org", "Clara's team"),
          .jonas = person("Jonas Becker", "jonas@example.org", "Clara's team"),
          .mei = person("Mei Chen", "mei@example.org", "Clara's team")};
}

std::string people_text(Demo& demo) {
  std::string text;
  for (const DemoPerson* const person : demo.people()) {
    text += fmt::format("  {:<22}{}   {} ({})\n", person->email, person->password, person->name,
                        person->role);
  }
  return text;
}

Result<void> begin_demo(store::Store& store, const TableNames& names, const Clock& clock,
                        const std::vector<Table>& tables) {
  NORN_TRY(check_mark(store, names));
  for (const Table& table : tables) {
    if (table.schema.table != names.norn()) NORN_TRY(check_empty(store, table.schema.table));
  }
  store::PutRequest put = mark(names, clock, kBegun);
  put.condition = "attribute_not_exists(PK)";
  const auto begun = store.put(put);
  if (begun) return {};
  // Another process was faster.
  if (begun.error().code == ErrorCode::kConditionalCheckFailed) NORN_TRY(check_mark(store, names));
  return std::unexpected(begun.error());
}

Result<void> finish_demo(store::Store& store, const TableNames& names, const Clock& clock) {
  NORN_TRY(store.put(mark(names, clock, kComplete)));
  return {};
}

}  // namespace norn::apps
