#include "apps/agenda/render.h"

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/json_text.h"
#include "base/json_writer.h"
#include "base/time_text.h"

namespace norn::agenda {
namespace {

constexpr size_t kDateCharacters = 10;
constexpr size_t kWallCharacters = 19;  // "2026-11-17T09:00:00"

// Wall times are as if they were UTC.
std::string wall_text(const Times& times, int64_t second) {
  std::string text = timestamp_s(second * 1'000);
  text.resize(times.all_day ? kDateCharacters : kWallCharacters);
  return text;
}

void append_times(ObjectWriter& object, const Times& times) {
  object.text("start", wall_text(times, times.start_s));
  if (times.end_s) object.text("end", wall_text(times, *times.end_s));
}

void append_rights(std::string& out, const Rights& rights) {
  ListWriter list(out);
  const auto add = [&](bool may, std::string_view name) {
    if (may) append_json_string(list.next(), name);
  };
  add(rights.change, "change");
  add(rights.move, "move");
  add(rights.resize, "resize");
  add(rights.complete, "complete");
  add(rights.remove, "delete");
  add(rights.answer, "answer");
  list.close();
}

void append_texts(std::string& out, const std::vector<std::string>& texts) {
  ListWriter list(out);
  for (const std::string& text : texts) append_json_string(list.next(), text);
  list.close();
}

void text_if_any(ObjectWriter& object, std::string_view name, const std::string& text) {
  if (!text.empty()) object.text(name, text);
}

enum class Form : uint8_t { kScheduled, kUnscheduled };

void append_task(std::string& out, const TaskState& task, Form form) {
  ObjectWriter object(out);
  if (form == Form::kScheduled) object.text("as", to_text(task.as));
  object.boolean("done", task.done);
  text_if_any(object, "status", task.status);
  text_if_any(object, "priority", task.priority);
  if (task.due) object.text("due", wall_text(*task.due, task.due->start_s));
  if (task.planned) {
    ObjectWriter planned(object.key("planned"));
    append_times(planned, *task.planned);
    planned.close();
  }
  object.close();
}

void append_stay(std::string& out, const StayState& stay) {
  ObjectWriter object(out);
  object.integer("nights", stay.nights);
  if (stay.guest) object.text("guest", *stay.guest);
  object.boolean("isOwn", stay.is_own);
  object.text("arrival", stay.arrival);
  object.text("departure", stay.departure);
  object.text("checkIn", stay.check_in);
  object.text("checkOut", stay.check_out);
  object.close();
}

void append_day(std::string& out, const DayState& day) {
  ObjectWriter object(out);
  object.text("which", day.which);
  object.integer("years", day.years);
  object.boolean("isLiving", day.is_living);
  text_if_any(object, "kinship", day.kinship);
  append_texts(object.key("personIds"), day.person_ids);
  object.close();
}

void append_owner(std::string& out, const Owner& owner) {
  ObjectWriter object(out);
  object.text("kind", owner.kind);
  object.text("id", owner.id);
  text_if_any(object, "name", owner.name);
  object.close();
}

void append_item(std::string& out, const Item& item, Form form) {
  ObjectWriter object(out);
  object.text("kind", to_text(item.kind));
  object.text("app", item.app);
  object.text("id", item.id);
  object.text("title", item.title);
  if (form == Form::kScheduled) {
    object.boolean("allDay", item.times.all_day);
    append_times(object, item.times);
    if (item.times.start_utc_s) {
      object.text("startUtc", timestamp_s(*item.times.start_utc_s * 1'000));
    }
  }
  append_owner(object.key("owner"), item.owner);
  object.text("self", item.self);
  append_rights(object.key("may"), item.rights);
  text_if_any(object, "etag", item.etag);
  text_if_any(object, "color", item.color);
  text_if_any(object, "location", item.location);
  append_texts(object.key("people"), item.people);
  text_if_any(object, "uid", item.uid);
  text_if_any(object, "seriesId", item.series_id);
  text_if_any(object, "status", item.status);
  text_if_any(object, "answer", item.answer);
  if (item.task) append_task(object.key("task"), *item.task, form);
  if (item.stay) append_stay(object.key("stay"), *item.stay);
  if (item.day) append_day(object.key("day"), *item.day);
  object.close();
}

void append_items(ObjectWriter& object, const std::vector<Item>& items, Form form) {
  ListWriter list(object.key("items"));
  for (const Item& item : items) append_item(list.next(), item, form);
  list.close();
}

void append_failed(ObjectWriter& object, const std::vector<Failure>& failed) {
  ListWriter list(object.key("failed"));
  for (const Failure& failure : failed) {
    ObjectWriter one(list.next());
    one.text("app", failure.app);
    if (failure.owner) append_owner(one.key("owner"), *failure.owner);
    append_code(one, failure.said);
    one.text("detail", failure.said.text());
    one.close();
  }
  list.close();
}

}  // namespace

void append_json(std::string& out, const AgendaPage& page) {
  constexpr size_t kUsualBytes = 450;  // Of one item.
  out.reserve(out.size() + (page.items.size() + 1) * kUsualBytes);
  ObjectWriter object(out);
  object.text("from", date_text(page.query.from));
  object.text("to", date_text(page.query.to));
  object.text("zone", page.query.tzid);
  object.text("today", date_text(page.query.today));
  append_items(object, page.items, Form::kScheduled);
  append_failed(object, page.failed);
  if (page.next) object.text("next", *page.next);
  object.close();
}

void append_json(std::string& out, const Item& item) {
  append_item(out, item, Form::kScheduled);
}

void append_json(std::string& out, const UnscheduledTasks& tasks) {
  ObjectWriter object(out);
  append_items(object, tasks.items, Form::kUnscheduled);
  append_failed(object, tasks.failed);
  object.close();
}

}  // namespace norn::agenda
