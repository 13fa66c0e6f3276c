#include "apps/bookings/events.h"
#include "apps/bookings/keys.h"
#include "apps/bookings/render.h"
#include "apps/shared/items.h"

// What other parts of bookings bring, for as long as they are not there. The real ones win.
namespace norn::bookings {

__attribute__((weak)) std::vector<Action> delete_actions(const std::string& table,
                                                         const Event& event) {
  store::DeleteRequest remove;
  remove.table = table;
  remove.key = apps::key_of(keys::events(event.place_id), event.id);
  remove.condition = "#version = :version";
  remove.placeholders.names.emplace("#version", "version");
  remove.placeholders.values.emplace(":version", store::Value::number(event.version));
  std::vector<Action> actions = {remove};
  for (Date night = event.stay.start; night < event.stay.end; night += std::chrono::days(1)) {
    store::DeleteRequest slot;
    slot.table = table;
    slot.key = apps::key_of(keys::slots(event.place_id), date_text(night));
    actions.emplace_back(slot);
  }
  return actions;
}

__attribute__((weak)) void append_json(std::string& out, const Member& member, bool /*email*/) {
  out.append(R"({"userId":")").append(member.membership.user_id).append(R"("})");
}

}  // namespace norn::bookings
