#define XXH_INLINE_ALL
#include <fmt/format.h>
#include <xxhash.h>

#include <string>
#include <utility>

#include "apps/planner/exchange/calendar_exchange.h"
#include "apps/planner/render.h"
#include "apps/planner/render_replies.h"
#include "apps/planner/routes/routes_parts.h"
#include "base/faults.h"
#include "base/json_writer.h"

// Calendar files: in, out, and as a feed that other calendars subscribe to.
namespace norn::planner {
namespace {

constexpr std::string_view kCalendarType = "text/calendar";
constexpr std::string_view kCalendarReply = "text/calendar; charset=utf-8";

Result<void> render_calendar(rest::Call& call, const Parts& parts, const std::string& user_id) {
  NORN_ASSIGN(const std::string text, export_calendar(parts.context, user_id));
  call.response().add_header("Cache-Control", "private, no-cache");
  call.set_etag(fmt::format("{:016x}", XXH3_64bits(text.data(), text.size())));
  call.body_of(kCalendarReply).append(text);
  return {};
}

Result<void> download(rest::Call& call, const Parts& parts) {
  call.response().add_header("Content-Disposition", "attachment; filename=\"planner.ics\"");
  return render_calendar(call, parts, call.caller().user_id);
}

Result<void> take_in(rest::Call& call, const Parts& parts) {
  const std::string mode = call.query("dryRun").value_or("false");
  if (mode != "true" && mode != "false") return invalid("dryRun", "This must be true or false.");
  NORN_ASSIGN(const std::string_view text, call.text_body(kCalendarType));
  NORN_ASSIGN(const ImportReport report,
              import_calendar(parts.context, call.caller().user_id, text, mode == "true"));
  append_json(call.json(), report);
  return {};
}

Result<void> get_feed(rest::Call& call, const Parts& parts) {
  NORN_ASSIGN(const auto state, parts.feed_links.state(call.caller().user_id));
  append_json(call.json(), state);
  return {};
}

std::string origin_of(const rest::Call& call, const Parts& parts) {
  if (!parts.public_origin.empty()) return parts.public_origin;
  const http::Request& request = call.request();
  return fmt::format("{}://{}", request.secure ? "https" : "http",
                     request.header("Host").value_or("localhost"));
}

Result<void> make_feed(rest::Call& call, const Parts& parts) {
  NORN_ASSIGN(const std::string secret, parts.feed_links.create(call.caller().user_id));
  ObjectWriter object(call.json(201));
  object.text("url", fmt::format("{}/ical/{}/planner.ics", origin_of(call, parts), secret));
  object.close();
  return {};
}

Result<void> end_feed(rest::Call& call, const Parts& parts) {
  NORN_TRY(parts.feed_links.revoke(call.caller().user_id));
  call.no_content();
  return {};
}

Result<void> read_feed(rest::Call& call, const Parts& parts) {
  NORN_ASSIGN(const auto user_id, parts.feed_links.find_user(call.path("secret")));
  if (!user_id) return not_found("feed");
  return render_calendar(call, parts, *user_id);
}

void add_files(rest::Api& api, const Parts& parts) {
  rest::Route downloading = route("GET", "/export", kReadScope);
  downloading.operation = "exportPlanner";
  downloading.summary = "Gets everything in your planner as an iCalendar file.";
  downloading.replies = {{200, "The file.", "", std::string(kCalendarType)}};
  downloading.handle = [parts](rest::Call& call) { return download(call, parts); };
  api.add(std::move(downloading));

  rest::Route uploading = route("POST", "/import", kWriteScope);
  uploading.operation = "importIntoPlanner";
  uploading.summary =
      "Takes in the events of an iCalendar file of at most 10 MiB. Events that are there already "
      "(by their UID) are brought up to date, so a file can be sent again.";
  uploading.query = {
      {"dryRun", "true: only tells what it would do.", R"({"type":"boolean","default":false})"}};
  uploading.request = "CalendarFile";
  uploading.request_type = kCalendarType;
  uploading.request_bytes = kMaxFileBytes;
  uploading.replies = {{200, "What was done, and what was not understood.", "PlannerImport"}};
  uploading.problems = {409};
  uploading.handle = [parts](rest::Call& call) { return take_in(call, parts); };
  api.add(std::move(uploading));
}

}  // namespace

void add_exchange_routes(rest::Api& api, const Parts& parts) {
  add_files(api, parts);

  rest::Route getting = route("GET", "/feed", kReadScope);
  getting.operation = "getPlannerFeed";
  getting.summary = "Tells whether there is an address at which other calendars can subscribe.";
  getting.replies = {
      {200, "Its state. The address itself is told once, when it is made.", "PlannerFeed"}};
  getting.handle = [parts](rest::Call& call) { return get_feed(call, parts); };
  api.add(std::move(getting));

  rest::Route making = route("POST", "/feed", "");
  making.access = rest::Access::kSession;
  making.operation = "createPlannerFeed";
  making.summary =
      "Makes a new secret address at which your planner can be read as a calendar file; the one "
      "before ends at once.";
  making.replies = {{201, "The address.", "PlannerFeedLink"}};
  making.handle = [parts](rest::Call& call) { return make_feed(call, parts); };
  api.add(std::move(making));

  rest::Route ending = route("DELETE", "/feed", "");
  ending.access = rest::Access::kSession;
  ending.operation = "deletePlannerFeed";
  ending.summary = "Ends the secret address. Nothing happens when there is none.";
  ending.replies = {{204, "It answers no more."}};
  ending.handle = [parts](rest::Call& call) { return end_feed(call, parts); };
  api.add(std::move(ending));

  rest::Route reading = route("GET", "", "");
  reading.path = "/ical/{secret}/planner.ics";
  reading.access = rest::Access::kAnyone;
  reading.operation = "readPlannerFeed";
  reading.summary =
      "Gets a planner as an iCalendar file, for programs that subscribe to it. Whoever knows the "
      "address may.";
  reading.replies = {{200, "The file.", "", std::string(kCalendarType)}};
  reading.problems = {404};
  reading.handle = [parts](rest::Call& call) { return read_feed(call, parts); };
  api.add(std::move(reading));
}

}  // namespace norn::planner
