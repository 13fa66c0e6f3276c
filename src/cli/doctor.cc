#include "cli/doctor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "apps/accounts/service.h"
#include "apps/all.h"
#include "apps/quotas/quotas.h"
#include "apps/shared/check.h"
#include "apps/shared/idempotency.h"
#include "apps/shared/items.h"
#include "apps/shared/sweeps.h"
#include "apps/shared/transaction.h"
#include "base/ids.h"
#include "base/json_text.h"
#include "base/json_writer.h"
#include "base/time_text.h"
#include "embedded/catalog.h"
#include "rest/json_input.h"

namespace norn::cli {
namespace {

// Of a page of a table. Some checks read several other items for each.
constexpr int64_t kItemsOfPage = 200;
constexpr size_t kMaxFindingsOfItem = 20;  // Of one check; the rest is counted.
constexpr size_t kMaxKeyBytes = 16'384;    // Of a key as JSON.

constexpr std::string_view kRuleBroken = "failed";
constexpr std::string_view kNeedsAttention = "warning";
constexpr std::string_view kAttentionAdvice =
    "Its owner, or an administrator, sees and deletes it in the app under \"needs attention\"; the "
    "program that wrote it can correct it.";

// A finding on its way to the command.
struct DoctorFinding {
  std::string_view check;
  std::string_view state;
  apps::Finding found;
  bool is_repaired = false;
};

void append_finding(std::string& out, const DoctorFinding& finding) {
  ObjectWriter object(out);
  object.text("check", finding.check);
  object.text("state", finding.state);
  object.text("table", finding.found.key.table);
  object.text("pk", finding.found.key.pk);
  object.text("sk", finding.found.key.sk);
  object.text("what", finding.found.what);
  object.text("advice", finding.found.advice);
  object.text("repair", finding.found.repair);
  object.boolean("repaired", finding.is_repaired);
  object.close();
}

bool is_missing_table(const Error& error) {
  return error.code == ErrorCode::kTableNotFound || error.code == ErrorCode::kResourceNotFound;
}

// When Norn, or another program, says that it wrote an item; nullopt if it does not.
std::optional<int64_t> written_ms(store::ItemView item) {
  std::optional<int64_t> newest;
  for (const char* const name : {"updatedAt", "createdAt", "UpdatedAt", "CreatedAt"}) {
    const auto text = apps::optional_text_of(item, name);
    const auto ms = text ? parse_timestamp_ms(*text) : std::nullopt;
    if (ms) newest = std::max(newest.value_or(*ms), *ms);
  }
  return newest;
}

}  // namespace

// The apps for their rules alone: nothing runs in the background, and no table is created.
class Doctor::AppsAtRest {
 public:
  AppsAtRest(store::Store& store, const std::string& table_prefix, const Clock& clock)
      : tables_{.prefix = table_prefix},
        sweeps_(store, tables_, clock, ids_, {}),
        idempotency_(store, tables_, clock),
        accounts_(store, tables_, clock, ids_, sweeps_),
        quotas_(store, tables_, clock),
        context_{store, tables_, clock, ids_, accounts_.users(), idempotency_, sweeps_, quotas_},
        apps_(apps::all_apps()) {
    for (const auto& app : apps_) {
      app->open({.context = context_, .accounts = accounts_});
      for (auto& check : app->checks(context_)) checks_.push_back(std::move(check));
      for (apps::Inspector* const inspector : app->inspectors()) inspectors_.push_back(inspector);
    }
  }

  std::vector<apps::Table> tables() const { return apps::tables_of(apps_, tables_); }

  std::vector<std::string> names_of_checks() const {
    std::vector<std::string> names;
    for (const auto& check : checks_) {
      if (std::ranges::find(names, check->name()) == names.end()) names.push_back(check->name());
    }
    return names;
  }

  std::optional<apps::ItemFault> inspect(const std::string& table, store::ItemView item) const {
    for (const apps::Inspector* const inspector : inspectors_) {
      if (inspector->table() != table) continue;
      if (auto fault = inspector->inspect(item)) return fault;
    }
    return std::nullopt;
  }

  // Not at the bytes of files, nor at the search index.
  bool looks_at(const std::string& table) const {
    const auto is_of_table = [&](const auto& one) { return one->table() == table; };
    return std::ranges::any_of(checks_, is_of_table) ||
           std::ranges::any_of(inspectors_, is_of_table);
  }

