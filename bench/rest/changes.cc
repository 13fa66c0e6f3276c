#include "rest/changes.h"

#include <fmt/format.h>

#include <chrono>
#include <random>
#include <string_view>
#include <thread>
#include <utility>

#include "http/client.h"

namespace norn::bench {
namespace {

using std::chrono::duration;
using std::chrono::duration_cast;
using std::chrono::steady_clock;

// The text member `name` of the outermost object, which has no escapes in it.
std::string member(std::string_view json, std::string_view name) {
  const std::string before = fmt::format(R"("{}":")", name);
  const size_t at = json.find(before);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = json.substr(at + before.size());
  return std::string(rest.substr(0, rest.find('"')));
}

class Writer {
 public:
  explicit Writer(const ChangeOptions& options)
      : options_(options), origin_(fmt::format("http://127.0.0.1:{}/api/v1", options.port)) {}

  Result<Change> create(size_t number) {
    const std::string url = fmt::format("{}/calendars/{}/entries", origin_, options_.calendar_id);
    const std::string body =
        fmt::format(R"({{"title":"Change {}","date":"2026-06-15","location":"Room 4.12",)"
                    R"("kind":{{"type":"Timed","start":"09:00:00","end":"09:30:00"}}}})",
                    number);
    return send("POST", url, body, {});
  }

  Result<Change> rename(size_t number) {
    const std::string url = fmt::format("{}/entries/{}", origin_, entry_id_);
    const std::string body = fmt::format(R"({{"title":"Change {}"}})", number);
    return send("PATCH", url, body, fmt::format("If-Match: {}", etag_));
  }

 private:
  Result<Change> send(const std::string& method, const std::string& url, const std::string& body,
                      const std::string& more_headers) {
    http::HttpRequest request;
    request.method = method;
    request.url = url;
    request.headers = {"Content-Type: application/json", "Cookie: " + options_.cookie};
    if (!more_headers.empty()) request.headers.push_back(more_headers);
    request.body = body;
    request.at_most_once = true;
    Change change;
    change.sent = steady_clock::now();
    NORN_ASSIGN(const auto reply, client_.send(request));
    change.acknowledged = steady_clock::now();
    if (reply.status >= 300) {
      return fail(ErrorCode::kInternal,
                  fmt::format("{} {}: {} {}", method, url, reply.status, reply.body));
    }
    entry_id_ = member(reply.body, "id");
    etag_ = reply.header("etag").value_or("");
    return change;
  }

  const ChangeOptions& options_;
  const std::string origin_;
  http::HttpClient client_;
  std::string entry_id_;  // Of the last entry.
  std::string etag_;      // With its quotes.
};

}  // namespace

Result<std::vector<Change>> make_changes(const ChangeOptions& options) {
  Writer writer(options);
  std::mt19937 dice(1);
  std::uniform_real_distribution<double> share(0.5, 1.5);
  std::vector<Change> changes;
  Time next = steady_clock::now();
  for (size_t number = 0; number < options.count; ++number) {
    std::this_thread::sleep_until(next);
    const duration<double> pause(share(dice) / options.per_second);
    next += duration_cast<steady_clock::duration>(pause);
    NORN_ASSIGN(const Change change,
                number % 2 == 0 ? writer.create(number) : writer.rename(number));
    changes.push_back(change);
  }
  return changes;
}

}  // namespace norn::bench
