#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/accounts/users/users.h"
#include "apps/context.h"
#include "apps/shared/idempotency.h"
#include "apps/shared/transaction.h"
#include "base/error.h"

// Files that people upload, for all apps. Their bytes are in the table `norn-files`, so that remote
// stores, several processes and backups have them like everything else.
//
// A file begins as an upload of a person, which is sent in parts. When it is complete, an app
// claims it: the transaction that writes the app's item also writes into the head of the file that
// it belongs to that item. From then on the file is only found together with that item, so that an
// item of another program that names a file of something else gets nothing; and only the app, which
// deletes the item, can delete it.
//
// An upload for a file that is read once (a family tree) is never claimed: what reads it seals it
// first, so that it stays as it is, and cancels it afterwards.
//
// Nothing in the table has a `ttl`. A transaction cannot take it off the hundred parts of a file,
// so that a file could lose a part after it was claimed. Instead the transaction that begins an
// upload also writes the sweep that removes it after a day (apps/shared/sweeps.h), and the one that
// claims it calls the sweep off. Every part is written on the condition that the upload is still
// there, so nothing is left behind: not after a crash, and not by a request that comes late.
namespace norn::files {

using apps::Action;

// What a file belongs to.
struct Thing {
  std::string_view table;  // Of an app, without the prefix of the installation.
  std::string key;         // "ATTACHMENT#<id>": unique in the table.
};

// What becomes of an upload, which says how large it may be.
enum class Purpose : uint8_t {
  kAttachment,  // Of a task; an app claims it.
  kFamilyTree,  // Is read once.
};
inline constexpr Purpose kPurposes[] = {Purpose::kAttachment, Purpose::kFamilyTree};
std::string_view to_text(Purpose purpose);  // "attachment", "familyTree"
std::optional<Purpose> purpose_from(std::string_view text);
int64_t max_bytes_for(Purpose purpose);

struct NewUpload {
  std::string name;
  int64_t bytes = 0;
  Purpose purpose = Purpose::kAttachment;
};

// An upload that nothing has claimed.
struct Upload {
  std::string id;
  std::string name;
  int64_t bytes = 0;
  Purpose purpose = Purpose::kAttachment;
  int64_t parts = 0;              // Of kUploadPartBytes, but for the last one.
  std::vector<int64_t> received;  // The numbers of the parts that are there, in order; from 1.
  int64_t expires_ms = 0;
  bool is_sealed = false;  // Something reads it.

  bool is_complete() const { return static_cast<int64_t>(received.size()) == parts; }
};

// Reads the bytes of a file part by part.
class FileReader {
 public:
  FileReader(store::Store& store, std::string table, std::string id, int64_t parts)
      : store_(&store), table_(std::move(table)), id_(std::move(id)), parts_(parts) {}

  // Appends the next part and returns whether there are more. Returns kNotFound if the file was
  // deleted meanwhile.
  Result<bool> append_next(std::string& out);

 private:
  store::Store* store_;
  std::string table_;
  std::string id_;
  int64_t parts_;
  int64_t read_ = 0;
};

// Reads the bytes of an upload that was sealed, at any position. Keeps one stored part in memory.
// For one thread at a time.
class UploadReader {
 public:
  UploadReader(store::Store& store, std::string table, std::string id, std::string name,
               int64_t bytes)
      : store_(&store),
        table_(std::move(table)),
        id_(std::move(id)),
        name_(std::move(name)),
        bytes_(bytes) {}

  const std::string& name() const { return name_; }
  int64_t bytes() const { return bytes_; }
  // Fills a part of the span, from its beginning, and returns how many bytes these are; 0 at the
  // end of the file. Returns kNotFound if the upload was removed meanwhile.
  Result<size_t> read(int64_t position, std::span<char> out);

 private:
  store::Store* store_;
  std::string table_;
  std::string id_;
  std::string name_;
  int64_t bytes_;
  int64_t part_ = 0;  // The one that `content_` is of; 0: none.
  std::string content_;
};

// Returns kInvalid of "name" for a name that could be taken for a path.
Result<void> check_file_name(std::string_view name);

// Knows no rights to things: the services of the apps check them. Has no state, so that services
// may make one when they need it. May block; safe from any thread.
class Files {
 public:
  explicit Files(apps::Context context) : context_(std::move(context)) {}

  // Once, before the sweeps start.
  void add_sweeps() const;

