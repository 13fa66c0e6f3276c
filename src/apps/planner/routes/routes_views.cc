#define XXH_INLINE_ALL
#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <string>
#include <utility>

#include "apps/planner/keys.h"
#include "apps/planner/render.h"
#include "apps/planner/routes/routes_parts.h"
#include "base/faults.h"
#include "base/json_writer.h"

// What there is by time, and by title.
namespace norn::planner {
namespace {

constexpr std::string_view kDate = R"({"type":"string","format":"date"})";
constexpr size_t kSearchResults = 20;
constexpr size_t kMaxSearchBytes = 500;

Result<Date> date_of(const std::string& text, std::string_view field) {
  const auto date = parse_date(text);
  if (!date) return invalid(field, "This must be a day that exists, as in \"2025-12-15\".");
  return *date;
}

Result<bool> boolean_query(const rest::Call& call, std::string_view name, bool fallback) {
  const auto text = call.query(name);
  if (!text) return fallback;
  if (*text == "true" || *text == "false") return *text == "true";
  return invalid(name, fmt::format("The parameter `{}` of the query must be true or false.", name));
}

std::string etag_of_text(const std::string& text) {
  return fmt::format("{:016x}", XXH3_64bits(text.data(), text.size()));
}

Result<void> render_raw(rest::Call& call, const Parts& parts, ViewRequest request) {
  const std::string& user_id = call.caller().user_id;
  if (request.tzid.empty()) {
    NORN_ASSIGN(const Meta meta, read_meta(parts.context, user_id));
    request.tzid = meta.preferences.default_tzid;
  }
  NORN_ASSIGN(const auto things, parts.views.raw(user_id, request));
  std::string& out = call.json();
  append_json(out, request, things);
  call.set_etag(etag_of_text(out));
  return {};
}

bool has_what_expires(const View& view) {
  return std::ranges::any_of(view.placed,
                             [&](const Placed& one) { return !view.item(one).json().ttl.empty(); });
}

// Renders the view, and keeps it for the next time. What goes by itself is not kept: no change
// tells that its time has come.
Result<void> render_view(rest::Call& call, const Parts& parts, const ViewRequest& request,
                         const std::string& owner, const std::string& key) {
  const auto moment = parts.kept_views.moment();
  NORN_ASSIGN(const View view, parts.views.range(call.caller().user_id, request));
  std::string& out = call.json();
  append_json(out, view);
  std::string etag = etag_of_text(out);
  call.set_etag(etag);
  if (moment && !has_what_expires(view))
    parts.kept_views.keep(owner, key, *moment, {out, std::move(etag)});
  return {};
}

Result<void> show(rest::Call& call, const Parts& parts) {
  NORN_ASSIGN(const ViewRequest request, view_request_of(call));
  NORN_ASSIGN(const bool expands, boolean_query(call, "expand", true));
  // A browser may keep it, and has to ask whether it is still the same each time.
  call.response().add_header("Cache-Control", "private, no-cache");
  if (!expands) return render_raw(call, parts, request);
  const std::string owner = keys::user(call.caller().user_id);
  const std::string key(call.request().query);
  const auto kept = parts.kept_views.find(owner, key);
  if (!kept) return render_view(call, parts, request, owner, key);
  call.json().append(kept->body);
  call.set_etag(kept->etag);
  return {};
}

Result<void> search(rest::Call& call, const Parts& parts) {
  NORN_ASSIGN(const std::string text, call.required_query("q"));
  if (text.size() > kMaxSearchBytes) {
    return invalid("q", "This is too long for a search. Use fewer words.");
  }
  NORN_ASSIGN(const int64_t limit,
              call.integer_query("limit", kSearchResults, 1, kMaxSearchResults));
  const std::string& user_id = call.caller().user_id;
  NORN_ASSIGN(const Meta meta, read_meta(parts.context, user_id));
  NORN_ASSIGN(const auto found, parts.views.search(user_id, text, static_cast<size_t>(limit)));
  ObjectWriter object(call.json());
  ListWriter results(object.key("results"));
  for (const Found& one : found) append_json(results.next(), one, meta.preferences.default_tzid);
  results.close();
  object.close();
  return {};
}

}  // namespace

Result<ViewRequest> view_request_of(const rest::Call& call) {
  ViewRequest request;
  NORN_ASSIGN(const std::string from, call.required_query("from"));
  NORN_ASSIGN(const std::string to, call.required_query("to"));
  NORN_ASSIGN(request.from, date_of(from, "from"));
  NORN_ASSIGN(request.to, date_of(to, "to"));
  request.tzid = call.query("tzid").value_or("");
  request.tags = call.queries("tag");
  return request;
}

void add_view_routes(rest::Api& api, const Parts& parts) {
  rest::Route showing = route("GET", "/view", kReadScope);
  showing.operation = "getPlannerView";
  showing.summary =
      "Gets everything that overlaps the days from one to another, recurring things expanded, in "
      "order: a day, a week, a month, a year or an agenda.";
  showing.query = {
      {"from", "The first day.", std::string(kDate), true},
      {"to", "The last day, at most 400 days in all.", std::string(kDate), true},
      {"tzid", "By the clocks of which time zone; yours when it is left out."},
      {"tag", "Only what has this tag; may stand there several times: all of them."},
      {"expand",
       "false: `items` in place of `occurrences`: events, series and changed occurrences, as they "
       "are stored.",
       R"({"type":"boolean","default":true})"}};
  showing.replies = {{200, "The view.", "PlannerView"}};
  showing.handle = [parts](rest::Call& call) { return show(call, parts); };
  api.add(std::move(showing));

  rest::Route searching = route("GET", "/search", kReadScope);
  searching.operation = "searchPlanner";
  searching.summary =
      "Finds events and series by words of their titles, or parts of words, in any order, case "
      "and with accents or without; what is ahead comes first.";
  searching.query = {
      {"q", "The words; all of them have to be in the title.", R"({"type":"string"})", true},
      {"limit", "How many at most.",
       R"({"type":"integer","minimum":1,"maximum":100,"default":20})"}};
  searching.replies = {{200, "What was found.", "PlannerResults"}};
  searching.handle = [parts](rest::Call& call) { return search(call, parts); };
  api.add(std::move(searching));
}

}  // namespace norn::planner
