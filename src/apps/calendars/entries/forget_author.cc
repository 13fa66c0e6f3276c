#include "apps/calendars/entries/forget_author.h"

#include <utility>

#include "apps/calendars/keys.h"
#include "apps/shared/items.h"

namespace norn::calendars {
namespace {

constexpr int64_t kAuthoredPerPart = 100;
// Between the id of the calendar and that of the person; neither contains it.
constexpr char kIdSeparator = '/';

// Removes one of the two attributes if it still has this value. Returns false if it does not.
Result<bool> remove_author(const Context& context, store::ItemView entry, std::string_view name,
                           const std::string& user_id) {
  store::UpdateRequest request;
  request.table = context.tables.calendars();
  request.key = store::Item::subset(entry, {"PK", "SK"});
  request.update = "REMOVE #author";
  request.condition = "#author = :user";
  request.placeholders.names = {{"#author", std::string(name)}};
  request.placeholders.values = {{":user", user_id}};
  const auto updated = context.store.update(request);
  if (updated) return true;
  if (updated.error().code == ErrorCode::kConditionalCheckFailed) return false;
  return std::unexpected(updated.error());
}

}  // namespace

Action begin_forget_author(const Context& context, const std::string& calendar_id,
                           const std::string& user_id) {
  return context.sweeps.begin(kForgetAuthorSweep, calendar_id + kIdSeparator + user_id);
}

Result<bool> forget_author(const Context& context, const std::string& subject) {
  const size_t separator = subject.find(kIdSeparator);
  const std::string calendar_id = subject.substr(0, separator);
  const std::string user_id = subject.substr(separator + 1);
  // The index may lag; the condition of each update decides.
  store::QueryRequest request;
  request.table = context.tables.calendars();
  request.index = "GSI1";
  request.key_condition = "GSI1PK = :pk";
  request.filter = "createdBy = :user OR updatedBy = :user";
  request.projection = "PK, SK";
  request.placeholders.values = {{":pk", keys::calendar(calendar_id)}, {":user", user_id}};
  request.limit = kAuthoredPerPart;
  while (true) {
    NORN_ASSIGN(auto page, context.store.query(request));
    bool any = false;
    for (const store::ItemView entry : page.items) {
      for (const std::string_view name : {"createdBy", "updatedBy"}) {
        NORN_ASSIGN(const bool done, remove_author(context, entry, name, user_id));
        any = any || done;
      }
    }
    if (any) return true;
    if (!page.last_key) return false;
    request.start_after = std::move(page.last_key);
  }
}

}  // namespace norn::calendars
