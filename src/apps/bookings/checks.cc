#include "apps/bookings/checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "apps/bookings/access.h"
#include "apps/bookings/keys.h"
#include "apps/bookings/model.h"
#include "apps/bookings/places/sweep.h"
#include "apps/shared/item_changes.h"
#include "apps/shared/items.h"
#include "apps/sharing/invitation_check.h"

namespace norn::bookings {
namespace {

using apps::Findings;
using apps::ItemKey;

// A booking of another program may be of any length; of a longer one no night is looked at.
constexpr int64_t kMaxCheckedNights = 1'000;

class BookingsCheck : public apps::Check {
 public:
  explicit BookingsCheck(const apps::Context& context) : context_(context) {}
  std::string table() const override { return context_.tables.bookings(); }

 protected:
  Result<std::optional<store::Item>> read(std::string pk, std::string sk) const {
    return apps::item_at(context_.store, {table(), std::move(pk), std::move(sk)});
  }
  Result<bool> has_place(const std::string& place_id) const {
    NORN_ASSIGN(const auto place, read(keys::place(place_id), std::string(keys::kPlace)));
    return place.has_value();
  }

  const apps::Context& context_;
};

class NightsCheck final : public BookingsCheck {
 public:
  using BookingsCheck::BookingsCheck;
  std::string name() const override { return "bookings: nights"; }

  Result<Findings> look(store::ItemView item) override {
    const ItemKey key = apps::key_in(table(), item);
    if (keys::is_of("EVENT", key.pk)) return look_at_event(key, item);
    if (keys::is_of("SLOT", key.pk)) return look_at_slot(key, item);
    return Findings();
  }

 private:
  Result<Findings> look_at_event(const ItemKey& key, store::ItemView item) {
    Findings findings;
    const auto event = event_from(item);
    if (!event || event->stay.nights() > kMaxCheckedNights) return findings;
    NORN_ASSIGN(const bool is_there, has_place(event->place_id));
    if (!is_there) return findings;  // Its sweep removes the rest.
    NORN_ASSIGN(const auto holders, holders_of(*event));
    for (Date night = event->stay.start; night < event->stay.end; night += std::chrono::days(1)) {
      const std::string text = date_text(night);
      const auto holder = holders.find(text);
      if (holder == holders.end()) {
        findings.push_back(
            {.key = key,
             .what = fmt::format("The night of {} is booked, and its slot is missing: others could "
                                 "book it, too.",
                                 text),
             .repair = "writes the slot",
             .actions = {apps::put_new(table(), slot_item(event->place_id, night, event->id)),
                         apps::is_unchanged(key, item, {"startDate", "endDate", "version"})}});
      } else if (holder->second != event->id) {
        findings.push_back(
            {.key = key,
             .what = fmt::format("The night of {} is also booked by {}.", text, holder->second),
             .advice = "Cancel or move one of the two in the app."});
      }
    }
    return findings;
  }

  // The events that have the nights of this one, by night.
  Result<std::map<std::string, std::string>> holders_of(const Event& event) const {
    std::map<std::string, std::string> holders;
    store::QueryRequest request;
    request.table = table();
    request.key_condition = "PK = :pk AND SK BETWEEN :first AND :last";
    request.placeholders.values = {{":pk", keys::slots(event.place_id)},
                                   {":first", date_text(event.stay.start)},
                                   {":last", date_text(event.stay.end)}};
    request.consistent = true;
    NORN_TRY(apps::query_each(
        context_.store, std::move(request), [&](store::ItemView slot) -> Result<void> {
          holders.emplace(apps::text_of(slot, "SK"), apps::text_of(slot, "eventId"));
          return {};
        }));
    return holders;
  }

  Result<Findings> look_at_slot(const ItemKey& key, store::ItemView slot) {
    const std::string place_id = keys::place_in(key.pk);
    const std::string event_id = apps::text_of(slot, "eventId");
    NORN_ASSIGN(const auto item, read(keys::events(place_id), event_id));
    const auto event = item ? event_from(*item) : Result<Event>(Event());
    if (!event) return Findings();  // It needs attention.
    const auto night = parse_date(key.sk);
    if (item && night && event->stay.has(*night)) return Findings();
    NORN_ASSIGN(const bool is_there, has_place(place_id));
    if (!is_there) return Findings();
    const std::string_view why = item ? "which does not have it" : "which is not there";
    return Findings{{.key = key,
                     .what = fmt::format("The night is kept for the booking {}, {}: nobody can "
                                         "book it.",
                                         event_id, why),
                     .advice = "If nobody comes that night, free it with norn delete."}};
  }
};

class PlaceMembersCheck final : public BookingsCheck {
 public:
  using BookingsCheck::BookingsCheck;
  std::string name() const override { return "bookings: members"; }

