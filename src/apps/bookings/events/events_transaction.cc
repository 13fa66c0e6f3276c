#include <utility>

#include "apps/bookings/events/events.h"
#include "apps/bookings/keys.h"
#include "apps/shared/items.h"

// The design's transactions. What was there when a condition did not hold is asked for, so that the
// answer is of the moment of the refusal, and nothing has to be read for it.
namespace norn::bookings {
namespace {

constexpr std::string_view kIsNew = "attribute_not_exists(PK)";

store::PutRequest put_if_new(const std::string& table, store::Item item) {
  store::PutRequest put;
  put.table = table;
  put.item = std::move(item);
  put.condition = kIsNew;
  put.return_item_on_condition_failure = true;
  return put;
}

store::DeleteRequest delete_slot(const std::string& table, const std::string& place_id,
                                 Date night) {
  store::DeleteRequest remove;
  remove.table = table;
  remove.key = apps::key_of(keys::slots(place_id), date_text(night));
  return remove;
}

// The condition that an event still has the version that was read.
template <typename Request>
void expect_version(Request& request, const Event& event) {
  request.key = apps::key_of(keys::events(event.place_id), event.id);
  request.condition = "#version = :version";
  request.placeholders.names.emplace("#version", "version");
  request.placeholders.values.emplace(":version", store::Value::number(event.version));
  request.return_item_on_condition_failure = true;
}

store::UpdateRequest update_event(const std::string& table, const Event& old, const Event& next) {
  store::UpdateRequest update;
  update.table = table;
  expect_version(update, old);
  update.update =
      "SET startDate = :start, endDate = :end, title = :title, note = :note, userId = :user, "
      "#total = :total, #currency = :currency, updatedAt = :now, #version = #version + :one";
  update.placeholders.names.emplace("#total", "total");
  update.placeholders.names.emplace("#currency", "currency");
  store::Map& values = update.placeholders.values;
  values.emplace(":start", date_text(next.stay.start));
  values.emplace(":end", date_text(next.stay.end));
  values.emplace(":title", next.title);
  values.emplace(":note", apps::text_or_null(next.note));
  values.emplace(":user", apps::text_or_null(next.user_id));
  values.emplace(":total", store::Value::number(next.total));
  values.emplace(":currency", next.currency);
  values.emplace(":now", next.updated_at);
  values.emplace(":one", store::Value::number(1));
  return update;
}

}  // namespace

std::vector<Date> nights_only_in(const Stay& left, const Stay& right) {
  std::vector<Date> nights;
  for (Date night = left.start; night < left.end; night += std::chrono::days(1)) {
    if (!right.has(night)) nights.push_back(night);
  }
  return nights;
}

std::vector<Action> create_actions(const std::string& table, const Event& event) {
  std::vector<Action> actions;
  actions.reserve(static_cast<size_t>(event.stay.nights()) + 1);
  actions.emplace_back(put_if_new(table, to_item(event)));
  for (Date night = event.stay.start; night < event.stay.end; night += std::chrono::days(1)) {
    actions.emplace_back(put_if_new(table, slot_item(event.place_id, night, event.id)));
  }
  return actions;
}

std::vector<Action> update_actions(const std::string& table, const Event& old, const Event& next) {
  std::vector<Action> actions;
  actions.emplace_back(update_event(table, old, next));
  for (const Date night : nights_only_in(next.stay, old.stay)) {
    actions.emplace_back(put_if_new(table, slot_item(next.place_id, night, next.id)));
  }
  for (const Date night : nights_only_in(old.stay, next.stay)) {
    actions.emplace_back(delete_slot(table, old.place_id, night));
  }
  return actions;
}

std::vector<Action> delete_actions(const std::string& table, const Event& event) {
  std::vector<Action> actions;
  store::DeleteRequest remove;
  remove.table = table;
  expect_version(remove, event);
  actions.emplace_back(std::move(remove));
  for (Date night = event.stay.start; night < event.stay.end; night += std::chrono::days(1)) {
    actions.emplace_back(delete_slot(table, event.place_id, night));
  }
  return actions;
}

}  // namespace norn::bookings
