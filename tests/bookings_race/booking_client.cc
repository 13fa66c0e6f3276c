#include "bookings_race/booking_client.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace norn::race {
namespace {

constexpr int kLongestStay = 5;
constexpr int kAdministrators = 12;  // Clients who act for the administrator.
constexpr size_t kMaxKnown = 12;     // Events of a place that a client remembers.

// Of a hundred attempts.
constexpr int kCreates = 42;
constexpr int kUpdates = 30;
constexpr int kRemovals = 23;  // The rest are lists.
constexpr int kStaleOnPurpose = 5;
constexpr int kKeptThoughGone = 10;
constexpr int kKeptThoughOld = 30;

const Person& person_for(const Site& site, int client) {
  if (client < kAdministrators) return site.people.front();
  const size_t members = site.people.size() - 1;
  return site.people[1 + static_cast<size_t>(client) % members];
}

}  // namespace

BookingClient::BookingClient(int number, uint64_t seed, const Site& site, ServerProcess& server,
                             RaceClock& clock)
    : number_(number),
      random_(seed * 1'000 + static_cast<uint64_t>(number)),
      site_(site),
      person_(person_for(site, number)),
      server_(server),
      clock_(clock) {}

int BookingClient::below(int bound) {
  return static_cast<int>(random_() % static_cast<uint64_t>(bound));
}

void BookingClient::run() {
  while (fault_.empty()) {
    const int number = clock_.attempts.fetch_add(1);
    if (number >= clock_.wanted) return;
    attempt(number);
  }
  clock_.attempts = clock_.wanted;  // The race is over for all.
}

Nights BookingClient::some_nights() {
  const int length = 1 + below(kLongestStay);
  const int first = below(kNights - length + 1);
  return {first, first + length};
}

// A connection to a server that is there. One of another life would say nothing about this one.
bool BookingClient::connect() {
  while (!connection_ || !server_.is_alive(life_.number)) {
    connection_.reset();
    life_ = server_.await_life();
    if (life_.number == 0) {
      fault_ = "The server did not come back.";
      return false;
    }
    connection_ = HttpConnection::open(life_.port);
    if (!connection_ && server_.is_alive(life_.number)) server_.await_end_of(life_.number);
  }
  return true;
}

Operation BookingClient::some_operation(int number, int place) {
  const auto& known = known_[static_cast<size_t>(place)];
  Operation operation;
  operation.client = number_;
  operation.nights = some_nights();
  operation.mark = number;
  const int kind = below(100);
  if (kind >= kCreates + kUpdates + kRemovals) {
    operation.kind = Kind::kList;
    if (with_chance_of(50)) operation.nights = {0, kNights};
  } else if (kind < kCreates || known.empty()) {
    operation.kind = Kind::kCreate;
    operation.event = number;
  } else {
    const Booked& booked = known[static_cast<size_t>(below(static_cast<int>(known.size())))].booked;
    operation.kind = kind < kCreates + kUpdates ? Kind::kUpdate : Kind::kRemove;
    operation.event = booked.event;
    operation.version = booked.version;
    if (with_chance_of(kStaleOnPurpose) && booked.version > 1) operation.version -= 1;
    if (operation.kind == Kind::kRemove) operation.nights = {};
  }
  return operation;
}

Request BookingClient::request_for(const Operation& operation, int place) const {
  const std::string path =
      fmt::format("/api/v1/places/{}/events", site_.places[static_cast<size_t>(place)]);
  const std::string nights = fmt::format(
      R"("start":"{}","end":"{}")", date_of(operation.nights.first), date_of(operation.nights.end));
  Request request;
  request.headers = {"Authorization: Bearer " + person_.token};
  if (operation.kind == Kind::kList) {
    request.path = fmt::format("{}?start={}&end={}", path, date_of(operation.nights.first),
                               date_of(operation.nights.end));
    return request;
  }
  request.headers.emplace_back("Content-Type: application/json");
  if (operation.kind == Kind::kCreate) {
    request.method = "POST";
    request.path = path;
    request.body = fmt::format(R"({{{},"title":"{}","note":"{}"}})", nights,
                               title_of(operation.event), note_of(operation.mark));
    return request;
  }
  request.path = path + "/" + id_of_event_.at(operation.event);
  request.headers.push_back(fmt::format("If-Match: \"v{}\"", operation.version));
  request.method = operation.kind == Kind::kUpdate ? "PATCH" : "DELETE";
  if (operation.kind == Kind::kUpdate) {
    request.body = fmt::format(R"({{{},"note":"{}"}})", nights, note_of(operation.mark));
  }
  return request;
}

void BookingClient::attempt(int number) {
  if (!connect()) return;
  const int place = below(kPlaces);
  Operation operation = some_operation(number, place);
  const Request request = request_for(operation, place);
  operation.invoked = ++clock_.instant;
  const std::optional<Reply> reply = connection_->exchange(request);
  std::vector<KnownEvent> seen;
  if (reply) {
    operation.answered = ++clock_.instant;
    auto answer = read_answer(*reply, operation, id_of_event_);
    if (!answer) {
      fault_ = answer.error().message;
      return;
    }
    seen = *std::move(answer);
  } else {
    // It can happen as long as the process is there that was asked.
    connection_.reset();
    operation.outcome = Outcome::kUnknown;
    if (!server_.await_end_of(life_.number)) {
      fault_ = "The connection broke, and nobody had killed the server: " + to_text(operation);
      return;
    }
    operation.answered = ++clock_.instant;
  }
  remember(place, operation, seen);
  histories_[static_cast<size_t>(place)].push_back(std::move(operation));
}

void BookingClient::forget(int place, int event) {
  std::erase_if(known_[static_cast<size_t>(place)],
                [&](const KnownEvent& known) { return known.booked.event == event; });
}

// Sometimes what is out of date is kept, so that it is tried again.
void BookingClient::remember(int place, const Operation& operation,
                             const std::vector<KnownEvent>& seen) {
  auto& known = known_[static_cast<size_t>(place)];
  const bool is_over = operation.outcome == Outcome::kGone ||
                       (operation.kind == Kind::kRemove && operation.outcome == Outcome::kDone);
  if (is_over && !with_chance_of(kKeptThoughGone)) forget(place, operation.event);
  for (const KnownEvent& event : seen) {
    if (!event.may_change) continue;
    if (!with_chance_of(kKeptThoughOld)) forget(place, event.booked.event);
    known.push_back(event);
  }
  while (known.size() > kMaxKnown) {
    known.erase(known.begin() + below(static_cast<int>(known.size())));
  }
}

}  // namespace norn::race
