#pragma once

#include "base/sentence.h"

// What is said about projects and what is in them.
namespace norn::projects {

inline constexpr Sentence<> kProjectNotFound{"projectNotFound",
                                             "There is no such project, or you may not see it."};
inline constexpr Sentence<> kTaskNotFound{"projectTaskNotFound",
                                          "There is no such task, or you may not see it."};
inline constexpr Sentence<> kEventNotFound{"projectEventNotFound",
                                           "There is no such event, or you may not see it."};
inline constexpr Sentence<> kTagNotFound{"projectTagNotFound",
                                         "There is no such tag, or you may not see it."};
inline constexpr Sentence<> kCommentNotFound{"commentNotFound",
                                             "There is no such comment, or you may not see it."};
inline constexpr Sentence<> kAttachmentNotFound{
    "attachmentNotFound", "There is no such attachment, or you may not see it."};

// Projects.
inline constexpr Sentence<1> kProjectForOwners{
    "projectForOwners",
    "Your role in this project is {role}, and only owners may do this. Ask an owner of the "
    "project."};
inline constexpr Sentence<1> kProjectForManagers{
    "projectForManagers",
    "Your role in this project is {role}, and only admins and owners may do this. Ask an owner of "
    "the project."};
inline constexpr Sentence<1> kProjectForWriters{
    "projectForWriters",
    "Your role in this project is {role}, and you may not change what is in it. Ask an owner of "
    "the project."};
inline constexpr Sentence<> kProjectArchived{"projectArchived",
                                             "The project is archived, so nothing in it can be "
                                             "changed. Set its status to ACTIVE first."};
inline constexpr Sentence<1> kTooManyProjects{
    "tooManyProjects",
    "You are in {most} projects, which is the limit. Leave or delete one of them first."};
inline constexpr Sentence<2> kIdOf{"idOf", "`{field}` must be the id of {what}."};
inline constexpr Sentence<> kDeletedProjectForOwners{
    "deletedProjectForOwners", "Only owners of the project can restore it or delete it for good."};
inline constexpr Sentence<> kHeirIsNoMember{
    "heirIsNoMember", "Only a member of the project can become its owner. Invite them first."};
inline constexpr Sentence<> kHeirIsOneself{"heirIsOneself",
                                           "You cannot hand the project over to yourself."};
inline constexpr Sentence<> kLimitsOneself{
    "limitsOneself", "You cannot change your own permissions. Ask another owner."};
inline constexpr Sentence<> kPermissionUnknown{"permissionUnknown",
                                               "A permission is READ, WRITE or MANAGE."};
inline constexpr Sentence<1> kTooMuchAtOnce{
    "tooMuchAtOnce",
    "The {thing} has too many parts (sub-tasks, tags, assignments) to be changed in one step. "
    "Change or move some of its sub-tasks on their own first."};

// Tasks.
inline constexpr Sentence<> kAssigneeIsNoMember{
    "assigneeIsNoMember", "Only a member of the project can be assigned to its tasks."};
inline constexpr Sentence<> kPlannedEndBeforeStart{
    "plannedEndBeforeStart", "The planned end must not be before the planned start."};
inline constexpr Sentence<> kPlannedEndWithoutStart{"plannedEndWithoutStart",
                                                    "A planned end needs a planned start."};
inline constexpr Sentence<1> kTooManyTags{"tooManyTagsOfTask", "A task has at most {most} tags."};
inline constexpr Sentence<> kTagOfOtherProject{"tagOfOtherProject",
                                               "One of the tags is not of this project."};
inline constexpr Sentence<1> kChecklistTooLong{"checklistTooLong",
                                               "A checklist has at most {most} entries."};
inline constexpr Sentence<1> kChecklistText{"checklistText",
                                            "An entry of a checklist has 1 to {most} characters."};
inline constexpr Sentence<> kChecklistIdTwice{"checklistIdTwice",
                                              "Two entries of the checklist have the same id."};
inline constexpr Sentence<> kParentUnknown{"parentUnknown",
                                           "The parent must be a task of the same project."};
inline constexpr Sentence<> kParentIsSubtask{
    "parentIsSubtask", "The parent is a sub-task itself, and there is one level of them."};
inline constexpr Sentence<> kHasSubtasks{
    "hasSubtasks", "The task has sub-tasks, and there is one level of them. Move those first."};
inline constexpr Sentence<1> kTooManySubtasks{"tooManySubtasks",
                                              "A task has at most {most} sub-tasks."};
inline constexpr Sentence<> kSubtaskMovesAlone{
    "subtaskMovesAlone",
    "A sub-task is in the project of its task. Take it out of the task first."};
inline constexpr Sentence<1> kTooManyBlockers{"tooManyBlockers",
                                              "A task waits for at most {most} others."};
inline constexpr Sentence<> kBlockerUnknown{
    "blockerUnknown", "A task can only wait for other tasks of the same project."};
inline constexpr Sentence<> kWaitsInCircle{"waitsInCircle",
                                           "The tasks would wait for each other in a circle."};
inline constexpr Sentence<1> kRepeatInvalid{"repeatInvalid", "The task cannot repeat so: {reason}"};
inline constexpr Sentence<> kRepeatNever{
    "repeatNever", "The task cannot repeat so, because there is no such day."};
inline constexpr Sentence<> kRepeatNeedsDueDate{"repeatNeedsDueDate",
                                                "A task that repeats needs a due date."};

// Events.
inline constexpr Sentence<> kProjectEventEnd{"projectEventEnd",
                                             "The end must not be before the start."};
inline constexpr Sentence<1> kProjectEventTooLong{"projectEventTooLong",
                                                  "An event lasts at most {most} days."};
inline constexpr Sentence<1> kEventInTooManyProjects{"eventInTooManyProjects",
                                                     "An event is in at most {most} projects."};
inline constexpr Sentence<> kEventBelongsHere{
    "eventBelongsHere",
    "This is the project that the event belongs to. Delete the event, or give it another project "
    "first."};
inline constexpr Sentence<> kEventNotInProject{"eventNotInProject",
                                               "Add the event to that project first."};

// Comments, attachments, tags and activities.
inline constexpr Sentence<> kMentionIsNoMember{"mentionIsNoMember",
                                               "Only members of the project can be mentioned."};
inline constexpr Sentence<1> kTooManyMentions{"tooManyMentions",
                                              "A comment mentions at most {most} people."};
inline constexpr Sentence<> kCommentOfOther{"commentOfOther",
                                            "Only the person who wrote a comment can change it."};
inline constexpr Sentence<> kNotYoursToDelete{
    "notYoursToDelete", "Only the person who added it, admins and owners can delete it."};
inline constexpr Sentence<1> kTooManyComments{
    "tooManyComments", "The task has {most} comments, which is the limit. Delete some first."};
inline constexpr Sentence<1> kTooManyAttachments{
    "tooManyAttachments",
    "The task has {most} attachments, which is the limit. Delete some first."};
inline constexpr Sentence<1> kTooManyTagsInProject{
    "tooManyTagsInProject", "The project has {most} tags, which is the limit. Delete some first."};
inline constexpr Sentence<> kUrlForm{
    "urlForm", "The address must begin with https:// or http:// and have no spaces."};
inline constexpr Sentence<> kLinkOrFile{
    "linkOrFile", "An attachment is a link or a file: send `url` or `uploadId`, not both."};
inline constexpr Sentence<> kTagExists{"tagExists", "There is a tag of this name already."};
inline constexpr Sentence<> kCursorUnknown{"cursorUnknown",
                                           "The list does not go on from there. Read it from the "
                                           "start."};

// The bell.
inline constexpr Sentence<> kNotificationNotFound{
    "notificationNotFound", "There is no such notification, or you may not see it any more."};

// Files that are imported.
inline constexpr Sentence<> kNotNornFile{
    "notNornFile", "This is no file that was exported from a project as JSON."};
inline constexpr Sentence<> kNotCsvFile{"notCsvFile",
                                        "This is no CSV file with tasks: its first line has to "
                                        "name the columns, and one of them has to be `title`."};
inline constexpr Sentence<> kNotTrelloFile{
    "notTrelloFile", "This is no board that was exported from Trello as JSON."};
inline constexpr Sentence<> kNotTodoistFile{
    "notTodoistFile",
    "This is no CSV file of Todoist: its first line has to name the columns TYPE and CONTENT."};
inline constexpr Sentence<> kNotVikunjaFile{
    "notVikunjaFile",
    "This is no dump of Vikunja. Send the file `data.json` of the archive that it exports."};
inline constexpr Sentence<1> kProjectFileTooLarge{
    "projectFileTooLarge", "The file is too large: at most {most} MiB are possible."};
inline constexpr Sentence<> kProjectFileNotText{"projectFileNotText",
                                                "The file is no text in UTF-8."};
inline constexpr Sentence<1> kTooManyImportedProjects{
    "tooManyImportedProjects",
    "The file has too many projects: at most {most} can be imported at once."};
inline constexpr Sentence<1> kTooManyImportedTasks{
    "tooManyImportedTasks",
    "The file has too many tasks and events: at most {most} can be imported at once. Export it in "
    "parts."};
inline constexpr Sentence<1> kTooManyImportedParts{
    "tooManyImportedParts",
    "The file has too many comments and links: at most {most} can be imported at once. Export it "
    "in parts."};
inline constexpr Sentence<> kFileFormatUnknown{
    "fileFormatUnknown", "The format is `norn`, `csv`, `trello`, `todoist` or `vikunja`."};
inline constexpr Sentence<> kImportFileIsNewer{
    "importFileIsNewer",
    "The file was written by a newer version of Norn. What is new in it is left out."};
inline constexpr Sentence<> kImportNothing{"importNothing",
                                           "The file has nothing that could be imported."};
inline constexpr Sentence<> kImportIntoOne{
    "importIntoOne",
    "The file has several projects. Import it without a project, and each of them becomes one."};
inline constexpr Sentence<1> kImportTimeUnknown{"importTimeUnknown",
                                                "‘{text}’ is no date or time, and was left out."};
inline constexpr Sentence<1> kImportPriorityUnknown{"importPriorityUnknown",
                                                    "‘{text}’ is no priority; it becomes MEDIUM."};
inline constexpr Sentence<1> kImportColumnUnknown{
    "importColumnUnknown", "The column ‘{name}’ is not known, and was left out."};
inline constexpr Sentence<1> kImportRowUnknown{"importRowUnknown",
                                               "A row of the type ‘{type}’ was left out."};
inline constexpr Sentence<> kImportCommentWithoutTask{
    "importCommentWithoutTask", "A comment that belongs to no task was left out."};
inline constexpr Sentence<1> kImportDateInDescription{
    "importDateInDescription",
    "‘{text}’ could not be read as a date. It is in the description instead."};
inline constexpr Sentence<1> kImportFileStaysThere{
    "importFileStaysThere", "A file of ‘{title}’ stays where it is; the task has a link to it."};
inline constexpr Sentence<2> kImportFilesLost{
    "importFilesLost", "‘{title}’ has {count} files that are not in this file, and were left out."};
inline constexpr Sentence<1> kImportOneAssignee{
    "importOneAssignee",
    "‘{title}’ is assigned to several people; a task has one assignee here, the first of them."};
inline constexpr Sentence<1> kImportAssigneeUnknown{
    "importAssigneeUnknown",
    "Tasks of ‘{name}’, who is no member of the project, are assigned to nobody."};
inline constexpr Sentence<1> kImportArchivedCards{"importArchivedCards",
                                                  "{count} archived cards were left out."};
inline constexpr Sentence<> kImportWithoutTitle{"importWithoutTitle",
                                                "A task without a title was left out."};
inline constexpr Sentence<2> kImportTitleCut{
    "importTaskTitleCut",
    "The title ‘{title}’ is longer than {most} characters, and was cut. All of it is in the "
    "description."};
inline constexpr Sentence<2> kImportDescriptionCut{
    "importTaskDescriptionCut",
    "The description of ‘{title}’ is longer than {most} characters, and was cut."};
inline constexpr Sentence<2> kImportChecklistCut{
    "importChecklistCut",
    "The checklist of ‘{title}’ has more than {most} entries; the rest was left out."};
inline constexpr Sentence<1> kImportEndBeforeStart{
    "importEndBeforeStart", "The planned end of ‘{title}’ is before its start, and was left out."};
inline constexpr Sentence<1> kImportRepeatUnknown{
    "importRepeatUnknown",
    "‘{title}’ repeats in a way that is not possible here; it does not repeat any more."};
inline constexpr Sentence<2> kImportCommentCut{
    "importCommentCut", "A comment on ‘{title}’ is longer than {most} characters, and was cut."};
inline constexpr Sentence<2> kImportCommentsCut{
    "importCommentsCut", "‘{title}’ has more than {most} comments; the rest was left out."};
inline constexpr Sentence<2> kImportLinksSkipped{
    "importLinksSkipped",
    "‘{title}’ has {count} attachments without an address that could be linked to; they were left "
    "out."};
inline constexpr Sentence<2> kImportLinksCut{
    "importLinksCut", "‘{title}’ has more than {most} attachments; the rest was left out."};
inline constexpr Sentence<1> kImportEventSkipped{
    "importEventSkipped", "The event ‘{title}’ has no possible title or times, and was left out."};
inline constexpr Sentence<2> kImportTagsCut{
    "importTagsCut", "‘{title}’ has more than {most} tags; the rest was left out."};
inline constexpr Sentence<1> kImportTagsOfProjectCut{
    "importTagsOfProjectCut", "There are more than {most} tags; the rest was left out."};
inline constexpr Sentence<1> kImportParentUnknown{
    "importParentUnknown",
    "‘{title}’ is a sub-task of a task that is not there; it becomes a task of its own."};
inline constexpr Sentence<2> kImportSubtasksCut{
    "importSubtasksCut",
    "A task has at most {most} sub-tasks; ‘{title}’ becomes a task of its own."};
inline constexpr Sentence<1> kImportLevelsCut{
    "importLevelsCut", "‘{title}’ is a sub-task of a sub-task; it becomes one of the task above."};
inline constexpr Sentence<2> kImportBlockersSkipped{
    "importBlockersSkipped",
    "‘{title}’ waits for {count} tasks that are not there, or more than possible; they were left "
    "out."};
inline constexpr Sentence<1> kImportCircle{
    "importCircle", "‘{title}’ waits for a task that waits for it; that was left out."};

inline constexpr SentenceText kSentences[] = {
    kProjectNotFound,
    kTaskNotFound,
    kEventNotFound,
    kTagNotFound,
    kCommentNotFound,
    kAttachmentNotFound,
    kProjectForOwners,
    kProjectForManagers,
    kProjectForWriters,
    kProjectArchived,
    kTooManyProjects,
    kIdOf,
    kDeletedProjectForOwners,
    kHeirIsNoMember,
    kHeirIsOneself,
    kLimitsOneself,
    kPermissionUnknown,
    kTooMuchAtOnce,
    kAssigneeIsNoMember,
    kPlannedEndBeforeStart,
    kPlannedEndWithoutStart,
    kTooManyTags,
    kTagOfOtherProject,
    kChecklistTooLong,
    kChecklistText,
    kChecklistIdTwice,
    kParentUnknown,
    kParentIsSubtask,
    kHasSubtasks,
    kTooManySubtasks,
    kSubtaskMovesAlone,
    kTooManyBlockers,
    kBlockerUnknown,
    kWaitsInCircle,
    kRepeatInvalid,
    kRepeatNever,
    kRepeatNeedsDueDate,
    kProjectEventEnd,
    kProjectEventTooLong,
    kEventInTooManyProjects,
    kEventBelongsHere,
    kEventNotInProject,
    kMentionIsNoMember,
    kTooManyMentions,
    kCommentOfOther,
    kNotYoursToDelete,
    kTooManyComments,
    kTooManyAttachments,
    kTooManyTagsInProject,
    kUrlForm,
    kLinkOrFile,
    kTagExists,
    kCursorUnknown,
    kNotificationNotFound,
    kNotNornFile,
    kNotCsvFile,
    kNotTrelloFile,
    kNotTodoistFile,
    kNotVikunjaFile,
    kProjectFileTooLarge,
    kProjectFileNotText,
    kTooManyImportedProjects,
    kTooManyImportedTasks,
    kTooManyImportedParts,
    kFileFormatUnknown,
    kImportFileIsNewer,
    kImportNothing,
    kImportIntoOne,
    kImportTimeUnknown,
    kImportPriorityUnknown,
    kImportColumnUnknown,
    kImportRowUnknown,
    kImportCommentWithoutTask,
    kImportDateInDescription,
    kImportFileStaysThere,
    kImportFilesLost,
    kImportOneAssignee,
    kImportAssigneeUnknown,
    kImportArchivedCards,
    kImportWithoutTitle,
    kImportTitleCut,
    kImportDescriptionCut,
    kImportChecklistCut,
    kImportEndBeforeStart,
    kImportRepeatUnknown,
    kImportCommentCut,
    kImportCommentsCut,
    kImportLinksSkipped,
    kImportLinksCut,
    kImportEventSkipped,
    kImportTagsCut,
    kImportTagsOfProjectCut,
    kImportParentUnknown,
    kImportSubtasksCut,
    kImportLevelsCut,
    kImportBlockersSkipped,
    kImportCircle,
};

}  // namespace norn::projects
