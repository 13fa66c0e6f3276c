#pragma once

// Files as other programs write them, shortened.
namespace norn::projects {

inline constexpr const char* kTrelloBoard = R"json({
  "id": "5f0c1d2e3a4b5c6d7e8f9a0b", "name": "Website", "desc": "Relaunch in *spring*",
  "closed": false, "url": "https://trello.com/b/abc/website",
  "prefs": {"permissionLevel": "private", "background": "blue", "backgroundColor": "#0079BF"},
  "labelNames": {"green": "content", "red": ""},
  "lists": [
    {"id": "l1", "name": "To Do", "closed": false, "pos": 16384},
    {"id": "l2", "name": "Doing", "closed": false, "pos": 32768},
    {"id": "l3", "name": "Waiting for client", "closed": false, "pos": 49152},
    {"id": "l4", "name": "Done", "closed": false, "pos": 65536},
    {"id": "l5", "name": "Old", "closed": true, "pos": 1}],
  "labels": [
    {"id": "b1", "idBoard": "5f0c", "name": "content", "color": "green"},
    {"id": "b2", "idBoard": "5f0c", "name": "", "color": "red_dark"}],
  "members": [
    {"id": "m1", "fullName": "ada", "username": "ada1"},
    {"id": "m2", "fullName": "Grace Hopper", "username": "grace"}],
  "cards": [
    {"id": "65e1c1a00000000000000002", "idList": "l2", "name": "Write texts", "desc": "All pages",
     "closed": false, "pos": 2, "due": "2024-03-15T11:00:00.000Z", "dueComplete": false,
     "start": "2024-03-01T09:00:00.000Z", "idLabels": ["b1", "b2"], "idMembers": ["m1", "m2"],
     "idChecklists": ["c1"], "dateLastActivity": "2024-03-10T10:00:00.000Z",
     "attachments": [
       {"id": "a1", "name": "Draft", "url": "https://example.com/draft", "isUpload": false,
        "date": "2024-03-02T08:00:00.000Z"},
       {"id": "a2", "name": "logo.svg", "url": "https://trello.com/1/cards/x/logo.svg",
        "isUpload": true, "date": "2024-03-03T08:00:00.000Z"},
       {"id": "a3", "name": "bad", "url": "javascript:alert(1)", "isUpload": false}]},
    {"id": "65e1c1a00000000000000001", "idList": "l1", "name": "Plan", "desc": "", "closed": false,
     "pos": 1, "due": null, "idLabels": [], "idMembers": []},
    {"id": "65e1c1a00000000000000003", "idList": "l3", "name": "Sign off", "closed": false,
     "pos": 3, "idLabels": [], "idMembers": ["m2"]},
    {"id": "65e1c1a00000000000000004", "idList": "l4", "name": "Buy domain", "closed": false,
     "pos": 4, "dateLastActivity": "2024-02-01T10:00:00.000Z"},
    {"id": "65e1c1a00000000000000005", "idList": "l5", "name": "Very old", "closed": false,
     "pos": 5},
    {"id": "65e1c1a00000000000000006", "idList": "l1", "name": "Gone", "closed": true, "pos": 6}],
  "checklists": [
    {"id": "c1", "idCard": "65e1c1a00000000000000002", "name": "Pages", "pos": 1, "checkItems": [
      {"id": "i2", "name": "About", "state": "incomplete", "pos": 20},
      {"id": "i1", "name": "Home", "state": "complete", "pos": 10}]}],
  "actions": [
    {"id": "x2", "type": "commentCard", "date": "2024-03-06T10:00:00.000Z",
     "data": {"text": "Second", "card": {"id": "65e1c1a00000000000000002"}},
     "memberCreator": {"id": "m1", "fullName": "ada"}},
    {"id": "x1", "type": "commentCard", "date": "2024-03-05T10:00:00.000Z",
     "data": {"text": "First <b>thoughts</b>", "card": {"id": "65e1c1a00000000000000002"}},
     "memberCreator": {"id": "m2", "fullName": "Grace *Hopper*"}},
    {"id": "x0", "type": "updateCard", "date": "2024-03-01T10:00:00.000Z", "data": {"text": "no"}}],
  "customFields": [], "pluginData": []
})json";