  std::vector<apps::Check*> checks_of(const std::string& table) const {
    std::vector<apps::Check*> found;
    for (const auto& check : checks_) {
      if (check->table() == table) found.push_back(check.get());
    }
    return found;
  }

 private:
  RandomIds ids_;
  const apps::TableNames tables_;
  apps::Sweeps sweeps_;
  apps::Idempotency idempotency_;
  accounts::Accounts accounts_;
  quotas::Quotas quotas_;
  const apps::Context context_;
  const apps::Apps apps_;
  std::vector<std::unique_ptr<apps::Check>> checks_;
  std::vector<apps::Inspector*> inspectors_;
};

namespace {

// Looks at items by one check.
class CheckOfItems {
 public:
  CheckOfItems(store::Store& store, apps::Check& check, bool repairs)
      : store_(store), check_(check), name_(check.name()), repairs_(repairs) {}

  const std::string& name() const { return name_; }

  Result<std::vector<DoctorFinding>> look(store::ItemView item) {
    std::vector<DoctorFinding> findings;
    NORN_ASSIGN(const apps::Findings suspected, check_.look(item));
    if (suspected.empty()) return findings;
    // What was read for it may have been written in between.
    NORN_ASSIGN(const auto again, apps::item_at(store_, apps::key_in(check_.table(), item)));
    if (!again) return findings;
    NORN_ASSIGN(apps::Findings found, check_.look(*again));
    size_t unlisted = 0;
    for (apps::Finding& finding : found) {
      bool is_repaired = false;
      if (repairs_ && !finding.actions.empty()) {
        NORN_ASSIGN(is_repaired, apps::write_all(store_, finding.actions));
      }
      if (findings.size() >= kMaxFindingsOfItem) {
        unlisted += is_repaired ? 0 : 1;
        continue;
      }
      findings.push_back({.check = name_,
                          .state = kRuleBroken,
                          .found = std::move(finding),
                          .is_repaired = is_repaired});
    }
    if (unlisted > 0) {
      findings.push_back({.check = name_,
                          .state = kRuleBroken,
                          .found = {.key = apps::key_in(check_.table(), item),
                                    .what = fmt::format("{} more of the same item.", unlisted)}});
    }
    return findings;
  }

