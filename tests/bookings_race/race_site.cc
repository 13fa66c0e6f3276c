#include "bookings_race/race_site.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <optional>
#include <utility>

#include "base/time_text.h"

namespace norn::race {
namespace {

constexpr int kMembers = 7;
constexpr std::string_view kFirstNight = "2150-07-01";
constexpr std::string_view kJson = "Content-Type: application/json";
constexpr std::string_view kSessionCookie = "norn=";

// Somebody who makes an account, over a connection from an address of their own.
class Visitor {
 public:
  Visitor(uint16_t port, int number) : number_(number), connection_(open(port, number)) {}

  std::string email() const { return fmt::format("person-{}@example.com", number_); }
  std::string account() const {
    return fmt::format(R"("email":"{}","name":"Person {}","password":"correct horse battery")",
                       email(), number_);
  }

  // What is in a member of the reply, which has to be a success.
  Result<std::string> call(const std::string& method, const std::string& path,
                           const std::string& body, const char* member = nullptr) {
    Request request{method, path, {std::string(kJson)}, body};
    if (!cookie_.empty()) request.headers.push_back("Cookie: " + cookie_);
    if (!connection_) return fail(ErrorCode::kUnavailable, "no connection");
    const auto reply = connection_->exchange(request);
    if (!reply || reply->status >= 300) {
      return fail(ErrorCode::kUnavailable,
                  fmt::format("{} {}: {} {}", method, path, reply ? reply->status : 0,
                              reply ? reply->body : "the connection broke"));
    }
    const auto [begin, end] = reply->headers.equal_range("set-cookie");
    for (auto cookie = begin; cookie != end; ++cookie) {
      const std::string& text = cookie->second;
      if (text.starts_with(kSessionCookie)) cookie_ = text.substr(0, text.find(';'));
    }
    if (member == nullptr) return std::string();
    simdjson::dom::parser parser;
    std::string_view text;
    if (parser.parse(reply->body)[member].get(text) != simdjson::SUCCESS) {
      return fail(ErrorCode::kCorruption, fmt::format("no {} in {}", member, reply->body));
    }
    return std::string(text);
  }

  Result<Person> as_person(bool is_administrator) {
    NORN_ASSIGN(std::string token,
                call("POST", "/api/v1/tokens",
                     R"({"name":"race","scopes":["bookings:read","bookings:write"]})", "text"));
    return Person{std::move(token), is_administrator};
  }

 private:
  static std::optional<HttpConnection> open(uint16_t port, int number) {
    return HttpConnection::open(port, number);
  }

  int number_;
  std::optional<HttpConnection> connection_;
  std::string cookie_;
};

Date first_night() {
  return *parse_date(kFirstNight);
}

}  // namespace

std::string date_of(int night) {
  return date_text(first_night() + std::chrono::days(night));
}

std::optional<int> night_of(std::string_view date) {
  const auto day = parse_date(date);
  if (!day) return std::nullopt;
  return static_cast<int>((*day - first_night()).count());
}

Result<Site> make_site(const ServerProcess::Life& server, const std::string& setup_secret) {
  Site site;
  Visitor owner(server.port, 1);
  NORN_TRY(owner.call("POST", "/api/v1/setup",
                      fmt::format(R"({{"secret":"{}",{}}})", setup_secret, owner.account())));
  NORN_TRY(owner.call("PUT", "/api/v1/settings", R"({"signUp":"open"})"));
  NORN_ASSIGN(Person administrator, owner.as_person(true));
  site.people.push_back(std::move(administrator));
  for (int i = 0; i < kPlaces; ++i) {
    NORN_ASSIGN(std::string id,
                owner.call("POST", "/api/v1/places",
                           fmt::format(R"({{"name":"Place {}","color":"#3B82F6"}})", i), "id"));
    site.places.push_back(std::move(id));
  }
  for (int number = 2; number < 2 + kMembers; ++number) {
    Visitor member(server.port, number);
    NORN_TRY(member.call("POST", "/api/v1/accounts", fmt::format("{{{}}}", member.account())));
    for (const std::string& place : site.places) {
      NORN_TRY(owner.call("POST", fmt::format("/api/v1/places/{}/members", place),
                          fmt::format(R"({{"email":"{}","role":"member"}})", member.email())));
    }
    NORN_ASSIGN(Person person, member.as_person(false));
    site.people.push_back(std::move(person));
  }
  return site;
}

}  // namespace norn::race
