#include "apps/planner/checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "apps/events/guests/guest_items.h"
#include "apps/events/model.h"
#include "apps/events/owner_meta.h"
#include "apps/events/series/when.h"
#include "apps/events/service/sweep.h"
#include "apps/planner/context.h"
#include "apps/planner/keys.h"
#include "apps/planner/limits.h"
#include "apps/shared/item_changes.h"
#include "apps/shared/items.h"

namespace norn::planner {
namespace {

using apps::Findings;
using apps::ItemKey;

constexpr int64_t kMaxEventMinutes = kMaxEventDays * 24 * 60;

class PlannerCheck : public apps::Check {
 public:
  explicit PlannerCheck(const apps::Context& context) : context_(context_of(context)) {}
  std::string table() const override { return context_.tables.planner(); }

 protected:
  Result<std::optional<store::Item>> read(std::string pk, std::string sk) const {
    return apps::item_at(context_.store, {table(), std::move(pk), std::move(sk)});
  }
  // "<person>" or "cal_<calendar>" of a partition; empty for other items.
  static std::string owner_in(const ItemKey& key) {
    const std::string prefix = keys::user("");
    return key.pk.starts_with(prefix) ? key.pk.substr(prefix.size()) : std::string();
  }

  const Context context_;
};

class LongestEventCheck final : public PlannerCheck {
 public:
  using PlannerCheck::PlannerCheck;
  std::string name() const override { return "planner: lengths of events"; }

  Result<Findings> look(store::ItemView item) override {
    const ItemKey key = apps::key_in(table(), item);
    const std::string owner_id = owner_in(key);
    const int64_t minutes = std::min(length_of(key, item), kMaxEventMinutes);
    Findings findings;
    if (owner_id.empty() || minutes <= 0) return findings;
    // A partition without USER_META has no views.
    NORN_ASSIGN(const auto meta_item, read(key.pk, keys::user_meta(owner_id)));
    if (!meta_item) return findings;
    const OwnerMeta meta = owner_meta_from(*meta_item);
    auto raise = raise_longest(context_, owner_id, meta, minutes);
    if (!raise) return findings;
    findings.push_back(
        {.key = key,
         .what = fmt::format("The event takes {} minutes, and longestEventMinutes of its owner is "
                             "{}: later days do not show it.",
                             minutes, meta.longest_event_minutes),
         .repair = fmt::format("sets longestEventMinutes to {}", minutes),
         .actions = {*std::move(raise)}});
    return findings;
  }

 private:
  static int64_t length_of(const ItemKey& key, store::ItemView item) {
    if (key.sk.starts_with(keys::kEvents)) {
      const auto event = event_from(item);
      return event ? minutes_of(event->when) : 0;
    }
    if (!key.sk.starts_with(keys::kInstances)) return 0;
    const auto instance = instance_from(item);
    return instance ? minutes_of(instance->when) : 0;
  }
};

class SeriesItemsCheck final : public PlannerCheck {
 public:
  using PlannerCheck::PlannerCheck;
  std::string name() const override { return "planner: series"; }

  Result<Findings> look(store::ItemView item) override {
    const ItemKey key = apps::key_in(table(), item);
    const std::string owner_id = owner_in(key);
    Findings findings;
    if (owner_id.empty() || !key.sk.starts_with(keys::kInstances)) return findings;
    const auto instance = instance_from(item);
    if (!instance) return findings;
    NORN_ASSIGN(const auto master, read(key.pk, keys::master(instance->master_id)));
    if (master) return findings;
    NORN_ASSIGN(
        const bool is_deleted,
        context_.sweeps.is_pending(kSeriesSweep, sweep_subject(owner_id, instance->master_id)));
    if (is_deleted) return findings;
    findings.push_back({.key = key,
                        .what = "The occurrence is of a series that is not there.",
                        .advice = "Restore the series from a backup, or remove the item with "
                                  "norn delete: nothing shows it."});
    return findings;
  }
};

class GuestsCheck final : public PlannerCheck {
 public:
  using PlannerCheck::PlannerCheck;
  std::string name() const override { return "planner: guests"; }

  Result<Findings> look(store::ItemView item) override {
    const ItemKey key = apps::key_in(table(), item);
    const std::string owner_id = owner_in(key);
    Findings findings;
    if (owner_id.empty()) return findings;
    GuestItems wanted;
    if (key.sk.starts_with(keys::kEvents)) {
      const auto event = event_from(item);
      if (event) wanted = guest_items(owner_id, event->id, event->details, event->guests);
    } else if (key.sk.starts_with(keys::kMasters)) {
      const auto master = master_from(item);
      if (master) wanted = guest_items(owner_id, master->id, master->details, master->guests);
    }
    for (auto& [user_id, guest] : wanted) {
      NORN_ASSIGN(const auto there, apps::item_at(context_.store, apps::key_in(table(), guest)));
      if (there) continue;
      NORN_ASSIGN(const bool exists, is_person(context_, user_id));
      if (!exists) continue;
      findings.push_back({.key = key,
                          .what = fmt::format("{} is invited, and does not see it.", user_id),
                          .repair = "writes the item of the guest",
                          .actions = {apps::put_new(table(), std::move(guest)),
                                      apps::is_unchanged(key, item, {"guests"}),
                                      person_is_there(context_, user_id)}});
    }
    return findings;
  }
};

}  // namespace

std::vector<std::unique_ptr<apps::Check>> checks_of_planner(const apps::Context& context) {
  std::vector<std::unique_ptr<apps::Check>> checks;
  checks.push_back(std::make_unique<LongestEventCheck>(context));
  checks.push_back(std::make_unique<SeriesItemsCheck>(context));
  checks.push_back(std::make_unique<GuestsCheck>(context));
  return checks;
}

}  // namespace norn::planner
