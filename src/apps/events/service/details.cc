#include "apps/events/service/details.h"

#include "apps/events/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/events/sentences.h"
#include "apps/events/tags.h"
#include "apps/shared/sentences.h"
#include "base/ascii.h"
#include "base/faults.h"
#include "base/text.h"

namespace norn::events {
namespace {

Result<void> check_color(const std::optional<std::string>& color) {
  if (!color || is_color(*color)) return {};
  return invalid("color", apps::kColorForm);
}

// Sorted, without duplicates.
template <typename T>
std::vector<T> ordered(std::vector<T> values) {
  std::ranges::sort(values);
  const auto repeated = std::ranges::unique(values);
  values.erase(repeated.begin(), repeated.end());
  return values;
}

Result<std::vector<std::string>> checked_tags(const std::vector<std::string>& tags) {
  for (const std::string& tag : tags) {
    if (tag.empty() || count_characters(tag) > kMaxTagCharacters) {
      return invalid("tags", kTagLength(kMaxTagCharacters));
    }
    if (has_control(tag)) {
      return invalid("tags", kTagControl);
    }
  }
  std::vector<std::string> each_once = each_tag_once(tags);
  if (each_once.size() > kMaxTags) {
    return invalid("tags", kTooManyTags(kMaxTags, each_once.size()));
  }
  return each_once;
}

Result<std::vector<int64_t>> checked_reminders(const std::vector<int64_t>& reminders) {
  for (const int64_t minutes : reminders) {
    if (minutes < 0 || minutes > kMaxReminderMinutes) {
      return invalid("reminderMinutes", kReminderRange(kMaxReminderMinutes, minutes));
    }
  }
  std::vector<int64_t> each_once = ordered(reminders);
  if (each_once.size() > kMaxReminders) {
    return invalid("reminderMinutes", kTooManyReminders(kMaxReminders, each_once.size()));
  }
  return each_once;
}

Result<void> check_links(const std::vector<Link>& links) {
  if (links.size() > kMaxLinks) {
    return invalid("links", kTooManyLinks(kMaxLinks, links.size()));
  }
  for (size_t i = 0; i < links.size(); ++i) {
    const Link& link = links[i];
    if (!is_link_target(link.target)) {
      return invalid("links", kLinkTargetForm(kMaxLinkTargetCharacters));
    }
    if (link.title && count_characters(*link.title) > kMaxLinkTitleCharacters) {
      return invalid("links", kLinkTitleTooLong(kMaxLinkTitleCharacters));
    }
    const auto same = [&](const Link& other) { return other.target == link.target; };
    if (std::any_of(links.begin(), links.begin() + static_cast<ptrdiff_t>(i), same)) {
      return invalid("links", kLinkTwice(link.target));
    }
  }
  return {};
}

Result<void> check_ttl(const std::optional<int64_t>& ttl, int64_t now_s) {
  if (!ttl || *ttl > now_s) return {};
  return invalid("ttl", kTtlInPast);
}

}  // namespace

bool is_link_target(std::string_view text) {
  const auto may_be_in_target = [](char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
  };
  return !text.empty() && text.size() <= kMaxLinkTargetCharacters &&
         std::ranges::all_of(text, may_be_in_target);
}

Result<Details> applied(const Details& base, const DetailsChange& change, int64_t now_s) {
  Details next = base;
  if (change.title) next.title = *change.title;
  if (next.title.empty()) {
    return invalid("title", apps::kTitleLength(kMaxTitleCharacters));
  }
  if (change.description) next.description = *change.description;
  if (change.location) next.location = *change.location;
  if (change.status) next.status = *change.status;
  if (change.color) {
    NORN_TRY(check_color(*change.color));
    next.color = *change.color;
  }
  if (change.tags) {
    NORN_ASSIGN(next.tags, checked_tags(*change.tags));
  }
  if (change.reminder_minutes) {
    NORN_ASSIGN(next.reminder_minutes, checked_reminders(*change.reminder_minutes));
  }
  if (change.links) {
    NORN_TRY(check_links(*change.links));
    next.links = *change.links;
  }
  if (change.ttl) {
    if (*change.ttl != base.ttl) NORN_TRY(check_ttl(*change.ttl, now_s));
    next.ttl = *change.ttl;
  }
  return next;
}

}  // namespace norn::events
