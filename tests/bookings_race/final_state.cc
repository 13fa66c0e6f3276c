#include "bookings_race/final_state.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "apps/bookings/keys.h"
#include "bookings_race/answers.h"
#include "bookings_race/http_connection.h"

namespace norn::race {
namespace {

constexpr std::string_view kTable = "cal-app-sam";
// On this machine any signature is accepted.
const std::vector<std::string> kSigned{
    "Content-Type: application/x-amz-json-1.0", "X-Amz-Date: 20260101T000000Z",
    "X-Amz-Target: DynamoDB_20120810.Query",
    "Authorization: AWS4-HMAC-SHA256 "
    "Credential=race/20260101/us-east-1/dynamodb/aws4_request, "
    "SignedHeaders=host;x-amz-date;x-amz-target, "
    "Signature=0000000000000000000000000000000000000000000000000000000000000000"};

std::string text_at(const simdjson::dom::element& item, const std::string& pointer) {
  std::string_view text;
  return item.at_pointer(pointer).get(text) == simdjson::SUCCESS ? std::string(text) : "";
}

// All items of a partition, which has to fit into one page.
Result<simdjson::dom::array> query(const ServerProcess::Life& server, const std::string& partition,
                                   simdjson::dom::parser& parser) {
  auto connection = HttpConnection::open(server.dynamodb_port);
  if (!connection) return fail(ErrorCode::kUnavailable, "no connection to the DynamoDB API");
  const auto reply = connection->exchange(
      {"POST", "/", kSigned,
       fmt::format(R"({{"TableName":"{}","ConsistentRead":true,"KeyConditionExpression":"PK = :p",)"
                   R"("ExpressionAttributeValues":{{":p":{{"S":"{}"}}}}}})",
                   kTable, partition)});
  if (!reply || reply->status != 200) {
    return fail(ErrorCode::kUnavailable,
                fmt::format("a query of {} failed: {}", partition, reply ? reply->body : ""));
  }
  simdjson::dom::element page;
  simdjson::dom::array items;
  if (parser.parse(reply->body).get(page) != simdjson::SUCCESS ||
      page["Items"].get(items) != simdjson::SUCCESS ||
      page["LastEvaluatedKey"].error() == simdjson::SUCCESS) {
    return fail(ErrorCode::kCorruption, fmt::format("not all items: {}", reply->body));
  }
  return items;
}

struct Promise {
  bool is_made = false;
  bool may_be_removed = false;
  bool is_removed = false;
  int64_t version = 0;  // The highest that was acknowledged.
};

std::map<int, Promise> promises_of(const History& history) {
  std::map<int, Promise> promises;
  for (const Operation& operation : history) {
    if (operation.kind == Kind::kList) continue;
    Promise& promise = promises[operation.event];
    const bool is_done = operation.outcome == Outcome::kDone;
    const bool is_unknown = operation.outcome == Outcome::kUnknown;
    if (operation.kind == Kind::kRemove) {
      promise.is_removed |= is_done;
      promise.may_be_removed |= is_done || is_unknown;
    } else if (is_done) {
      promise.is_made |= operation.kind == Kind::kCreate;
      promise.version = std::max(promise.version, operation.shown.front().version);
    }
  }
  return promises;
}

}  // namespace

Result<StoredPlace> read_place(const ServerProcess::Life& server, const std::string& place_id) {
  StoredPlace place;
  simdjson::dom::parser parser;
  NORN_ASSIGN(const auto events, query(server, bookings::keys::events(place_id), parser));
  for (const auto& item : events) {
    StoredPlace::StoredEvent& event = place.events[text_at(item, "/SK/S")];
    event.title = text_at(item, "/title/S");
    event.note = text_at(item, "/note/S");
    event.nights = {night_of(text_at(item, "/startDate/S")).value_or(0),
                    night_of(text_at(item, "/endDate/S")).value_or(0)};
    event.version = std::atoll(text_at(item, "/version/N").c_str());
  }
  NORN_ASSIGN(const auto slots, query(server, bookings::keys::slots(place_id), parser));
  for (const auto& item : slots) {
    place.slots[text_at(item, "/SK/S")] = text_at(item, "/eventId/S");
  }
  return place;
}

std::vector<std::string> check_slots(const StoredPlace& place) {
  std::vector<std::string> faults;
  std::map<std::string, std::string> expected;
  for (const auto& [id, event] : place.events) {
    for (int night = event.nights.first; night < event.nights.end; ++night) {
      const auto [other, is_free] = expected.emplace(date_of(night), id);
      if (!is_free) {
        faults.push_back(
            fmt::format("{} is a night of both {} and {}", date_of(night), other->second, id));
      }
    }
  }
  for (const auto& [night, id] : expected) {
    const auto slot = place.slots.find(night);
    if (slot == place.slots.end()) {
      faults.push_back(fmt::format("{} of {} has no slot", night, id));
    } else if (slot->second != id) {
      faults.push_back(
          fmt::format("the slot of {} is of {} and not of {}", night, slot->second, id));
    }
  }
  for (const auto& [night, id] : place.slots) {
    if (!expected.contains(night)) {
      faults.push_back(fmt::format("the slot of {} is of {}, which has no such night", night, id));
    }
  }
  return faults;
}

std::vector<std::string> check_promises(const StoredPlace& place, const History& history,
                                        const std::map<int, std::string>& id_of_event) {
  std::vector<std::string> faults;
  for (const auto& [event, promise] : promises_of(history)) {
    const auto id = id_of_event.find(event);
    const auto stored =
        id == id_of_event.end() ? place.events.end() : place.events.find(id->second);
    const bool is_there = stored != place.events.end();
    if (promise.is_removed && is_there) {
      faults.push_back(fmt::format("event {} was removed and is there", event));
    }
    if (promise.is_made && !promise.may_be_removed && !is_there) {
      faults.push_back(fmt::format("event {} was made, removed by nobody, and is lost", event));
    }
    if (is_there && stored->second.version < promise.version) {
      faults.push_back(fmt::format("version {} of event {} is lost", promise.version, event));
    }
  }
  const std::vector<Booked>& listed = history.back().shown;
  if (listed.size() != place.events.size()) {
    faults.push_back(
        fmt::format("{} events are listed, and {} are stored", listed.size(), place.events.size()));
  }
  for (const Booked& booked : listed) {
    const auto stored = place.events.find(id_of_event.at(booked.event));
    const bool is_same =
        stored != place.events.end() && stored->second.title == title_of(booked.event) &&
        stored->second.note == note_of(booked.mark) && stored->second.nights == booked.nights &&
        stored->second.version == booked.version;
    if (!is_same) faults.push_back("it is not stored as it is listed: " + to_text(booked));
  }
  return faults;
}

}  // namespace norn::race
