#include "apps/files/routes.h"

#include <fmt/format.h>

#include <charconv>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/files/disposition.h"
#include "apps/files/limits.h"
#include "apps/files/sentences.h"
#include "apps/shared/routes.h"
#include "base/faults.h"
#include "base/json_writer.h"
#include "base/time_text.h"

namespace norn::files {
namespace {

constexpr const char* kTag = "files";
// Files belong to tasks of projects and to people of family trees, or become such trees: making
// something of an upload needs the right to that.
constexpr const char* kScope = "projects:write";
constexpr const char* kOtherScope = "family:write";
constexpr const char* kSandbox = "sandbox; default-src 'none'";
// Not a type that a form can send.
constexpr const char* kBytesType = "application/octet-stream";
constexpr rest::TextRule kNameRule{.max = kMaxFileNameCharacters};

void append_json(std::string& out, const Upload& upload) {
  ObjectWriter object(out);
  object.text("id", upload.id);
  object.text("name", upload.name);
  object.integer("size", upload.bytes);
  object.text("purpose", to_text(upload.purpose));
  object.integer("partBytes", kUploadPartBytes);
  ListWriter parts(object.key("parts"));
  for (const int64_t part : upload.received) parts.next() += std::to_string(part);
  parts.close();
  object.boolean("complete", upload.is_complete());
  object.text("expiresAt", timestamp_s(upload.expires_ms));
  object.close();
}

std::vector<std::string_view> purpose_names() {
  std::vector<std::string_view> names;
  for (const Purpose purpose : kPurposes) names.push_back(to_text(purpose));
  return names;
}

Result<std::string> upload_of(const rest::Call& call) {
  return apps::id_of(call, "uploadId", kUploadNotFound);
}

Result<void> begin_upload(const Files& files, rest::Call& call) {
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NewUpload input;
  NORN_ASSIGN(input.name, body.text("name", kNameRule));
  NORN_ASSIGN(input.bytes, body.integer("size", 0, INT64_MAX));
  NORN_ASSIGN(const auto purpose, body.optional_choice("purpose", purpose_names()));
  if (purpose) input.purpose = purpose_from(*purpose).value_or(input.purpose);
  NORN_TRY(body.finish());
  NORN_ASSIGN(const apps::Creation creation, apps::creation_of(call, "beginUpload"));
  NORN_ASSIGN(const Upload upload, files.begin(call.caller().user_id, input, creation));
  append_json(call.created("/api/v1/uploads/" + upload.id), upload);
  return {};
}

Result<void> get_upload(const Files& files, rest::Call& call) {
  NORN_ASSIGN(const std::string id, upload_of(call));
  NORN_ASSIGN(const Upload upload, files.get(call.caller().user_id, id));
  append_json(call.json(), upload);
  return {};
}

Result<void> put_upload_part(const Files& files, rest::Call& call) {
  NORN_ASSIGN(const std::string id, upload_of(call));
  const std::string& number = call.path("part");
  int64_t part = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), part);
  // What is no number is a part that no file has.
  if (error != std::errc() || end != number.data() + number.size()) part = 0;
  NORN_ASSIGN(const std::string_view content, call.text_body(kBytesType));
  NORN_ASSIGN(const Upload upload, files.put_part(call.caller().user_id, id, part, content));
  append_json(call.json(), upload);
  return {};
}

Result<void> cancel_upload(const Files& files, rest::Call& call) {
  NORN_ASSIGN(const std::string id, upload_of(call));
  NORN_TRY(files.cancel(call.caller().user_id, id));
  call.no_content();
  return {};
}

