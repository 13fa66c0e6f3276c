#include "apps/calendars/feeds/feed_links.h"

#include <algorithm>

#include "apps/accounts/keys.h"
#include "apps/calendars/events/calendar_events.h"
#include "apps/calendars/feeds/entry_export.h"
#include "apps/calendars/keys.h"
#include "apps/calendars/limits.h"
#include "apps/calendars/sentences.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/time_text.h"

namespace norn::calendars {
namespace {

constexpr const char* kNameOfSeveral = "Norn";

accounts::FeedLink calendar_link(const std::string& user_id, const std::string& calendar_id) {
  return {.user_id = user_id,
          .sk = keys::calendar_feed(calendar_id),
          .address_prefix = std::string(keys::kCalendarFeedPrefix),
          .type = "CALENDAR_FEED",
          .attributes = {{"calendarId", calendar_id}}};
}

accounts::FeedLink calendars_link(const std::string& user_id) {
  return {.user_id = user_id,
          .sk = std::string(keys::kCalendarsFeed),
          .address_prefix = std::string(keys::kCalendarsFeedPrefix),
          .type = "CALENDARS_FEED"};
}

// With what the person chooses now.
accounts::FeedLink choosing_link(const std::string& user_id,
                                 const std::vector<std::string>& calendar_ids, int64_t now_ms) {
  store::List ids;
  for (const std::string& id : calendar_ids) ids.emplace_back(id);
  accounts::FeedLink link = calendars_link(user_id);
  link.attributes = {{"calendarIds", store::Value(std::move(ids))},
                     {"chosenAt", timestamp_s(now_ms)}};
  return link;
}

std::vector<std::string> chosen_in(store::ItemView link) {
  std::vector<std::string> ids = apps::ItemReader(link).texts("calendarIds");
  std::erase_if(ids, [](const std::string& id) { return !apps::is_id(id); });
  if (ids.size() > kMaxCalendarsInFeed) ids.resize(kMaxCalendarsInFeed);
  return ids;
}

// Whether an address was created, or its calendars were chosen, during this membership.
// (Timestamps sort as text.)
bool is_made_in(const Membership& membership, const std::string& created_at) {
  return membership.created_at <= created_at;
}

}  // namespace

Result<std::optional<CalendarFeeds::State>> CalendarFeeds::state(const std::string& user_id,
                                                                 const std::string& calendar_id) {
  NORN_ASSIGN(const Access access, authorize(context_, user_id, calendar_id, Role::kReader));
  NORN_ASSIGN(auto state, addresses_.state(calendar_link(user_id, calendar_id)));
  if (state && !is_made_in(access.membership, state->created_at)) return std::nullopt;
  return state;
}

Result<std::string> CalendarFeeds::create(const std::string& user_id,
                                          const std::string& calendar_id,
                                          const std::optional<int64_t>& session_epoch) {
  const auto may_have = [&]() -> Result<std::vector<Action>> {
    NORN_TRY(authorize(context_, user_id, calendar_id, Role::kReader));
    return std::vector<Action>{still_has_role(context_, user_id, calendar_id, Role::kReader)};
  };
  return addresses_.create(calendar_link(user_id, calendar_id), session_epoch, may_have);
}

Result<void> CalendarFeeds::revoke(const std::string& user_id, const std::string& calendar_id) {
  NORN_TRY(authorize(context_, user_id, calendar_id, Role::kReader));
  return addresses_.revoke(calendar_link(user_id, calendar_id));
}

Result<std::vector<Access>> CalendarFeeds::visible(const std::string& user_id,
                                                   const std::vector<std::string>& calendar_ids) {
  std::vector<Access> calendars;
  for (const std::string& id : calendar_ids) {
    auto access = authorize(context_, user_id, id, Role::kReader);
    if (access) {
      calendars.push_back(*std::move(access));
      continue;
    }
    const ErrorCode code = access.error().code;
    // An item of another program may be unreadable: that is no reason to end the whole feed.
    if (code != ErrorCode::kNotFound && code != ErrorCode::kUnreadable) {
      return std::unexpected(access.error());
    }
  }
  return calendars;
}

Result<std::vector<Access>> CalendarFeeds::chosen(const std::string& user_id,
                                                  store::ItemView link) {
  NORN_ASSIGN(auto calendars, visible(user_id, chosen_in(link)));
  // Links of earlier versions do not know when their calendars were chosen.
  const auto chosen_at = apps::optional_text_of(link, "chosenAt");
  if (chosen_at && parse_timestamp_ms(*chosen_at)) {
    std::erase_if(calendars,
                  [&](const Access& access) { return !is_made_in(access.membership, *chosen_at); });
  }
  return calendars;
}

Result<std::vector<std::string>> CalendarFeeds::checked_choice(
    const std::string& user_id, std::vector<std::string> calendar_ids) {
  std::ranges::sort(calendar_ids);
  const auto repeated = std::ranges::unique(calendar_ids);
  calendar_ids.erase(repeated.begin(), repeated.end());
  if (calendar_ids.empty()) return invalid("calendarIds", kFeedNeedsCalendars);
  if (!std::ranges::all_of(calendar_ids, apps::is_id)) return not_found(kCalendarNotFound);
  NORN_ASSIGN(const auto calendars, visible(user_id, calendar_ids));
  if (calendars.size() < calendar_ids.size()) return not_found(kCalendarNotFound);
  return calendar_ids;
}

Result<std::optional<CalendarFeeds::Several>> CalendarFeeds::several(const std::string& user_id) {
  const accounts::FeedLink link = calendars_link(user_id);
  NORN_ASSIGN(const auto item, addresses_.item(link));
  NORN_ASSIGN(auto state, addresses_.state(link));
  if (!item || !state) return std::nullopt;
  NORN_ASSIGN(const auto calendars, chosen(user_id, *item));
  Several several{.state = *std::move(state), .calendar_ids = {}};
  for (const Access& access : calendars) several.calendar_ids.push_back(access.calendar.id);
  return several;
}

Result<std::string> CalendarFeeds::create_several(const std::string& user_id,
                                                  std::vector<std::string> calendar_ids,
                                                  const std::optional<int64_t>& session_epoch) {
  NORN_ASSIGN(const auto choice, checked_choice(user_id, std::move(calendar_ids)));
  // That the person may see them is decided when the feed is read.
  const auto always = []() -> Result<std::vector<Action>> { return std::vector<Action>(); };
  return addresses_.create(choosing_link(user_id, choice, context_.clock.now_ms()), session_epoch,
                           always);
}

Result<CalendarFeeds::Several> CalendarFeeds::choose(const std::string& user_id,
                                                     std::vector<std::string> calendar_ids) {
  NORN_ASSIGN(const auto choice, checked_choice(user_id, std::move(calendar_ids)));
  NORN_ASSIGN(const bool changed,
              addresses_.change(choosing_link(user_id, choice, context_.clock.now_ms())));
  if (!changed) return not_found(kNoCalendarsFeed);
  NORN_ASSIGN(auto now, several(user_id));
  if (!now) return not_found(kNoCalendarsFeed);
  return *std::move(now);
}

Result<void> CalendarFeeds::revoke_several(const std::string& user_id) {
  return addresses_.revoke(calendars_link(user_id));
}

Result<events::CalendarExport> CalendarFeeds::file_of(const std::vector<Access>& calendars,
                                                      std::string name) const {
  events::ExportedFile file{
      .owners = {}, .further = {exported_entries(context_)}, .name = std::move(name)};
  for (const Access& access : calendars) {
    file.owners.push_back(event_partition(access.calendar.id));
  }
  if (calendars.size() == 1) file.color = calendars.front().calendar.color;
  return events::CalendarExport::begin(events_, std::move(file));
}

Result<std::optional<events::CalendarExport>> CalendarFeeds::read(const std::string& secret) {
  NORN_ASSIGN(const auto address, addresses_.find(keys::kCalendarFeedPrefix, secret));
  if (!address) return std::nullopt;
  const std::string user_id = apps::text_of(*address, "userId");
  const std::string calendar_id = apps::text_of(*address, "calendarId");
  if (!apps::is_id(calendar_id)) return std::nullopt;
  NORN_ASSIGN(const auto calendars, visible(user_id, {calendar_id}));
  if (calendars.empty() ||
      !is_made_in(calendars.front().membership, apps::text_of(*address, "createdAt"))) {
    return std::nullopt;
  }
  addresses_.note_reading(calendar_link(user_id, calendar_id), secret);
  return file_of(calendars, calendars.front().calendar.name);
}

Result<std::optional<events::CalendarExport>> CalendarFeeds::read_several(
    const std::string& secret) {
  NORN_ASSIGN(const auto address, addresses_.find(keys::kCalendarsFeedPrefix, secret));
  if (!address) return std::nullopt;
  const std::string user_id = apps::text_of(*address, "userId");
  NORN_ASSIGN(const auto link, addresses_.item(calendars_link(user_id)));
  if (!link) return std::nullopt;
  NORN_ASSIGN(const auto calendars, chosen(user_id, *link));
  addresses_.note_reading(calendars_link(user_id), secret);
  return file_of(calendars, kNameOfSeveral);
}

Result<std::vector<accounts::FeedLink>> CalendarFeeds::links_of(const std::string& user_id) {
  store::QueryRequest request;
  request.table = context_.tables.norn();
  request.key_condition = "PK = :pk AND begins_with(SK, :feeds)";
  request.placeholders.values = {{":pk", accounts::keys::user(user_id)},
                                 {":feeds", std::string(keys::kCalendarFeedPrefix)}};
  request.consistent = true;
  NORN_ASSIGN(const auto items, apps::query_all(context_.store, std::move(request)));
  std::vector<accounts::FeedLink> links{calendars_link(user_id)};
  for (const store::Item& item : items) {
    links.push_back(
        calendar_link(user_id, apps::text_of(item, "SK").substr(keys::kCalendarFeedPrefix.size())));
  }
  return links;
}

Result<bool> CalendarFeeds::forget(const std::string& user_id) {
  NORN_ASSIGN(const auto links, links_of(user_id));
  for (const accounts::FeedLink& link : links) NORN_TRY(addresses_.revoke(link));
  return false;
}

Result<bool> CalendarFeeds::end_access(const std::string& user_id, int64_t until_ms) {
  NORN_ASSIGN(const auto links, links_of(user_id));
  for (const accounts::FeedLink& link : links) {
    NORN_TRY(addresses_.revoke_until(link, until_ms));
  }
  return false;
}

}  // namespace norn::calendars