 private:
  store::Store& store_;
  apps::Check& check_;
  const std::string name_;
  const bool repairs_;
};

Result<store::PageResult> page_after(store::Store& store, const std::string& table,
                                     std::string_view after) {
  store::ScanRequest scan;
  scan.table = table;
  scan.limit = kItemsOfPage;
  scan.consistent = true;
  if (!after.empty()) {
    NORN_ASSIGN(scan.start_after, store::Item::from_json(after));
  }
  return store.scan(scan);
}

}  // namespace

Doctor::Doctor(store::Store& store, embedded::EmbeddedStore* embedded, std::string table_prefix,
               std::string version, const Clock& clock)
    : store_(store),
      embedded_(embedded),
      table_prefix_(std::move(table_prefix)),
      version_(std::move(version)),
      clock_(clock) {}

Doctor::~Doctor() = default;

OperatorCommands Doctor::commands() {
  OperatorCommands all;
  all["doctor-begin"] = [this](rest::JsonInput& request, const SendPart&) -> Result<std::string> {
    NORN_TRY(request.finish());
    return begin();
  };
  all["doctor-store"] = [this](rest::JsonInput& request, const SendPart&) -> Result<std::string> {
    NORN_ASSIGN(const std::string after, request.secret("after", kMaxKeyBytes));
    NORN_ASSIGN(const bool repairs, request.boolean("repair"));
    NORN_TRY(request.finish());
    return look_at_store(after, repairs);
  };
  all["doctor-table"] = [this](rest::JsonInput& request, const SendPart&) -> Result<std::string> {
    NORN_ASSIGN(const std::string table, request.text("table"));
    NORN_ASSIGN(const std::string after, request.secret("after", kMaxKeyBytes));
    NORN_ASSIGN(const bool repairs, request.boolean("repair"));
    NORN_TRY(request.finish());
    return look_at_table(table, after, repairs);
  };
  return all;
}

Doctor::AppsAtRest& Doctor::apps() {
  if (!apps_) apps_ = std::make_unique<AppsAtRest>(store_, table_prefix_, clock_);
  return *apps_;
}

Result<std::string> Doctor::begin() {
  std::string tables;
  std::string missing;
  ListWriter table_list(tables);
  ListWriter missing_list(missing);
  for (const apps::Table& table : apps().tables()) {
    const std::string& name = table.schema.table;
    const auto there = store_.describe_table(name);
    if (!there && is_missing_table(there.error())) {
      append_json_string(missing_list.next(), name);
      continue;
    }
    if (!there) return std::unexpected(there.error());
    ObjectWriter object(table_list.next());
    object.text("name", name);
    object.integer("items", static_cast<int64_t>(there->item_count));
    object.boolean("checked", apps().looks_at(name));
    object.close();
  }
  table_list.close();
  missing_list.close();
  std::string checks;
  ListWriter check_list(checks);
  for (const std::string& name : apps().names_of_checks()) {
    append_json_string(check_list.next(), name);
  }
  check_list.close();
  std::string json;
  ObjectWriter object(json);
  object.text("version", version_);
  if (embedded_ != nullptr) {
    NORN_ASSIGN(const uint32_t layout, embedded_->layout());
    object.integer("layout", layout);
  }
  object.key("checks").append(checks);
  object.key("missing").append(missing);
  object.key("tables").append(tables);
  object.close();
  return json;
}

Result<std::string> Doctor::look_at_store(std::string_view after, bool repairs) {
  if (embedded_ == nullptr) {
    return fail(ErrorCode::kInvalid, "Only a store in a folder of this machine can be looked at.");
  }
  using embedded::StoreRepair;
  NORN_ASSIGN(
      embedded::StoreCheckPage page,
      embedded_->check_page(after, repairs ? StoreRepair::kWhatIsCertain : StoreRepair::kNone));
  std::string findings;
  ListWriter list(findings);
  for (embedded::StoreFault& fault : page.faults) {
    append_finding(
        list.next(),
        {.check = kStoreCheck,
         .state = kRuleBroken,
         .found = {.key = {std::move(fault.table), std::move(fault.pk), std::move(fault.sk)},
                   .what = std::move(fault.what),
                   .advice = fault.repair.empty() ? "Restore it from a backup." : "",
                   .repair = std::move(fault.repair)},
         .is_repaired = fault.is_repaired});
  }
  list.close();
  std::string json;
  ObjectWriter object(json);
  object.integer("lookedAt", static_cast<int64_t>(page.looked_at));
  object.key("findings").append(findings);
  object.boolean("hasUncounted", page.has_uncounted);
  object.text("next", page.next);
  object.close();
  return json;
}

Result<std::string> Doctor::look_at_table(const std::string& table, std::string_view after,
                                          bool repairs) {
  std::vector<CheckOfItems> checks;
  for (apps::Check* const check : apps().checks_of(table)) {
    checks.emplace_back(store_, *check, repairs);
  }
  NORN_ASSIGN(const store::PageResult page, page_after(store_, table, after));
  std::string findings;
  ListWriter list(findings);
  std::optional<int64_t> newest_ms;
  apps::ItemKey newest;
  for (const store::ItemView item : page.items) {
    if (const auto ms = written_ms(item); ms && ms > newest_ms) {
      newest_ms = ms;
      newest = apps::key_in(table, item);
    }
    if (const auto fault = apps().inspect(table, item)) {
      append_finding(list.next(), {.check = kAttentionCheck,
                                   .state = kNeedsAttention,
                                   .found = {.key = apps::key_in(table, item),
                                             .what = fault->reason.text(),
                                             .advice = std::string(kAttentionAdvice)}});
    }
    for (CheckOfItems& check : checks) {
      NORN_ASSIGN(const auto found, check.look(item));
      for (const DoctorFinding& finding : found) append_finding(list.next(), finding);
    }
  }
  list.close();
  std::string json;
  ObjectWriter object(json);
  object.integer("lookedAt", static_cast<int64_t>(page.items.size()));
  object.key("findings").append(findings);
  if (newest_ms) {
    ObjectWriter written(object.key("newest"));
    written.integer("ms", *newest_ms);
    written.text("table", newest.table);
    written.text("pk", newest.pk);
    written.text("sk", newest.sk);
    written.close();
  }
  object.text("next", page.last_key ? page.last_key->json() : std::string_view());
  object.close();
  return json;
}

}  // namespace norn::cli
