#include "apps/calendars/checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "apps/calendars/access.h"
#include "apps/calendars/keys.h"
#include "apps/calendars/limits.h"
#include "apps/calendars/model.h"
#include "apps/calendars/sweep.h"
#include "apps/shared/items.h"
#include "apps/sharing/invitation_check.h"

namespace norn::calendars {
namespace {

using apps::Findings;
using apps::ItemKey;

class CalendarsCheck : public apps::Check {
 public:
  explicit CalendarsCheck(const apps::Context& context) : context_(context) {}
  std::string table() const override { return context_.tables.calendars(); }

 protected:
  // The item of a calendar; a finding if it is lost, and not only deleted.
  Result<std::optional<store::Item>> calendar_of(const ItemKey& key, const std::string& calendar_id,
                                                 std::string what, Findings& findings) const {
    NORN_ASSIGN(auto calendar, find_item(context_, calendar_key(calendar_id)));
    if (calendar) return calendar;
    NORN_ASSIGN(const bool is_deleted, context_.sweeps.is_pending(kCalendarSweep, calendar_id));
    if (is_deleted) return calendar;
    findings.push_back(
        {.key = key, .what = std::move(what), .advice = "Restore the calendar from a backup."});
    return calendar;
  }

  // The keys of GSI1 follow from the item.
  static void look_at_keys(const ItemKey& key, store::ItemView item, const std::string& pk,
                           const std::string& sk, std::string what, Findings& findings) {
    if (apps::text_of(item, "GSI1PK") == pk && apps::text_of(item, "GSI1SK") == sk) return;
    findings.push_back(
        {.key = key,
         .what = std::move(what),
         .repair = "writes the keys of GSI1",
         .actions = {apps::set_of_unchanged(key, item, {{"GSI1PK", pk}, {"GSI1SK", sk}})}});
  }

  const apps::Context& context_;
};

class CalendarMembersCheck final : public CalendarsCheck {
 public:
  using CalendarsCheck::CalendarsCheck;
  std::string name() const override { return "calendars: members"; }

  Result<Findings> look(store::ItemView item) override {
    const ItemKey key = apps::key_in(table(), item);
    Findings findings;
    if (!key.pk.starts_with(keys::kCalendarPrefix)) return findings;
    const std::string calendar_id = key.pk.substr(keys::kCalendarPrefix.size());
    if (key.sk == key.pk) {
      NORN_ASSIGN(const auto members, members_of(context_, calendar_id));
      if (std::ranges::none_of(members,
                               [](const Membership& one) { return one.role == Role::kOwner; })) {
        findings.push_back({.key = key,
                            .what = "The calendar has no owner.",
                            .advice = "Set the role of one of its MEMBER items to owner."});
      }
      return findings;
    }
    const auto membership = membership_from(item);
    if (!key.sk.starts_with(keys::kMemberPrefix) || !membership) return findings;
    NORN_TRY(calendar_of(key, calendar_id,
                         "The person is a member of a calendar that is not there.", findings));
    look_at_keys(key, item, keys::user(membership->user_id), key.pk,
                 "The person is a member, and does not find the calendar.", findings);
    return findings;
  }
};

class EntriesCheck final : public CalendarsCheck {
 public:
  using CalendarsCheck::CalendarsCheck;
  std::string name() const override { return "calendars: entries"; }

  Result<Findings> look(store::ItemView item) override {
    const ItemKey key = apps::key_in(table(), item);
    Findings findings;
    if (!key.pk.starts_with(keys::kEntryPrefix)) return findings;
    const auto entry = entry_from(item);
    if (!entry) return findings;
    NORN_ASSIGN(const auto calendar,
                calendar_of(key, entry->calendar_id,
                            "The entry is of a calendar that is not there.", findings));
    look_at_keys(key, item, keys::calendar(entry->calendar_id),
                 keys::entry_on(entry->date, entry->id), "The entry is not found on its day.",
                 findings);
    const int64_t days = std::min(entry->span_days(), kMaxSpanDays);
    const auto known = calendar ? calendar_from(*calendar) : Result<Calendar>(Calendar());
    if (!calendar || !known || days <= known->longest_span_days) return findings;
    findings.push_back(
        {.key = key,
         .what = fmt::format("The entry has {} days, and longestSpanDays of its calendar is {}: "
                             "later days do not show it.",
                             days, known->longest_span_days),
         .repair = fmt::format("sets longestSpanDays to {}", days),
         .actions = {raise_longest_span(table(), entry->calendar_id, days)}});
    return findings;
  }
};

// FORMER#calendar#<id> and USER#<id> in `norn`.
class FormerCalendarMembersCheck final : public apps::Check {
 public:
  explicit FormerCalendarMembersCheck(const apps::Context& context) : context_(context) {}
  std::string name() const override { return "calendars: members"; }
  std::string table() const override { return context_.tables.norn(); }

  Result<Findings> look(store::ItemView item) override {
    constexpr std::string_view kFormer = "FORMER#";
    const ItemKey key = apps::key_in(table(), item);
    Findings findings;
    if (!key.pk.starts_with(kFormer) && !key.sk.starts_with(kFormer)) return findings;
    NORN_TRY(apps::find_twin(context_.store, table(), item, {table(), key.sk, key.pk},
                             "A former member is found from one side only.", findings));
    return findings;
  }

 private:
  const apps::Context& context_;
};

}  // namespace

std::vector<std::unique_ptr<apps::Check>> checks_of_calendars(const apps::Context& context) {
  std::vector<std::unique_ptr<apps::Check>> checks;
  checks.push_back(std::make_unique<CalendarMembersCheck>(context));
  checks.push_back(std::make_unique<EntriesCheck>(context));
  checks.push_back(std::make_unique<FormerCalendarMembersCheck>(context));
  checks.push_back(std::make_unique<sharing::InvitationCheck>(
      context.store, "calendars: invitations",
      sharing::InvitationItems{.table = context.tables.norn(),
                               .entity_type = "CALENDAR_INVITATION",
                               .thing_attribute = "calendarId",
                               .thing_prefix = std::string(keys::kCalendarPrefix),
                               .invitee_prefix = std::string(keys::kInviteePrefix),
                               .invited_prefix = std::string(keys::kInviteePrefix)}));
  return checks;
}

}  // namespace norn::calendars
