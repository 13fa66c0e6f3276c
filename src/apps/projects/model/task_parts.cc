#include "apps/projects/model/task_parts.h"

#include <algorithm>
#include <array>
#include <utility>

#include "apps/files/limits.h"
#include "apps/projects/keys.h"
#include "apps/projects/model/attributes.h"
#include "apps/projects/model/times.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "base/text.h"

namespace norn::projects {
namespace {

using apps::ItemReader;
using store::ItemView;
using store::Map;
using store::Value;

}  // namespace

bool belongs_to_task(store::ItemView part, std::string_view task_id) {
  const std::string named = apps::text_of(part, "taskId");
  return !apps::is_id(named) || named == task_id;
}

bool is_web_address(std::string_view url) {
  const std::string_view scheme = url.substr(0, url.find("://"));
  const auto is_letter_of = [&](std::string_view name) {
    return std::ranges::equal(scheme, name, [](char left, char right) {
      return (left >= 'A' && left <= 'Z' ? static_cast<char>(left - 'A' + 'a') : left) == right;
    });
  };
  if (scheme.size() == url.size() || !(is_letter_of("https") || is_letter_of("http"))) return false;
  const std::string_view rest = url.substr(scheme.size() + 3);
  if (rest.empty() || std::string_view("/?#\\@:").contains(rest.front())) return false;
  const auto points = code_points(url);
  return points && std::ranges::none_of(
                       *points, [](int32_t point) { return is_space(point) || is_control(point); });
}

store::Item to_item(const Tag& tag) {
  Map item = thing_map(keys::tag(tag.id), "TAG",
                       {{"projectId", tag.project_id},
                        {"name", tag.name},
                        {"color", tag.color},
                        {"createdAt", tag.created_at},
                        {"updatedAt", tag.updated_at}});
  return store::Item::from_map(item);
}

store::Item to_item(const Comment& comment) {
  Map item = thing_map(keys::comment(comment.id), "COMMENT",
                       {{"taskId", comment.task_id},
                        {"userId", comment.user_id},
                        {"text", comment.text},
                        {"createdAt", comment.created_at},
                        {"updatedAt", comment.updated_at}});
  put_texts(item, "mentions", comment.mentions);
  return store::Item::from_map(item);
}

store::Item to_item(const Attachment& attachment) {
  Map item = thing_map(keys::attachment(attachment.id), "ATTACHMENT",
                       {{"taskId", attachment.task_id},
                        {"userId", attachment.user_id},
                        {"name", attachment.name},
                        {"createdAt", attachment.created_at}});
  if (attachment.is_file()) {
    item.emplace("fileId", attachment.file_id);
    item.emplace("size", Value::number(attachment.file_bytes));
  } else {
    item.emplace("url", attachment.url);
  }
  return store::Item::from_map(item);
}

const std::vector<std::string>& tag_attributes() {
  static const std::vector<std::string> names = {"entityType", "projectId", "name",
                                                 "color",      "createdAt", "updatedAt"};
  return names;
}

const std::vector<std::string>& comment_attributes() {
  static const std::vector<std::string> names = {"entityType", "taskId",    "userId",   "text",
                                                 "mentions",   "createdAt", "updatedAt"};
  return names;
}

Result<Tag> tag_from(ItemView item) {
  ItemReader reader(item);
  Tag tag;
  tag.id = id_in(reader, keys::kTagPrefix);
  tag.project_id = other_id(reader, "projectId").value_or("");
  tag.name = reader.text("name");
  tag.color = color_in(reader);
  read_times(reader, tag);
  if (!reader.is_sound()) return reader.error("tag");
  tag.etag = apps::etag_of(item.json());
  return tag;
}

Result<Comment> comment_from(ItemView item) {
  ItemReader reader(item);
  Comment comment;
  comment.id = id_in(reader, keys::kCommentPrefix);
  comment.task_id = other_id(reader, "taskId").value_or("");
  comment.user_id = other_id(reader, "userId").value_or("");
  comment.text = reader.text("text");
  comment.mentions = other_ids(reader, "mentions");
  comment.created_at = time_in(reader, "createdAt");
  comment.updated_at =
      reader.optional_parsed("updatedAt", whole_seconds).value_or(comment.created_at);
  if (!reader.is_sound()) return reader.error("comment");
  comment.etag = apps::etag_of(item.json());
  return comment;
}

int64_t file_bytes_in(ItemView item) {
  const ItemReader reader(item);
  if (!other_id(reader, "fileId")) return 0;
  return std::clamp<int64_t>(reader.optional_integer("size").value_or(0), 0, files::kMaxFileBytes);
}

Result<Attachment> attachment_from(ItemView item) {
  ItemReader reader(item);
  Attachment attachment;
  attachment.id = id_in(reader, keys::kAttachmentPrefix);
  attachment.task_id = other_id(reader, "taskId").value_or("");
  attachment.user_id = other_id(reader, "userId").value_or("");
  attachment.file_id = other_id(reader, "fileId").value_or("");
  attachment.file_bytes = file_bytes_in(item);
  if (!attachment.is_file()) {
    attachment.url = reader.text("url");
    reader.require(is_web_address(attachment.url), "url");
  }
  attachment.name =
      reader.optional_text("name").value_or(attachment.is_file() ? attachment.id : attachment.url);
  attachment.created_at = time_in(reader, "createdAt");
  if (!reader.is_sound()) return reader.error("attachment");
  return attachment;
}

}  // namespace norn::projects
