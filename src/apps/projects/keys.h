#pragma once

#include <string>
#include <string_view>

// The keys of the table `calendar-app-data`. No other file makes or reads them.
//
// A thing has its key four times (PK, SK, GSI1PK, GSI1SK): PROJECT#<id>, TASK#<id>, EVENT#<id>,
// TAG#<id>, COMMENT#<id>, ATTACHMENT#<id>, ACTIVITY#<id>. A relation is under the thing that has
// the other one (PK = PROJECT#<id>, SK = TASK#<id>), and the other way round in GSI1.
namespace norn::projects::keys {

inline constexpr std::string_view kUserPrefix = "USER#";
inline constexpr std::string_view kProjectPrefix = "PROJECT#";
inline constexpr std::string_view kMemberPrefix = "MEMBER#";
inline constexpr std::string_view kTaskPrefix = "TASK#";
inline constexpr std::string_view kEventPrefix = "EVENT#";
inline constexpr std::string_view kActivityPrefix = "ACTIVITY#";
inline constexpr std::string_view kTagPrefix = "TAG#";
inline constexpr std::string_view kCommentPrefix = "COMMENT#";
inline constexpr std::string_view kAttachmentPrefix = "ATTACHMENT#";
// Relations of Norn's own, beside the design. No key of the design begins like them.
inline constexpr std::string_view kSubtaskPrefix = "SUBTASK#";
inline constexpr std::string_view kBlockedByPrefix = "BLOCKEDBY#";
inline constexpr std::string_view kDatedPrefix = "DATED#";

// GSI2PK of every event, for the design's query by date.
inline constexpr std::string_view kAllEvents = "EVENT#";

inline std::string join(std::string_view prefix, std::string_view id) {
  return std::string(prefix).append(id);
}
inline std::string user(std::string_view id) {
  return join(kUserPrefix, id);
}
inline std::string project(std::string_view id) {
  return join(kProjectPrefix, id);
}
inline std::string member(std::string_view user_id) {
  return join(kMemberPrefix, user_id);
}
inline std::string task(std::string_view id) {
  return join(kTaskPrefix, id);
}
inline std::string event(std::string_view id) {
  return join(kEventPrefix, id);
}
inline std::string activity(std::string_view id) {
  return join(kActivityPrefix, id);
}
inline std::string tag(std::string_view id) {
  return join(kTagPrefix, id);
}
inline std::string comment(std::string_view id) {
  return join(kCommentPrefix, id);
}
inline std::string attachment(std::string_view id) {
  return join(kAttachmentPrefix, id);
}
inline std::string subtask(std::string_view task_id) {
  return join(kSubtaskPrefix, task_id);
}
inline std::string blocked_by(std::string_view task_id) {
  return join(kBlockedByPrefix, task_id);
}
// SK of the relation of an activity to its project, its task and its person.
inline std::string activity_at(std::string_view timestamp, std::string_view activity_id) {
  return join(kActivityPrefix, timestamp).append("#").append(activity_id);
}
// SK of the dated relation of an event, and the first key at or after a time.
inline std::string dated(std::string_view start, std::string_view event_id) {
  return join(kDatedPrefix, start).append("#").append(event_id);
}
inline std::string dated_from(std::string_view start) {
  return join(kDatedPrefix, start);
}

// The part of a key after its prefix; empty if it has another one.
inline std::string after(std::string_view prefix, std::string_view key) {
  return key.starts_with(prefix) ? std::string(key.substr(prefix.size())) : std::string();
}
// The last part of ACTIVITY#<timestamp>#<id> and DATED#<start>#<id>.
inline std::string last_part(std::string_view key) {
  const size_t hash = key.rfind('#');
  return hash == std::string_view::npos ? std::string() : std::string(key.substr(hash + 1));
}

// In the table `norn`, PK = SK: the longest event of the installation, for programs that use the
// design's query by date.
inline constexpr std::string_view kLongestEvent = "PROJECTS#LONGEST_EVENT";

// In the table `norn`, the bell of a person: PK = BELL#<user>. The id of a notification begins with
// its time in milliseconds.
inline constexpr std::string_view kBellPrefix = "BELL#";
inline constexpr std::string_view kNotificationPrefix = "AT#";
inline std::string bell(std::string_view user_id) {
  return join(kBellPrefix, user_id);
}
inline std::string notification(std::string_view id) {
  return join(kNotificationPrefix, id);
}
inline std::string bell_settings(std::string_view project_id) {
  return join("SETTINGS#PROJECT#", project_id);
}
// In the table `norn`: the tasks whose assignees are still to be told that they are due, by the
// time at which they are told.
inline constexpr std::string_view kDueTasks = "PROJECTS#DUE";
inline std::string due_task(std::string_view time, std::string_view task_id) {
  return std::string(time).append("#").append(task_id);
}
// In the table `norn`, the statistics of projects: PK = PROJECT_STATS, SK = PROJECT#<id> has what
// there is now; PK = PROJECT_STATS#<id> has the open tasks by due date, and what was created and
// done by day.
inline constexpr std::string_view kStatistics = "PROJECT_STATS";
inline constexpr std::string_view kDuePrefix = "DUE#";
inline constexpr std::string_view kDayPrefix = "DAY#";
inline std::string statistics_of(std::string_view project_id) {
  return join("PROJECT_STATS#", project_id);
}

}  // namespace norn::projects::keys
