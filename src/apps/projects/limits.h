#pragma once

#include <cstddef>
#include <cstdint>

// How long and how many. Routes read by these limits, services check them, and the schemas of the
// OpenAPI document are made from them. Characters are Unicode code points.
namespace norn::projects {

// Of a project.
constexpr size_t kMaxProjectNameCharacters = 100;
constexpr size_t kMaxProjectDescriptionCharacters = 10'000;

// Of a task.
constexpr size_t kMaxTaskTitleCharacters = 500;
constexpr size_t kMaxTaskDescriptionCharacters = 20'000;
constexpr size_t kMaxChecklistEntries = 100;
constexpr size_t kMaxChecklistCharacters = 500;
constexpr size_t kMaxTagsPerTask = 20;
constexpr size_t kMaxBlockers = 20;
constexpr size_t kMaxRepeatRuleCharacters = 500;
// A task moves, and goes, with its sub-tasks in one transaction, which holds 100 actions.
constexpr size_t kMaxSubtasks = 20;

// Of an event.
constexpr size_t kMaxEventTitleCharacters = 500;
constexpr size_t kMaxEventDescriptionCharacters = 20'000;
constexpr int64_t kMaxEventDays = 3'660;
constexpr size_t kMaxProjectsPerEvent = 20;

// Of a comment, a tag, an attachment.
constexpr size_t kMaxCommentCharacters = 20'000;
constexpr size_t kMaxMentions = 50;
constexpr size_t kMaxTagNameCharacters = 50;
constexpr size_t kMaxAttachmentNameCharacters = 200;
constexpr size_t kMaxUrlCharacters = 2'000;
constexpr size_t kMaxCommentsPerTask = 2'000;
constexpr size_t kMaxAttachmentsPerTask = 100;
constexpr size_t kMaxTagsPerProject = 200;

// Of the bell: how many notifications a person has at most, and for how long. The oldest go first.
constexpr size_t kMaxNotifications = 500;
constexpr int64_t kNotificationDays = 90;

// Of one request.
constexpr int64_t kMaxEventRangeDays = 400;
constexpr size_t kMaxPageEntries = 200;
constexpr size_t kDefaultPageEntries = 50;

// Counted before something is added, so concurrent requests may exceed them slightly.
constexpr int64_t kMaxProjectsPerPerson = 500;
constexpr size_t kMaxMembersPerProject = 500;  // With open invitations.
constexpr size_t kMaxInvitationsPerAddress = 50;
constexpr size_t kMaxInvitationsPerProject = 90;
constexpr int64_t kMaxInvitationsPerHour = 100;  // By one person.
// More tasks of one project, or of one person, are never read at once.
constexpr size_t kMaxListedTasks = 20'000;

// Descriptions and checklists in a list of tasks, and comments in a page of them. With more, tasks
// are without them, and there is another page.
constexpr size_t kMaxListedTextBytes = 16 << 20;
// Of a file that is imported.
constexpr size_t kMaxProjectFileBytes = size_t{10} << 20;
constexpr size_t kMaxImportedProjects = 90;   // One transaction shows them.
constexpr size_t kMaxImportedTasks = 5'000;   // And events, of all projects of the file.
constexpr size_t kMaxImportedParts = 20'000;  // Comments and links.
constexpr size_t kMaxImportedLevels = 10;     // Of sub-tasks of sub-tasks.

// What one transaction of the store can hold.
constexpr size_t kMaxActions = 100;

}  // namespace norn::projects
