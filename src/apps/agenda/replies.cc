#include "apps/agenda/replies.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "apps/agenda/render.h"
#include "apps/shared/items.h"
#include "base/time_text.h"
#include "ical/civil.h"

namespace norn::agenda {
namespace {

// Everything that the reply depends on and that is no item of a table.
std::string key_of(const std::string& user_id, const AgendaRequest& request,
                   const std::vector<bool>& allowed) {
  std::string key =
      fmt::format("{} {} {} {} {} {} {} ", user_id, date_text(request.from), date_text(request.to),
                  request.kinds.bits(), request.language, request.tzid, request.cursor);
  for (const bool is_allowed : allowed) key.push_back(is_allowed ? '1' : '0');
  return key;
}

// Until when the reply is right if nothing changes: the next midnight of the zone, whose day
// decides what is overdue, and that of UTC, whose day decides who is alive.
int64_t end_of_today_ms(const Query& query, int64_t now_ms) {
  const auto midnight_after_s = [](Date day) {
    return (day + std::chrono::days(1)).time_since_epoch().count() * ical::kDaySeconds;
  };
  const int64_t here_s = query.zone.utc_of(midnight_after_s(query.today));
  const int64_t in_utc_s = midnight_after_s(day_in(ical::TimeZone::utc(), now_ms));
  return std::min(here_s, in_utc_s) * 1'000;
}

}  // namespace

std::shared_ptr<const AgendaReplies::Reply> AgendaReplies::find(const std::string& user_id,
                                                                const AgendaRequest& request,
                                                                const std::vector<bool>& allowed) {
  return kept_.find(key_of(user_id, request, allowed), clock_.now_ms());
}

Result<std::shared_ptr<const AgendaReplies::Reply>> AgendaReplies::get(
    const std::string& user_id, const AgendaRequest& request, const std::vector<bool>& allowed) {
  const std::string key = key_of(user_id, request, allowed);
  const int64_t now_ms = clock_.now_ms();
  if (auto kept = kept_.find(key, now_ms)) return kept;
  auto moments = kept_.moments();
  NORN_ASSIGN(AgendaPage page, agenda_.list(user_id, request, allowed));
  std::string body;
  append_json(body, page);
  std::string etag = apps::etag_of(body);
  auto reply = std::make_shared<const Reply>(std::move(body), std::move(etag));
  // A cursor can be any text, and pages beyond the first are rare.
  if (moments && page.can_be_kept && request.cursor.empty()) {
    kept_.keep(key, *std::move(moments), std::move(page.dependencies),
               end_of_today_ms(page.query, now_ms), reply);
  }
  return reply;
}

}  // namespace norn::agenda
