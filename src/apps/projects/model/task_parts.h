#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "store/item.h"

// What tasks have: tags, comments and attachments.
namespace norn::projects {

struct Tag {
  std::string id;
  std::string project_id;
  std::string name;
  std::string color;
  std::string created_at;
  std::string updated_at;
  std::string etag = {};
  friend bool operator==(const Tag&, const Tag&) = default;
};

struct Comment {
  std::string id;
  std::string task_id;
  std::string user_id;  // Who wrote it.
  std::string text;     // Markdown.
  std::vector<std::string> mentions;
  std::string created_at;
  std::string updated_at;
  std::string etag = {};
  friend bool operator==(const Comment&, const Comment&) = default;
};

// A link or a file.
struct Attachment {
  std::string id;
  std::string task_id;
  std::string user_id;  // Who added it.
  std::string name;
  std::string url;  // Of a link.
  std::string created_at;
  // Of a file (apps/files/files.h). Another program can have written anything here: whether there
  // is such a file, and it belongs to this attachment, is known when it is opened.
  std::string file_id = {};
  int64_t file_bytes = 0;

  bool is_file() const { return !file_id.empty(); }
  friend bool operator==(const Attachment&, const Attachment&) = default;
};

store::Item to_item(const Tag& tag);
store::Item to_item(const Comment& comment);
store::Item to_item(const Attachment& attachment);

Result<Tag> tag_from(store::ItemView item);
Result<Comment> comment_from(store::ItemView item);
Result<Attachment> attachment_from(store::ItemView item);

// The bytes of the file of an attachment; 0 for everything else.
int64_t file_bytes_in(store::ItemView item);

const std::vector<std::string>& tag_attributes();
const std::vector<std::string>& comment_attributes();

// Whether a comment or an attachment is one of this task. Another program may have written a
// relation to that of another task; what names no task belongs to the one that has a relation to
// it.
bool belongs_to_task(store::ItemView part, std::string_view task_id);

// Whether it is an address that a page may link to: http or https, with a host and without spaces
// or control characters.
bool is_web_address(std::string_view url);

}  // namespace norn::projects
