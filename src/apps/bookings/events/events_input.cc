#include "apps/bookings/events/events_input.h"

#include <fmt/format.h>

#include "apps/bookings/keys.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/text.h"

namespace norn::bookings {

Result<std::string> checked_title(const std::string& title) {
  std::string kept(trimmed(title));
  const size_t length = count_characters(kept);
  if (length == 0 || length > kMaxTitleCharacters) {
    return invalid("title", fmt::format("The title must have 1 to {} characters, and this has {}.",
                                        kMaxTitleCharacters, length));
  }
  if (has_control(kept)) {
    return invalid("title",
                   "The title must not contain control characters, such as line breaks. Write it "
                   "on one line.");
  }
  return kept;
}

Result<std::optional<std::string>> checked_note(const std::optional<std::string>& note) {
  if (!note) return std::nullopt;
  std::string kept(trimmed(*note));
  if (kept.empty()) return std::nullopt;
  const size_t length = count_characters(kept);
  if (length > kMaxNoteCharacters) {
    return invalid("note", fmt::format("The note must have at most {} characters, and this has {}.",
                                       kMaxNoteCharacters, length));
  }
  if (has_control(kept, Lines::kSeveral)) {
    return invalid("note", "The note must not contain control characters but line breaks.");
  }
  return kept;
}

Result<Event> existing_event(const Context& context, const std::string& place_id,
                             const std::string& event_id) {
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html
  constexpr size_t kMaxSortKeyBytes = 1'024;
  if (event_id.empty() || event_id.size() > kMaxSortKeyBytes) return not_found("booking");
  NORN_ASSIGN(auto event, find_event(context, place_id, event_id));
  if (!event) return not_found("booking");
  return *std::move(event);
}

Result<void> check_person(const Context& context, const Access& access,
                          const std::optional<std::string>& person) {
  if (person == access.membership.user_id) return {};
  if (!access.is_administrator()) {
    return forbidden(
        "You are a member of this place, and members book for themselves. Ask one of its "
        "administrators to book for others.");
  }
  if (!person) return {};
  store::GetRequest request;
  request.table = context.tables.bookings();
  request.key = apps::key_of(keys::place(access.place.id), keys::member(*person));
  request.consistent = true;
  NORN_ASSIGN(const auto found, context.store.get(request));
  if (found.item) return {};
  return invalid("userId",
                 "This person is not in the place. Invite them first, or book for a guest: without "
                 "a userId, and with their name as the title.");
}

Result<std::string> name_of(const Context& context, const std::optional<std::string>& person) {
  if (!person) {
    return invalid("title", "A booking for a guest needs a title. Say who comes.");
  }
  NORN_ASSIGN(const auto user, context.users.find(*person));
  if (!user) return invalid("userId", "This person has no account any more. Book for a guest.");
  return user->name;
}

}  // namespace norn::bookings
