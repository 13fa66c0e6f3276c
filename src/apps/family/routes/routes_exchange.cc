#include <fmt/format.h>

#include <string>
#include <utility>

#include "apps/family/exchange/export.h"
#include "apps/family/exchange/import.h"
#include "apps/family/exchange/sentences.h"
#include "apps/family/limits.h"
#include "apps/family/render.h"
#include "apps/family/routes/routes.h"
#include "base/faults.h"
#include "base/json_writer.h"
#include "gedcom/file_bytes.h"
#include "gedcom/sentences.h"
#include "rest/sentences.h"

// GEDCOM files: import into a new tree, and export.
namespace norn::family {
namespace {

// Not a type that a form can send.
constexpr const char* kGedcomFileType = "application/octet-stream";

Result<void> export_tree(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, tree_of(call));
  const std::string version = call.query("version").value_or("7.0");
  if (version != "7.0" && version != "5.5.1") {
    return invalid("version", rest::kNotChoice("version", "7.0, 5.5.1"));
  }
  NORN_ASSIGN(TreeExport exported,
              TreeExport::begin(parts.context, call.caller().user_id, id,
                                version == "7.0" ? gedcom::Version::k70 : gedcom::Version::k551));
  call.response().add_header("Cache-Control", "private, no-store");
  call.response().add_header("Content-Disposition", "attachment; filename=\"tree.ged\"");
  call.stream_body(kGedcomFileType, [file = std::move(exported)](std::string& out) mutable {
    return file.append_next(out);
  });
  return {};
}

Result<void> import_tree(const Parts& parts, rest::Call& call) {
  const std::string mode = call.query("preview").value_or("false");
  if (mode != "true" && mode != "false") {
    return invalid("preview", rest::kQueryNotBoolean("preview"));
  }
  NORN_ASSIGN(const std::string_view bytes, call.text_body(kGedcomFileType));
  if (bytes.size() > kMaxTreeFileBytes) {
    return invalid("file", kTreeFileTooLarge(kMaxTreeFileBytes >> 20));
  }
  if (mode == "true") {
    NORN_ASSIGN(const TreeImportReport report, parts.imports.preview(gedcom::file_of(bytes)));
    ObjectWriter object(call.json());
    object.null("tree");
    append_members(object, report);
    object.close();
    return {};
  }
  NORN_ASSIGN(const apps::Creation creation, creation_of(call, "importTree"));
  NORN_ASSIGN(const ImportedTreeReport made,
              parts.imports.run(call.caller().user_id, gedcom::file_of(bytes),
                                call.query("name").value_or(""), creation));
  ObjectWriter object(call.json());
  append_json(object.key("tree"), made.access);
  append_members(object, made.report);
  object.close();
  return {};
}

void add_exchange_schemas(rest::Api& api) {
  api.add_schema("TreeFile", fmt::format(R"({{"type":"string","maxLength":{0},
    "description":"A GEDCOM file, or a GEDZIP archive, of at most {0} bytes."}})",
                                         kMaxTreeFileBytes));
  api.add_schema("TreeImport",
                 R"({"type":"object","additionalProperties":false,
    "required":["tree","people","families","sources","facts","firstPeople","notes"],
    "properties":{
      "tree":{"anyOf":[{"$ref":"#/components/schemas/FamilyTree"},{"type":"null"}],
        "description":"The new tree; null for a preview."},
      "people":{"type":"integer"},
      "families":{"type":"integer"},
      "sources":{"type":"integer"},
      "facts":{"type":"integer","description":"With notes."},
      "firstPeople":{"type":"array","items":{"type":"string"},
        "description":"The names of the first people of the file."},
      "notes":)" + std::string(apps::kImportNotesSchema) +
                     "}}");
}

}  // namespace

void add_exchange_routes(rest::Api& api, const Parts& parts) {
  add_exchange_schemas(api);
  api.add_sentences(kExchangeSentences);
  api.add_sentences(gedcom::kSentences);
  api.add(
      {.method = "GET",
       .path = "/api/v1/trees/{treeId}/export",
       .operation = "exportTree",
       .tag = kTag,
       .summary = "Gets a tree as a GEDCOM file. Strangers, who read a public tree, get nothing "
                  "of the living but that they are there.",
       .scope = kReadScope,
       .query = {{.name = "version",
                  .description = "Of GEDCOM. Default: 7.0.",
                  .schema = R"({"type":"string","enum":["7.0","5.5.1"],"default":"7.0"})"}},
       .replies = {{.status = 200, .description = "The file.", .content_type = kGedcomFileType}},
       .problems = {404},
       .heavy = true,
       .handle = handled_by(parts, export_tree)});
  api.add({.method = "POST",
           .path = "/api/v1/tree-imports",
           .operation = "importTree",
           .tag = kTag,
           .summary = fmt::format("Makes a tree of a GEDCOM file (5.5, 5.5.1 or 7.0, in any of its "
                                  "character sets) or GEDZIP archive of at most {} MiB; larger "
                                  "ones are uploaded in parts.",
                                  kMaxTreeFileBytes >> 20),
           .scope = kWriteScope,
           .query = {{.name = "preview",
                      .description = "true: only reports what an import would do.",
                      .schema = R"({"type":"boolean","default":false})"},
                     {.name = "name", .description = "Of the tree. Default: that of the file."}},
           .request = "TreeFile",
           .request_type = kGedcomFileType,
           .request_bytes = kMaxTreeFileBytes,
           .replies = {{.status = 200,
                        .description = "What was imported, and what was not understood.",
                        .schema = "TreeImport"}},
           .problems = {409, 422},
           .takes_idempotency_key = true,
           .heavy = true,
           .handle = handled_by(parts, import_tree)});
}

}  // namespace norn::family