  Result<Findings> look(store::ItemView item) override {
    const ItemKey key = apps::key_in(table(), item);
    const std::string place_prefix = keys::place("");
    Findings findings;
    if (key.pk.starts_with(place_prefix)) {
      const std::string place_id = key.pk.substr(place_prefix.size());
      if (key.sk == keys::kPlace) NORN_TRY(look_for_administrator(key, place_id, findings));
      if (key.sk.starts_with(keys::kMemberPrefix)) {
        NORN_TRY(look_at_member(key, item, place_id, findings));
      }
      if (key.sk.starts_with(keys::kFormerPrefix)) {
        const std::string user_id = key.sk.substr(keys::kFormerPrefix.size());
        NORN_TRY(find(item, {table(), keys::user(user_id), keys::former_place(place_id)},
                      "A former member is not found by the person.", findings));
      }
      return findings;
    }
    const std::string user_prefix = keys::user("");
    if (!key.pk.starts_with(user_prefix)) return findings;
    const std::string user_id = key.pk.substr(user_prefix.size());
    const std::string former_prefix = keys::former_place("");
    if (key.sk.starts_with(place_prefix)) {
      NORN_TRY(find(item, {table(), key.sk, keys::member(user_id)},
                    "The person has the place in their list, and is no member of it.", findings));
      // A membership gives rights: only a person decides to write one.
      for (apps::Finding& finding : findings) {
        finding.actions.clear();
        finding.repair.clear();
        finding.advice = "Invite the person again, or remove the item with norn delete.";
      }
    } else if (key.sk.starts_with(former_prefix)) {
      const std::string place_id = key.sk.substr(former_prefix.size());
      NORN_TRY(find(item, {table(), keys::place(place_id), keys::former(user_id)},
                    "A former member is not found by the place.", findings));
    }
    return findings;
  }

 private:
  Result<void> find(store::ItemView item, const ItemKey& twin, std::string what,
                    Findings& findings) {
    return apps::find_twin(context_.store, table(), item, twin, std::move(what), findings);
  }

  Result<void> look_at_member(const ItemKey& key, store::ItemView item, const std::string& place_id,
                              Findings& findings) {
    const auto membership = membership_from(item);
    if (!membership) return {};
    NORN_ASSIGN(const bool is_there, has_place(place_id));
    if (!is_there) {
      NORN_ASSIGN(const bool is_pending, context_.sweeps.is_pending(kPlaceSweep, place_id));
      if (!is_pending) {
        findings.push_back({.key = key,
                            .what = "The person is a member of a place that is not there.",
                            .advice = "Restore the place from a backup."});
      }
      return {};
    }
    return find(item, {table(), keys::user(membership->user_id), keys::place(place_id)},
                "The person is a member, and does not have the place in their list.", findings);
  }

  Result<void> look_for_administrator(const ItemKey& key, const std::string& place_id,
                                      Findings& findings) {
    NORN_ASSIGN(const auto members, members_of(context_, place_id));
    const auto is_administrator = [](const Membership& one) {
      return one.role == Role::kAdministrator;
    };
    if (std::ranges::any_of(members, is_administrator)) return {};
    findings.push_back({.key = key,
                        .what = "The place has no administrator.",
                        .advice = "Set the role of one of its MEMBER items to administrator."});
    return {};
  }
};

}  // namespace

std::vector<std::unique_ptr<apps::Check>> checks_of_bookings(const apps::Context& context) {
  std::vector<std::unique_ptr<apps::Check>> checks;
  checks.push_back(std::make_unique<NightsCheck>(context));
  checks.push_back(std::make_unique<PlaceMembersCheck>(context));
  checks.push_back(std::make_unique<sharing::InvitationCheck>(
      context.store, "bookings: invitations",
      sharing::InvitationItems{.table = context.tables.bookings(),
                               .entity_type = "INVITATION",
                               .thing_attribute = "placeId",
                               .thing_prefix = keys::place(""),
                               .invitee_prefix = keys::invitee(""),
                               .invited_prefix = std::string(keys::kInvitedPrefix)}));
  return checks;
}

}  // namespace norn::bookings
