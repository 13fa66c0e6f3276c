#include "apps/quotas/quotas.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "apps/accounts/keys.h"
#include "apps/accounts/requests.h"
#include "apps/accounts/sentences.h"
#include "apps/accounts/users/admission.h"
#include "apps/shared/bin.h"
#include "apps/shared/items.h"
#include "apps/shared/sentences.h"
#include "apps/shared/tally.h"
#include "base/faults.h"

namespace norn::quotas {
namespace {

using apps::QuotaAmounts;

// How old the knowledge about an owner may be that a check decides by.
constexpr int64_t kKnownForMs = 2'000;
constexpr size_t kMaxKnownOwners = 10'000;
constexpr std::string_view kUsagePrefix = "USAGE#";

store::Item usage_key(const std::string& meter, const std::string& owner) {
  return apps::key_of(std::string(kUsagePrefix) + meter, owner);
}

int64_t amount_in(const QuotaAmounts& amounts, std::string_view kind) {
  const auto found = amounts.find(kind);
  return found != amounts.end() ? found->second : 0;
}

std::unexpected<Error> reached(std::string_view kind, int64_t used, int64_t allowed) {
  return forbidden(apps::kQuotaReached(kind, used, allowed, apps::quota_kind(kind).what));
}

// What the items of a table add up to, by owner.
using Totals = std::map<std::string, QuotaAmounts>;

void add_use(QuotaAmounts& amounts, std::string_view kind, int64_t sign, int64_t bytes) {
  if (kind != apps::kBytesQuota) amounts[std::string(kind)] += sign;
  amounts[std::string(apps::kBytesQuota)] += sign * bytes;
}

int64_t bytes_of(store::ItemView item, const apps::Use& use) {
  return static_cast<int64_t>(item.size_bytes()) + use.more_bytes;
}

// Adds what a USAGE item says. Of a thing that the owner owns only the bytes count.
void add_usage(QuotaAmounts& used, store::ItemView usage, bool is_own) {
  for (const apps::QuotaKind& kind : apps::kQuotaKinds) {
    if (!is_own && kind.name != apps::kBytesQuota) continue;
    used[std::string(kind.name)] += std::max<int64_t>(0, apps::integer_of(usage, kind.name));
  }
}

}  // namespace

// Keeps the USAGE items of one table.
class Quotas::TableCounter final : public apps::Counter {
 public:
  TableCounter(store::Store& store, const apps::TableNames& tables, const apps::Meter& meter)
      : store_(store), norn_(tables.norn()), meter_(meter) {}

  const apps::Meter& meter() const { return meter_; }

  std::string name() const override {
    return meter_.counts() == table() ? "usage" : "usage-" + meter_.counts();
  }
  std::string table() const override { return meter_.table(); }
  // Another program may give an item to another owner.
  size_t max_actions_per_change() const override { return 2; }

  Result<std::vector<apps::Action>> count(
      const std::vector<store::StreamRecord>& records) override {
    Totals changes;
    for (const store::StreamRecord& record : records) {
      add(changes, record.old_image, -1);
      add(changes, record.new_image, 1);
    }
    std::vector<apps::Action> actions;
    for (auto& [owner, amounts] : changes) {
      std::erase_if(amounts, [](const auto& amount) { return amount.second == 0; });
      if (amounts.empty()) continue;
      if (amount_in(amounts, apps::kBytesQuota) < 0) lessened_.insert(owner);
      actions.push_back(add_to_usage(owner, amounts));
    }
    return actions;
  }

  // Nothing is left of owners that have nothing, such as deleted accounts. After a start it looks
  // for all of them, because the process before may have ended too early.
  Result<void> tidy_up() override {
    if (!has_looked_for_empty_) {
      NORN_ASSIGN(const auto owners, owners_with_usage("#bytes <= :none"));
      lessened_.insert(owners.begin(), owners.end());
      has_looked_for_empty_ = true;
    }
    for (; !lessened_.empty(); lessened_.erase(lessened_.begin())) {
      store::DeleteRequest request =
          accounts::delete_of(norn_, usage_key(meter_.counts(), *lessened_.begin()));
      request.condition = "#bytes <= :none";
      request.placeholders = no_bytes();
      const auto removed = store_.remove(request);
      if (!removed && removed.error().code != ErrorCode::kConditionalCheckFailed) {
        return std::unexpected(removed.error());
      }
    }
    return {};
  }