void add_upload_schemas(rest::Api& api) {
  api.add_schema("NewUpload", fmt::format(R"({{"type":"object","additionalProperties":false,
    "required":["name","size"],"properties":{{"name":{},
      "size":{{"type":"integer","minimum":1,"maximum":{},"x-maxAttachmentBytes":{},
        "description":"In bytes."}},
      "purpose":{{"type":"string","enum":["attachment","familyTree"],"default":"attachment",
        "description":"What becomes of it. An attachment has at most {} bytes."}}}}}})",
                                          rest::text_schema(kNameRule), kMaxUploadBytes,
                                          max_bytes_for(Purpose::kAttachment),
                                          max_bytes_for(Purpose::kAttachment)));
  api.add_schema("Upload", R"({"type":"object","additionalProperties":false,
    "required":["id","name","size","purpose","partBytes","parts","complete","expiresAt"],
    "properties":{
      "id":{"type":"string"},
      "name":{"type":"string"},
      "size":{"type":"integer","description":"In bytes."},
      "purpose":{"type":"string","enum":["attachment","familyTree"]},
      "partBytes":{"type":"integer",
        "description":"The size of each part but the last one, which has the rest."},
      "parts":{"type":"array","items":{"type":"integer"},
        "description":"The numbers of the parts that were received. The first one is 1."},
      "complete":{"type":"boolean","description":"Whether all parts were received."},
      "expiresAt":{"type":"string","format":"date-time",
        "description":"When it is deleted unless something was made of it."}}})");
  api.add_schema("UploadPart", fmt::format(R"({{"type":"string","format":"binary","maxLength":{},
    "description":"The bytes of the part."}})",
                                           kUploadPartBytes));
}

}  // namespace

void add_routes(rest::Api& api, const Files& files) {
  api.add_sentences(kSentences);
  add_upload_schemas(api);
  const std::string path = "/api/v1/uploads";
  const rest::Reply state = {
      .status = 200, .description = "The upload, and what was received.", .schema = "Upload"};
  api.add(
      {.method = "POST",
       .path = path,
       .operation = "beginUpload",
       .tag = kTag,
       .summary = "Begins the upload of a file. What nothing is made of is deleted after a day.",
       .scope = kScope,
       .other_scopes = {kOtherScope},
       .request = "NewUpload",
       .replies = {{.status = 201, .description = "The upload.", .schema = "Upload"}},
       .problems = {403, 404, 409, 422},
       .takes_idempotency_key = true,
       .handle = apps::handled_by(files, begin_upload)});
  api.add({.method = "GET",
           .path = path + "/{uploadId}",
           .operation = "getUpload",
           .tag = kTag,
           .summary = "Gets an upload of yours, to go on with it.",
           .scope = kScope,
           .other_scopes = {kOtherScope},
           .replies = {state},
           .problems = {404},
           .handle = apps::handled_by(files, get_upload)});
  api.add({.method = "PUT",
           .path = path + "/{uploadId}/parts/{part}",
           .operation = "putUploadPart",
           .tag = kTag,
           .summary = "Uploads a part of a file. It can be sent again, and in any order.",
           .scope = kScope,
           .other_scopes = {kOtherScope},
           .request = "UploadPart",
           .request_type = kBytesType,
           .replies = {state},
           .problems = {404, 409},
           .handle = apps::handled_by(files, put_upload_part)});
  api.add({.method = "DELETE",
           .path = path + "/{uploadId}",
           .operation = "cancelUpload",
           .tag = kTag,
           .summary = "Cancels an upload, and deletes what was received.",
           .scope = kScope,
           .other_scopes = {kOtherScope},
           .replies = {{.status = 204, .description = "Cancelled."}},
           .problems = {404, 409},
           .handle = apps::handled_by(files, cancel_upload)});
}

void send_file(rest::Call& call, FileReader file, std::string_view name) {
  http::Response& reply = call.response();
  reply.add_header("Content-Disposition", attachment_disposition(name));
  reply.add_header("Content-Security-Policy", kSandbox);
  reply.add_header("Cache-Control", "private, no-store");
  call.stream_body(kBytesType, [file = std::move(file)](std::string& out) mutable {
    return file.append_next(out);
  });
}

void send_picture(rest::Call& call, FileReader file, std::string_view etag) {
  http::Response& reply = call.response();
  reply.add_header("Content-Disposition", "inline");
  reply.add_header("Content-Security-Policy", kSandbox);
  reply.add_header("Cache-Control", "private, no-cache");
  call.set_etag(etag);
  call.stream_body("image/jpeg", [file = std::move(file)](std::string& out) mutable {
    return file.append_next(out);
  });
}

}  // namespace norn::files