inline constexpr const char* kTodoistFile =
    "\xEF\xBB\xBF"
    "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,DURATION,"
    "DURATION_UNIT,DEADLINE,DEADLINE_LANG\r\n"
    "meta,view_style=board,,,,,,,,,,,,\r\n"
    "task,Buy seeds @errand @garden,\"Tomatoes,\n\"\"Roma\"\"\",1,1,ada (1),ada (1),2024-04-01 "
    "14:00,en,Europe/Berlin,,None,,\r\n"
    "note,Ask Grace,,,,Grace (2),,2024-03-20T08:00:00Z,,,,,,\r\n"
    "task,Compare prices,,4,2,ada (1),,,en,Europe/Berlin,,None,2024-03-30,en\r\n"
    "task,Look at reviews,,3,3,ada (1),,,en,Europe/Berlin,,None,,\r\n"
    ",,,,,,,,,,,,,\r\n"
    "section,In progress,,,,,,,,,,,,\r\n"
    "task,Water the plants,,2,1,ada (1),,every monday,en,Europe/Berlin,,None,,\r\n"
    "section,Someday,,,,,,,,,,,,\r\n"
    "task,Mail a@b.example,,4,1,ada (1),,2024-05-01,en,,,None,,\r\n";

inline constexpr const char* kVikunjaDump = R"json([
  {"id": -1, "title": "Favorites", "tasks": [{"id": 1, "title": "Twice"}]},
  {"id": 1, "title": "Inbox", "description": "", "identifier": "", "hex_color": "",
   "parent_project_id": 0, "is_archived": false, "position": 0, "views": [],
   "created": "2024-01-01T10:00:00+01:00", "updated": "2024-01-01T10:00:00+01:00",
   "tasks": [
    {"id": 1, "title": "Paint",
     "description": "<p>Two <strong>coats</strong></p><ul><li>white</li></ul>",
     "done": false, "done_at": "0001-01-01T00:00:00Z", "due_date": "2024-06-01T20:00:00+02:00",
     "reminders": null, "project_id": 1, "repeat_after": 604800, "repeat_mode": 0, "priority": 4,
     "start_date": "2024-05-01T08:00:00Z", "end_date": "2024-05-02T08:00:00Z",
     "assignees": [{"id": 1, "name": "", "username": "ada"}],
     "labels": [{"id": 1, "title": "house", "hex_color": "e8445a"}],
     "hex_color": "", "percent_done": 0, "bucket_id": 0,
     "related_tasks": {"subtask": [{"id": 2, "title": "Tape"}], "blocking": [{"id": 3}]},
     "attachments": [{"id": 1, "task_id": 1, "file": {"id": 1, "name": "wall.jpg"}}],
     "comments": [{"id": 1, "comment": "<p>Looks &amp; feels good</p>",
       "author": {"id": 2, "name": "Grace", "username": "grace"},
       "created": "2024-05-03T08:00:00Z"}],
     "created": "2024-01-02T10:00:00Z", "updated": "2024-01-02T10:00:00Z"},
    {"id": 2, "title": "Tape", "description": "", "done": true, "done_at": "2024-05-01T09:00:00Z",
     "due_date": "0001-01-01T00:00:00Z", "priority": 0, "repeat_after": 0, "labels": null,
     "assignees": null, "related_tasks": {"parenttask": [{"id": 1}]}, "attachments": null,
     "created": "2024-01-03T10:00:00Z"},
    {"id": 3, "title": "Move in", "description": "plain <b", "done": false, "priority": 1,
     "repeat_after": 3600, "repeat_mode": 0, "related_tasks": {},
     "created": "2024-01-04T10:00:00Z"}],
   "buckets": [{"id": 7, "title": "Doing", "position": 1}, {"id": 8, "title": "Ideas"}],
   "task_buckets": [{"task_id": 1, "bucket_id": 7}, {"task_id": 3, "bucket_id": 8}],
   "positions": [], "background_file_id": 0,
   "child_projects": [{"id": 5, "title": "Attic", "is_archived": true, "hex_color": "00ff00",
     "tasks": [{"id": 9, "title": "Clear out", "done": false}], "child_projects": null}]},
  {"id": 2, "title": "Empty", "tasks": null}
])json";

}  // namespace norn::projects