  void start_recount() override {
    recounted_.clear();
    tally_ = {};
  }

  Result<void> recount(store::ItemView item) override {
    if (auto counted = counted_as(item)) tally_.scanned(item, *counted);
    return {};
  }

  Result<void> recount_changed(const std::vector<store::StreamRecord>& records) override {
    for (const store::StreamRecord& record : records) {
      tally_.changed(record.keys, record.new_image ? counted_as(*record.new_image) : std::nullopt);
    }
    return {};
  }

  Result<bool> finish_recount(const apps::Action& unmoved) override {
    std::exchange(tally_, {}).visit([](const Counted& counted) {
      add_use(*counted.amounts, counted.kind, 1, counted.bytes);
    });
    const Totals totals = std::exchange(recounted_, {});
    std::vector<apps::Action> writes;
    NORN_ASSIGN(const auto before, owners_with_usage(""));
    for (const std::string& owner : before) {
      const auto found = totals.find(owner);
      if (found != totals.end() && !found->second.empty()) continue;
      writes.push_back(accounts::delete_of(norn_, usage_key(meter_.counts(), owner)));
    }
    for (const auto& [owner, amounts] : totals) {
      if (!amounts.empty()) writes.push_back(set_usage(owner, amounts));
    }
    return apps::write_while(store_, unmoved, std::move(writes));
  }

 private:
  // How an item counts while the table is counted anew.
  struct Counted {
    QuotaAmounts* amounts;  // Of its owner, in `recounted_`.
    std::string_view kind;
    int64_t bytes;
  };

  std::optional<Counted> counted_as(store::ItemView item) {
    const auto use = meter_.use_of(item);
    if (!use) return std::nullopt;
    return Counted{&recounted_[use->owner], use->kind, bytes_of(item, *use)};
  }

  void add(Totals& changes, const std::optional<store::Item>& image, int64_t sign) const {
    const auto use = image ? meter_.use_of(*image) : std::nullopt;
    if (!use) return;
    add_use(changes[use->owner], use->kind, sign, bytes_of(*image, *use));
  }

  apps::Action add_to_usage(const std::string& owner, const QuotaAmounts& amounts) const {
    store::UpdateRequest update;
    update.table = norn_;
    update.key = usage_key(meter_.counts(), owner);
    update.update = "SET entityType = :type";
    update.placeholders.values.emplace(":type", "USAGE");
    std::string_view separator = " ADD ";
    for (const auto& [kind, amount] : amounts) {
      update.update += fmt::format("{0}#{1} :{1}", separator, kind);
      update.placeholders.names.emplace("#" + kind, kind);
      update.placeholders.values.emplace(":" + kind, store::Value::number(amount));
      separator = ", ";
    }
    return update;
  }

  apps::Action set_usage(const std::string& owner, const QuotaAmounts& amounts) const {
    store::Map item = usage_key(meter_.counts(), owner).view().to_map();
    item.emplace("entityType", "USAGE");
    for (const auto& [kind, amount] : amounts) item.emplace(kind, store::Value::number(amount));
    store::PutRequest put;
    put.table = norn_;
    put.item = store::Item::from_map(item);
    return put;
  }

  static store::Placeholders no_bytes() {
    return {.names = {{"#bytes", std::string(apps::kBytesQuota)}},
            .values = {{":none", store::Value::number(0)}}};
  }

  // The owners with a USAGE item that passes the filter, which has the placeholders of `no_bytes`.
  Result<std::vector<std::string>> owners_with_usage(const std::string& filter) {
    store::QueryRequest request;
    request.table = norn_;
    request.key_condition = "PK = :pk";
    request.projection = "SK";
    if (!filter.empty()) {
      request.filter = filter;
      request.placeholders = no_bytes();
    }
    request.placeholders.values.emplace(":pk", std::string(kUsagePrefix) + meter_.counts());
    request.consistent = true;
    std::vector<std::string> owners;
    const auto visit = [&](store::ItemView item) -> Result<void> {
      owners.push_back(apps::text_of(item, "SK"));
      return {};
    };
    NORN_TRY(apps::query_each(store_, std::move(request), visit));
    return owners;
  }

