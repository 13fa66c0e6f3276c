#include "sixth_app/notes/app.h"

#include <string>
#include <utility>

#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/json_writer.h"
#include "rest/api.h"
#include "rest/call.h"

namespace norn::notes {
namespace {

constexpr size_t kMaxTextCharacters = 200;

constexpr Sentence<1> kNoteIsQuestion{"noteIsQuestion",
                                      "'{text}' is a question, and a note is none."};
constexpr SentenceText kSentences[] = {kNoteIsQuestion};

std::string table_name(const apps::TableNames& names) {
  return names.of("notes");
}

// Every note is told to the person whose it is.
class NotesFeed final : public live::Feed {
 public:
  explicit NotesFeed(std::string table) : table_(std::move(table)) {}

  std::string table() const override { return table_; }

  Result<live::Events> events_of(const store::StreamRecord& record) override {
    if (!record.new_image) return live::Events();
    live::Event event{"note", "", {apps::text_of(*record.new_image, "PK")}, "notes:read"};
    ObjectWriter object(event.data);
    object.text("text", apps::text_of(*record.new_image, "text"));
    object.close();
    return live::Events{std::move(event)};
  }

  Result<std::vector<live::Events>> catch_up(
      const std::vector<store::StreamRecord>& records) override {
    std::vector<live::Events> all;
    for (const store::StreamRecord& record : records) {
      NORN_ASSIGN(auto events, events_of(record));
      all.push_back(std::move(events));
    }
    return all;
  }

 private:
  const std::string table_;
};

Result<void> add_note(const apps::Context& context, rest::Call& call) {
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const std::string text, body.text("text", {.max = kMaxTextCharacters}));
  NORN_TRY(body.finish());
  if (text.ends_with('?')) return invalid("text", kNoteIsQuestion(text));
  store::PutRequest put;
  put.table = table_name(context.tables);
  put.item = store::Item::from_map(
      store::Map({{"PK", call.caller().user_id}, {"SK", context.ids.uuid()}, {"text", text}}));
  NORN_TRY(context.store.put(put));
  ObjectWriter object(call.json(201));
  object.text("text", text);
  object.close();
  return {};
}

}  // namespace

struct NotesApp::Services {
  explicit Services(const apps::Environment& environment)
      : context(environment.context), feed(table_name(context.tables)) {}

  apps::Context context;
  NotesFeed feed;
};

NotesApp::NotesApp() = default;
NotesApp::~NotesApp() = default;

std::vector<apps::Table> NotesApp::tables(const apps::TableNames& names) const {
  return {{.schema = apps::single_table(table_name(names))}};
}

Sentences NotesApp::sentences() const {
  return kSentences;
}

std::vector<apps::Scope> NotesApp::scopes() const {
  return {{"notes:read", {"note"}}, {"notes:write"}};
}

void NotesApp::open(const apps::Environment& environment) {
  services_ = std::make_unique<Services>(environment);
}

std::vector<live::Feed*> NotesApp::feeds() {
  return {&services_->feed};
}

Result<void> NotesApp::add_person_files(const std::string& user_id, apps::PersonFiles& files) {
  store::QueryRequest request;
  request.table = table_name(services_->context.tables);
  request.key_condition = "PK = :p";
  request.placeholders.values = {{":p", user_id}};
  NORN_ASSIGN(const auto page, services_->context.store.query(request));
  std::string text;
  for (const store::ItemView item : page.items) text += apps::text_of(item, "text") + "\n";
  return files.add_file("notes", "notes", "txt", "your notes", text);
}

void NotesApp::add_routes(rest::Api& api) {
  api.add_schema("Note", R"({"type":"object","additionalProperties":false,"required":["text"],
    "properties":{"text":{"type":"string","minLength":1,"maxLength":200}}})");
  api.add({.method = "POST",
           .path = "/api/v1/notes",
           .operation = "addNote",
           .tag = "notes",
           .summary = "Adds a note.",
           .access = rest::Access::kPerson,
           .scope = "notes:write",
           .request = "Note",
           .replies = {{.status = 201, .description = "The note.", .schema = "Note"}},
           .handle = [this](rest::Call& call) { return add_note(services_->context, call); }});
}

}  // namespace norn::notes
