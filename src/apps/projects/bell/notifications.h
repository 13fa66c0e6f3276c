#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/accounts/users/users.h"
#include "apps/projects/access.h"
#include "base/error.h"
#include "live/feed.h"
#include "store/item.h"

// The bell: what people are told of, kept until they have read it, on all their devices. The items
// are in the table `norn` and name things, never their content, so that a person who may not read a
// project any more learns nothing from them. The reader of the stream adds them (bell/ringer.h).
namespace norn::projects {

enum class NotificationKind : uint8_t { kAssigned, kMentioned, kDue, kChanged, kCommented };
std::string_view to_text(NotificationKind kind);  // "ASSIGNED", "MENTIONED", ...
std::optional<NotificationKind> notification_kind_from(std::string_view text);

struct Notification {
  std::string id;       // Its order is its time.
  std::string user_id;  // Who is told.
  NotificationKind kind = NotificationKind::kChanged;
  std::string project_id;
  std::string task_id;
  std::optional<std::string> comment_id = {};  // Of kMentioned and kCommented.
  std::optional<std::string> actor_id = {};    // Who did it, if it is known.
  std::vector<std::string> fields = {};        // Of kChanged: the names of attributes.
  std::optional<std::string> due_date = {};    // Of kDue.
  int64_t at_ms = 0;
  std::optional<std::string> read_at = {};
};

store::Item to_item(const Notification& notification);
Result<Notification> notification_from(store::ItemView item);
store::Item notification_key(const std::string& user_id, const std::string& id);
// The id of what happened at that time; `cause` tells it apart from everything else.
std::string notification_id(int64_t at_ms, std::string_view cause);

// What a person wants to be told of in a project.
struct BellSettings {
  bool assigned = true;
  bool mentioned = true;
  bool due = true;
  bool changed = true;  // kChanged and kCommented.

  bool wants(NotificationKind kind) const;
  friend bool operator==(const BellSettings&, const BellSettings&) = default;
};
BellSettings bell_settings_from(store::ItemView item);
store::Item bell_settings_key(const std::string& user_id, const std::string& project_id);

// Absent members stay as they are.
struct BellSettingsPatch {
  std::optional<bool> assigned = {};
  std::optional<bool> mentioned = {};
  std::optional<bool> due = {};
  std::optional<bool> changed = {};
};

// A notification with what it is about, as the person may see it now.
struct ShownNotification {
  Notification notification;
  std::string project_name;
  std::optional<std::string> task_title = {};  // Nullopt if it is gone, or in another's project.
  std::optional<std::string> text = {};        // The beginning of the comment.
  std::optional<std::string> actor_name = {};
};

struct NotificationPage {
  std::vector<ShownNotification> notifications;  // Newest first.
  int64_t unread = 0;                            // Of all pages.
  std::optional<std::string> next;               // The cursor of the next page; nullopt at the end.
};

struct NotificationQuery {
  size_t limit = 0;                        // At most kMaxPageEntries.
  std::optional<std::string> cursor = {};  // `next` of the page before.
};

// Notifications, for the person whom they tell something. What is in a project that the person may
// not read does not exist. May block; safe from any thread.
class Notifications final : public accounts::UserHook {
 public:
  explicit Notifications(Context context) : context_(std::move(context)) {}

  // A page may have fewer entries than there are.
  Result<NotificationPage> list(const std::string& user_id, const NotificationQuery& query);
  Result<ShownNotification> set_read(const std::string& user_id, const std::string& id,
                                     bool is_read);
  // Marks all as read that are not newer than `until`, or all that are there. Returns how many stay
  // unread.
  Result<int64_t> read_all(const std::string& user_id, const std::optional<std::string>& until);
  // Those that the person may see, in their order.
  Result<std::vector<ShownNotification>> show(const std::string& user_id,
                                              std::vector<Notification> notifications);

  // Of a project that the person may read.
  Result<BellSettings> settings(const std::string& user_id, const std::string& project_id);
  Result<BellSettings> change_settings(const std::string& user_id, const std::string& project_id,
                                       const BellSettingsPatch& patch);

  // The bell of a deleted account goes with it.
  Result<bool> forget(const std::string& user_id) override;

 private:
  // All that are unread, without what they are about; only those of projects that can be read.
  Result<std::vector<Notification>> unread(const std::string& user_id);

  Context context_;
};

// Tells the open pages of a person: `notification`, {"id","notification":{...} or null}.
class BellChanges final : public live::Feed {
 public:
  BellChanges(const Context& context, Notifications& notifications)
      : context_(context), notifications_(notifications) {}

  std::string table() const override { return context_.tables.norn(); }
  Result<live::Events> events_of(const store::StreamRecord& record) override;
  Result<std::vector<live::Events>> catch_up(
      const std::vector<store::StreamRecord>& records) override;

 private:
  Context context_;
  Notifications& notifications_;
};

void append_json(std::string& out, const ShownNotification& shown);

}  // namespace norn::projects