  store::Store& store_;
  const std::string norn_;
  const apps::Meter& meter_;
  std::set<std::string> lessened_;  // Owners with fewer bytes than before.
  bool has_looked_for_empty_ = false;
  // While the table is counted anew.
  Totals recounted_;  // Of all owners; the amounts come at the end.
  apps::Tally<Counted> tally_;
};

Quotas::Quotas(store::Store& store, apps::TableNames tables, const Clock& clock)
    : store_(store), tables_(std::move(tables)), clock_(clock) {}

Quotas::~Quotas() = default;

void Quotas::add(const apps::Meter& meter, apps::TableReaders& readers) {
  readers.add(*counters_.emplace_back(std::make_unique<TableCounter>(store_, tables_, meter)));
}

Result<Quotas::Known> Quotas::read(const std::string& owner) {
  namespace keys = accounts::keys;
  Known known;
  std::vector<store::Item> wanted = {apps::key_of(keys::kSettings, keys::kSettings),
                                     apps::key_of(owner, keys::kAccount)};
  const bool is_person = owner.starts_with(apps::kPersonPrefix);
  wanted.push_back(apps::Bin::usage_key(owner));
  std::set<std::string> bins;
  for (const auto& counter : counters_) {
    wanted.push_back(usage_key(counter->meter().counts(), owner));
    if (is_person) {
      const std::string user_id = owner.substr(apps::kPersonPrefix.size());
      NORN_ASSIGN(const auto things, counter->meter().owned_by(user_id));
      for (const auto& thing : things) {
        wanted.push_back(usage_key(counter->meter().counts(), thing));
        // Several meters may count what belongs to a thing.
        if (bins.insert(thing).second) wanted.push_back(apps::Bin::usage_key(thing));
      }
      NORN_ASSIGN(const auto hidden, counter->meter().in_bin(user_id));
      for (const auto& [kind, amount] : hidden) known.used[kind] -= amount;
    } else {
      NORN_ASSIGN(const auto owners, counter->meter().owners_of(owner));
      known.owners.insert(known.owners.end(), owners.begin(), owners.end());
    }
  }
  NORN_ASSIGN(const auto items, apps::get_all(store_, tables_.norn(), wanted));
  known.read_ms = clock_.now_ms();
  QuotaAmounts of_server;
  for (const store::Item& item : items) {
    const std::string sort_key = apps::text_of(item, "SK");
    if (sort_key == keys::kSettings) {
      of_server = accounts::quotas_in(item);
    } else if (sort_key == keys::kAccount) {
      known.has_account = true;
      known.own = accounts::quotas_in(item);
    } else if (apps::Bin::is_usage(item)) {
      known.used[std::string(apps::kBytesQuota)] += apps::Bin::bytes_in(item, known.read_ms);
    } else {
      add_usage(known.used, item, sort_key == owner);
    }
  }
  for (auto& [kind, amount] : known.used) amount = std::max<int64_t>(0, amount);
  known.allowed = known.own;
  known.allowed.merge(of_server);
  for (const apps::QuotaKind& kind : apps::kQuotaKinds) {
    known.allowed.try_emplace(std::string(kind.name), kind.allowed);
  }
  return known;
}

Result<Quotas::Known> Quotas::known(const std::string& owner) {
  const int64_t now_ms = clock_.now_ms();
  {
    const std::lock_guard lock(mutex_);
    const auto found = known_.find(owner);
    // A clock that was set back makes nothing last longer.
    const bool is_fresh = found != known_.end() && now_ms >= found->second.read_ms &&
                          now_ms < found->second.read_ms + kKnownForMs;
    if (is_fresh) return found->second;
  }
  NORN_ASSIGN(Known known, read(owner));
  const std::lock_guard lock(mutex_);
  if (known_.size() >= kMaxKnownOwners) known_.clear();
  known_[owner] = known;
  return known;
}

Result<void> Quotas::check_kind(const Known& known, std::string_view kind, int64_t more) {
  const int64_t used = amount_in(known.used, kind);
  const int64_t allowed = amount_in(known.allowed, kind);
  if (used + more > allowed) return reached(kind, used, allowed);
  return {};
}

Result<void> Quotas::check_bytes(const Known& known, int64_t more) {
  return check_kind(known, apps::kBytesQuota, more);
}

Result<void> Quotas::check_new(const std::string& user_id, std::string_view kind, int64_t more) {
  NORN_ASSIGN(const Known known, this->known(apps::of_person(user_id)));
  NORN_TRY(check_kind(known, kind, more));
  return check_bytes(known);
}

Result<void> Quotas::check_change(const std::string& user_id, int64_t more_bytes) {
  NORN_ASSIGN(const Known known, this->known(apps::of_person(user_id)));
  return check_bytes(known, more_bytes);
}

Result<void> Quotas::check_new_in(const std::string& thing, std::string_view kind, int64_t more) {
  NORN_ASSIGN(const Known known, this->known(thing));
  NORN_TRY(check_kind(known, kind, more));
  return check_change_in(thing);
}

Result<void> Quotas::check_change_in(const std::string& thing, int64_t more_bytes) {
  NORN_ASSIGN(const Known known, this->known(thing));
  if (known.owners.empty()) return check_bytes(known, more_bytes);
  Result<void> outcome;
  for (const std::string& owner : known.owners) {
    outcome = check_change(owner, more_bytes);
    if (outcome) break;
  }
  return outcome;
}

Result<void> Quotas::check_restored(const std::string& user_id, std::string_view kind) {
  NORN_ASSIGN(const Known known, this->known(apps::of_person(user_id)));
  return check_kind(known, kind, 0);
}

Result<void> Quotas::check_restored_in(const std::string& thing, std::string_view kind) {
  NORN_ASSIGN(const Known known, this->known(thing));
  return check_kind(known, kind, 0);
}

Result<int64_t> Quotas::room(const std::string& user_id, std::string_view kind) {
  return room_in(apps::of_person(user_id), kind);
}

Result<int64_t> Quotas::room_in(const std::string& thing, std::string_view kind) {
  NORN_ASSIGN(const Known known, this->known(thing));
  return std::max<int64_t>(0, amount_in(known.allowed, kind) - amount_in(known.used, kind));
}

Result<void> Quotas::check_new_stay(const std::string& user_id,
                                    const std::function<Result<int64_t>()>& count) {
  NORN_ASSIGN(const Known known, this->known(apps::of_person(user_id)));
  const int64_t allowed = amount_in(known.allowed, apps::kStaysQuota);
  if (amount_in(known.used, apps::kStaysQuota) >= allowed) {
    NORN_ASSIGN(const int64_t ahead, count());
    if (ahead >= allowed) return reached(apps::kStaysQuota, ahead, allowed);
  }
  return check_change(user_id);
}

Result<std::vector<Quota>> Quotas::of(const std::string& user_id) {
  NORN_ASSIGN(const Known known, read(apps::of_person(user_id)));
  if (!known.has_account) return not_found(accounts::kPersonNotFound);
  std::vector<Quota> quotas;
  for (const apps::QuotaKind& kind : apps::kQuotaKinds) {
    Quota& quota = quotas.emplace_back();
    quota.kind = kind.name;
    const bool is_of_things = kind.name == apps::kStaysQuota || apps::counts_for_thing(kind.name);
    if (!is_of_things) quota.used = amount_in(known.used, kind.name);
    quota.allowed = amount_in(known.allowed, kind.name);
    quota.is_own = known.own.contains(kind.name);
  }
  return quotas;
}

Result<void> Quotas::change(const std::string& user_id, const apps::QuotaChange& change) {
  namespace keys = accounts::keys;
  for (const auto& [kind, amount] : change) {
    if (!apps::counts_for_thing(kind)) continue;
    return kind == apps::kEntriesQuota ? invalid(kind, apps::kNoQuotaOfEntries)
                                       : invalid(kind, apps::kNoQuotaOfThing);
  }
  NORN_ASSIGN(Known known, read(apps::of_person(user_id)));
  apps::apply(change, known.own);
  const auto written = store_.update(
      accounts::set_attributes(tables_.norn(), apps::key_of(keys::user(user_id), keys::kAccount),
                               {{"quotas", accounts::quotas_value(known.own)}}));
  if (!written && written.error().code == ErrorCode::kConditionalCheckFailed) {
    return not_found(accounts::kPersonNotFound);
  }
  if (!written) return std::unexpected(written.error());
  const std::lock_guard lock(mutex_);
  known_.erase(apps::of_person(user_id));
  return {};
}

}  // namespace norn::quotas
