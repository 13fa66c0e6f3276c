#pragma once

#include <string>
#include <utility>
#include <vector>

#include "apps/files/files.h"
#include "apps/projects/access.h"
#include "apps/projects/model.h"
#include "apps/shared/idempotency.h"

namespace norn::projects {

// The texts are within the limits of apps/projects/limits.h.
struct CommentInput {
  std::string text;                        // Markdown.
  std::vector<std::string> mentions = {};  // Members of the project.
};

// Comments in the order of their time.
struct CommentPage {
  std::vector<Comment> comments;
  std::string next;  // For `list`: there are older ones. Empty if there are not.
};

// A link, or a file that was uploaded.
struct AttachmentInput {
  std::string name;            // Of a file, empty: the name of the upload.
  std::string url = {};        // http or https.
  std::string upload_id = {};  // Of a file, instead of a URL.
};

// A file that is attached to a task, to be read.
struct AttachedFile {
  std::string name;
  files::FileReader reader;
};

// What people say to a task, and what they attach to it: links and files. For members of its
// project: all may read, and those who may write add. May block; safe from any thread.
class Comments {
 public:
  explicit Comments(Context context) : context_(std::move(context)) {}

  // The latest ones: all, if they are no more than kMaxListedTextBytes together. `cursor` is the
  // `next` of the page before. Returns kInvalid of "cursor".
  Result<CommentPage> list(const std::string& user_id, const std::string& task_id,
                           const std::string& cursor = "");
  Result<Comment> create(const std::string& user_id, const std::string& task_id,
                         const CommentInput& input, const apps::Creation& creation);
  // Only for the person who wrote it. Returns kStale if the comment does not have this tag.
  Result<Comment> change(const std::string& user_id, const std::string& task_id,
                         const std::string& comment_id, const CommentInput& input,
                         const std::string& etag);
  // For the person who wrote it, and for those who manage the project.
  Result<void> remove(const std::string& user_id, const std::string& task_id,
                      const std::string& comment_id);

  Result<std::vector<Attachment>> attachments(const std::string& user_id,
                                              const std::string& task_id);
  // Returns kInvalid of "url" and "name", and kConflict of "uploadId" (Files::claim).
  Result<Attachment> attach(const std::string& user_id, const std::string& task_id,
                            const AttachmentInput& input, const apps::Creation& creation);
  // Returns kNotFound also for a link, and for a file that belongs to something else.
  Result<AttachedFile> open_file(const std::string& user_id, const std::string& task_id,
                                 const std::string& attachment_id);
  // For the person who added it, and for those who manage the project. The file goes with it.
  Result<void> detach(const std::string& user_id, const std::string& task_id,
                      const std::string& attachment_id);

 private:
  Context context_;
};

}  // namespace norn::projects
