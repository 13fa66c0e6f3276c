#include <string>
#include <utility>

#include "apps/family/limits.h"
#include "apps/family/render.h"
#include "apps/family/routes/routes.h"
#include "apps/family/sentences.h"
#include "apps/files/routes.h"
#include "base/faults.h"
#include "base/json_writer.h"

// Photos of people.
namespace norn::family {
namespace {

constexpr rest::TextRule kCaptionRule{.min = 0, .max = kMaxCaptionCharacters};

Result<std::string> photo_of(const rest::Call& call) {
  return id_of(call, "photoId", kPhotoNotFound);
}

Result<PhotoSize> size_of(const rest::Call& call) {
  const std::string size = call.query("size").value_or("large");
  if (size == "large") return PhotoSize::kLarge;
  if (size == "thumbnail") return PhotoSize::kThumbnail;
  return invalid("size", kPhotoSizeUnknown);
}

void render_photo(rest::Call& call, std::string& out, const Photo& photo) {
  call.set_etag(photo.etag);
  append_json(out, photo);
}

Result<void> list_photos(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree, tree_of(call));
  NORN_ASSIGN(const std::string person, person_of(call));
  NORN_ASSIGN(const auto photos, parts.photos.list(call.caller().user_id, tree, person));
  ObjectWriter object(call.json());
  ListWriter items(object.key("photos"));
  for (const Photo& photo : photos) append_json(items.next(), photo);
  items.close();
  object.close();
  return {};
}

Result<void> add_photo(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree, tree_of(call));
  NORN_ASSIGN(const std::string person, person_of(call));
  NORN_ASSIGN(rest::JsonInput body, call.body());
  PhotoInput input;
  NORN_ASSIGN(input.upload_id, body.text("uploadId"));
  NORN_ASSIGN(input.caption, optional_text(body, "caption", kCaptionRule));
  NORN_ASSIGN(const auto date, life_date_member(body, "date"));
  input.date = date.value_or(LifeDate());
  NORN_TRY(body.finish());
  NORN_ASSIGN(const apps::Creation creation, creation_of(call, "addPhoto"));
  NORN_ASSIGN(const Photo made,
              parts.photos.add(call.caller().user_id, tree, person, input, creation));
  render_photo(call, call.created(made.path()), made);
  return {};
}

Result<void> show_photo(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree, tree_of(call));
  NORN_ASSIGN(const std::string person, person_of(call));
  NORN_ASSIGN(const std::string id, photo_of(call));
  NORN_ASSIGN(const PhotoSize size, size_of(call));
  NORN_ASSIGN(PhotoFile file, parts.photos.open(call.caller().user_id, tree, person, id, size));
  files::send_picture(call, std::move(file.reader), file.etag);
  return {};
}