  // Uploads. Each is of one person: for others, and when it was claimed or has expired, it is
  // kNotFound.
  //
  // Returns kInvalid of "name" and "size", kConflict with too many uploads, and kForbidden if the
  // quota of bytes has no room for this one and the other unfinished ones.
  Result<Upload> begin(const std::string& user_id, const NewUpload& input,
                       const apps::Creation& creation) const;
  Result<Upload> get(const std::string& user_id, const std::string& upload_id) const;
  // Writes a part, also in place of one that is there. Returns kNotFound if the file has no such
  // part, kInvalid if that has another size, and kConflict if the upload was sealed.
  Result<Upload> put_part(const std::string& user_id, const std::string& upload_id, int64_t part,
                          std::string_view content) const;
  Result<void> cancel(const std::string& user_id, const std::string& upload_id) const;

  // From now on the upload stays as it is, until it is cancelled or expires. Can be repeated.
  // Returns kConflict of "uploadId" if there is no such upload, it is for something else, or parts
  // of it are missing.
  Result<UploadReader> seal(const std::string& user_id, const std::string& upload_id,
                            Purpose purpose) const;

  // Turns an upload into a file of `thing`. The actions belong into the transaction that writes the
  // thing; if a condition of theirs fails, claim again: an upload is claimed once. Returns
  // kConflict of "uploadId" if there is no such upload, it is no attachment, or parts of it are
  // missing.
  struct Claim {
    std::string name;
    int64_t bytes = 0;
    std::vector<Action> actions;
  };
  Result<Claim> claim(const std::string& user_id, const std::string& upload_id,
                      const Thing& thing) const;

  // For apps that make something else of an upload than a file of the same bytes.
  //
  // Reads the bytes of an upload. Returns kConflict of "uploadId", as claim() does.
  Result<FileReader> open_upload(const std::string& user_id, const std::string& upload_id) const;
  // Stores bytes that an app has made, at most kMaxFileBytes, as an upload of the person that is
  // complete, and returns its id. Counts for no quota before it is claimed.
  Result<std::string> add(const std::string& user_id, std::string_view content) const;
  // The actions that cancel an upload; none if it is not there. Wake the sweeps after the
  // transaction.
  Result<std::vector<Action>> cancellation(const std::string& user_id,
                                           const std::string& upload_id) const;

  // Nullopt if there is no such file that belongs to the thing.
  Result<std::optional<FileReader>> open(const std::string& file_id, const Thing& thing) const;

  // The actions that delete the file with its thing; none if it does not belong to the thing. Wake
  // the sweeps after the transaction.
  Result<std::vector<Action>> removal(const std::string& file_id, const Thing& thing) const;
  // Deletes the file before its thing, for sweeps of apps. Can be repeated.
  Result<void> remove(const std::string& file_id, const Thing& thing) const;

  // Removes the unfinished uploads of a person.
  Result<void> cancel_all(const std::string& user_id) const;

 private:
  Result<std::optional<store::Item>> head_of(const std::string& file_id) const;
  // The upload, unless it is another person's, was claimed or has expired.
  Result<std::optional<Upload>> find_upload(const std::string& user_id,
                                            const std::string& upload_id) const;
  // The same for one that has all its parts. Returns kConflict of "uploadId".
  Result<Upload> find_complete(const std::string& user_id, const std::string& upload_id,
                               Purpose purpose) const;
  Result<std::optional<Upload>> try_begin(const std::string& user_id, const NewUpload& input,
                                          const apps::Creation& creation) const;
  Result<std::optional<Upload>> try_put_part(const std::string& user_id,
                                             const std::string& upload_id, int64_t part,
                                             std::string_view content) const;
  Result<void> check_room(const std::string& user_id, int64_t bytes) const;
  // The actions that begin an upload, which they describe.
  struct Begun {
    Upload upload;
    std::vector<Action> actions;
  };
  Begun begun(const std::string& user_id, const NewUpload& input) const;
  // Of the sweep: removes an upload that was not claimed, and the parts of what has no head.
  Result<bool> sweep(const std::string& subject) const;

  apps::Context context_;
};

// Deletes the unfinished uploads of people with their accounts.
class UploadsOfPeople final : public accounts::UserHook {
 public:
  explicit UploadsOfPeople(const apps::Context& context) : files_(context) {}

  Result<bool> forget(const std::string& user_id) override {
    NORN_TRY(files_.cancel_all(user_id));
    return false;
  }

 private:
  const Files files_;
};

}  // namespace norn::files
