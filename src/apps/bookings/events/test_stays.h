#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "apps/bookings/test_world.h"

namespace norn::bookings {

// Stays that are just there, with their slots, however they came to be.
class StaysTest : public BookingsTest {
 protected:
  // A guest's, if `user_id` is empty. The title is the id.
  Event put_stay(const std::string& place_id, const std::string& id, const std::string& user_id,
                 const Stay& nights, EventKind kind = EventKind::kBooking) {
    Event event = {.id = id,
                   .place_id = place_id,
                   .title = id,
                   .stay = nights,
                   .kind = kind,
                   .total = nights.nights() * 100'00,
                   .created_by = ada,
                   .created_at = now(),
                   .updated_at = now()};
    if (!user_id.empty()) event.user_id = user_id;
    write(to_item(event));
    for_each_night(nights, [&](Date night) { write(slot_item(place_id, night, id)); });
    return event;
  }
  void take_stay(const Event& event) {
    for_each_night(event.stay,
                   [&](Date night) { erase(keys::slots(event.place_id), date_text(night)); });
    erase(keys::events(event.place_id), event.id);
  }
  Event move_stay(const Event& event, const Stay& nights) {
    Event next = event;
    next.stay = nights;
    next.version += 1;
    for_each_night(event.stay, [&](Date night) {
      if (!nights.has(night)) erase(keys::slots(event.place_id), date_text(night));
    });
    write(to_item(next));
    for_each_night(nights, [&](Date night) {
      if (!event.stay.has(night)) write(slot_item(event.place_id, night, event.id));
    });
    return next;
  }
  void leave(const std::string& place_id, const std::string& user_id) {
    erase(keys::place(place_id), keys::member(user_id));
    erase(keys::user(user_id), keys::place(place_id));
  }

  void erase(const std::string& pk, std::string_view sk) {
    store::DeleteRequest request;
    request.table = tables.bookings();
    request.key = apps::key_of(pk, sk);
    must(store_.remove(request));
  }

  template <typename T>
  static std::string code_of(const Result<T>& result) {
    if (result) return "none";
    const Fault* const fault = fault_of(result.error());
    return fault != nullptr ? std::string(fault->said.code()) : "";
  }

 private:
  static void for_each_night(const Stay& nights, const std::function<void(Date)>& action) {
    for (Date night = nights.start; night < nights.end; night += std::chrono::days(1)) {
      action(night);
    }
  }
};

}  // namespace norn::bookings