Result<void> change_photo(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree, tree_of(call));
  NORN_ASSIGN(const std::string person, person_of(call));
  NORN_ASSIGN(const std::string id, photo_of(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(rest::JsonInput body, call.body());
  PhotoPatch patch;
  if (body.has("caption")) {
    NORN_ASSIGN(patch.caption, optional_text(body, "caption", kCaptionRule));
  }
  NORN_ASSIGN(patch.date, life_date_member(body, "date"));
  if (body.has("isMain")) {
    NORN_ASSIGN(patch.is_main, body.boolean("isMain"));
  }
  NORN_TRY(body.finish());
  NORN_ASSIGN(const Photo now,
              parts.photos.change(call.caller().user_id, tree, person, id, patch, etag));
  render_photo(call, call.json(), now);
  return {};
}

Result<void> delete_photo(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree, tree_of(call));
  NORN_ASSIGN(const std::string person, person_of(call));
  NORN_ASSIGN(const std::string id, photo_of(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_TRY(parts.photos.remove(call.caller().user_id, tree, person, id, etag));
  call.no_content();
  return {};
}

void add_photo_schemas(rest::Api& api) {
  const std::string members =
      R"("caption":)" + rest::nullable_text_schema(kCaptionRule) + "," + life_date_schema("date");
  api.add_schema("Photo", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["photoId","personId","treeId","caption","date","dateText","url","isMain","width",
      "height","bytes","createdBy","updatedBy","createdAt","updatedAt","etag"],
    "properties":{"photoId":$ID,"personId":$ID,"treeId":$ID,)" +
                                    members + R"(,
      "url":{"type":"string","description":"Where the picture is; `?size=thumbnail` is small."},
      "isMain":{"type":"boolean","description":"Whether `photoUrl` of the person is this one."},
      "width":{"type":"integer","description":"In pixels."},"height":{"type":"integer"},
      "bytes":{"type":"integer","description":"Of the picture and the thumbnail together."},
      "createdBy":$NULLABLE_ID,"updatedBy":$NULLABLE_ID,
      "createdAt":$TIME,"updatedAt":$TIME,"etag":$TEXT}})"));
  api.add_schema("Photos", R"({"type":"object","additionalProperties":false,"required":["photos"],
    "properties":{"photos":{"type":"array","items":{"$ref":"#/components/schemas/Photo"}}}})");
  api.add_schema("NewPhoto", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["uploadId"],"properties":{"uploadId":$ID,)" +
                                       members + "}}"));
  api.add_schema("PhotoChange", R"({"type":"object","additionalProperties":false,"properties":{)" +
                                    members + R"(,"isMain":{"type":"boolean"}}})");
}

}  // namespace

void add_photo_routes(rest::Api& api, const Parts& parts) {
  add_photo_schemas(api);
  const std::string path = "/api/v1/trees/{treeId}/persons/{personId}/photos";
  api.add({.method = "GET",
           .path = path,
           .operation = "listPhotos",
           .tag = kTag,
           .summary = "Lists the photos of a person, the main one first.",
           .scope = kReadScope,
           .replies = {{.status = 200, .description = "The photos.", .schema = "Photos"}},
           .problems = {404},
           .handle = handled_by(parts, list_photos)});
  api.add({.method = "POST",
           .path = path,
           .operation = "addPhoto",
           .tag = kTag,
           .summary = "Makes a photo of a person from an upload in JPEG, PNG or WebP.",
           .scope = kWriteScope,
           .request = "NewPhoto",
           .replies = {{.status = 201, .description = "The new photo.", .schema = "Photo"}},
           .problems = {404, 409, 422},
           .takes_idempotency_key = true,
           .heavy = true,
           .handle = handled_by(parts, add_photo)});
  api.add(
      {.method = "GET",
       .path = path + "/{photoId}",
       .operation = "getPhoto",
       .tag = kTag,
       .summary = "Gets the picture of a photo.",
       .scope = kReadScope,
       .query = {{.name = "size",
                  .description = "`thumbnail` for a small one; `large` without it.",
                  .schema = R"({"type":"string","enum":["thumbnail","large"]})"}},
       .replies = {{.status = 200, .description = "The picture.", .content_type = "image/jpeg"}},
       .problems = {404},
       .handle = handled_by(parts, show_photo)});
  api.add({.method = "PATCH",
           .path = path + "/{photoId}",
           .operation = "changePhoto",
           .tag = kTag,
           .summary = "Changes the caption or date of a photo, or makes it the main one.",
           .scope = kWriteScope,
           .request = "PhotoChange",
           .replies = {{.status = 200, .description = "As it is now.", .schema = "Photo"}},
           .problems = {404, 409, 412},
           .needs_if_match = true,
           .handle = handled_by(parts, change_photo)});
  api.add({.method = "DELETE",
           .path = path + "/{photoId}",
           .operation = "deletePhoto",
           .tag = kTag,
           .summary = "Deletes a photo of a person for good.",
           .scope = kWriteScope,
           .replies = {{.status = 204, .description = "Deleted."}},
           .problems = {404, 409, 412},
           .needs_if_match = true,
           .handle = handled_by(parts, delete_photo)});
}

}  // namespace norn::family
