#include "bookings_race/history.h"

#include <fmt/format.h>

#include <string_view>

namespace norn::race {
namespace {

std::string asked_text(const Operation& operation) {
  const std::string nights = to_text(operation.nights);
  switch (operation.kind) {
    case Kind::kCreate:
      return fmt::format("create event {} for {}", operation.event, nights);
    case Kind::kUpdate:
      return fmt::format("update event {} of v{} to {}", operation.event, operation.version,
                         nights);
    case Kind::kRemove:
      return fmt::format("remove event {} of v{}", operation.event, operation.version);
    case Kind::kList:
      return fmt::format("list {}", nights);
  }
  return "?";
}

std::string_view outcome_text(Outcome outcome) {
  switch (outcome) {
    case Outcome::kDone:
      return "done";
    case Outcome::kOverlap:
      return "overlap";
    case Outcome::kStale:
      return "stale";
    case Outcome::kGone:
      return "gone";
    case Outcome::kUnknown:
      return "no answer";
  }
  return "?";
}

}  // namespace

std::string to_text(const Nights& nights) {
  return fmt::format("[{}, {})", nights.first, nights.end);
}

std::string to_text(const Booked& booked) {
  return fmt::format("event {} v{} {} mark {}", booked.event, booked.version,
                     to_text(booked.nights), booked.mark);
}

std::string to_text(const Operation& operation) {
  const std::string until =
      operation.answered == kNever ? "the end" : std::to_string(operation.answered);
  std::string text =
      fmt::format("client {}, {} to {}: {} -> {}", operation.client, operation.invoked, until,
                  asked_text(operation), outcome_text(operation.outcome));
  for (const TakenNight& taken : operation.taken) {
    text += fmt::format("; {} is taken by {}", taken.night,
                        taken.event ? std::to_string(*taken.event) : "somebody");
  }
  for (const Booked& booked : operation.shown) {
    text += "; " + to_text(booked);
  }
  return text;
}

}  // namespace norn::race
