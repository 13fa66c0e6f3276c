#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

// Folders in the place of S3's buckets. Whoever may call the API chooses names in them, and may not
// get out: a name leads from folder to folder, and no step follows a symbolic link.
namespace norn::dynamodb {

// Refuses what is no name of a bucket.
// https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html
Result<void> check_bucket_name(std::string_view name);
// Refuses the beginning of a key that cannot be that of a file here: empty parts, "." and "..",
// control characters, too long ones. `member` is that of the request.
Result<void> check_key_prefix(std::string_view member, std::string_view prefix);

// An open file or folder.
class FileHandle {
 public:
  explicit FileHandle(int file) : file_(file) {}
  FileHandle(FileHandle&& other) noexcept;
  FileHandle& operator=(FileHandle&& other) noexcept;
  FileHandle(const FileHandle&) = delete;
  FileHandle& operator=(const FileHandle&) = delete;
  ~FileHandle();

  int get() const { return file_; }
  int release();  // The caller closes it.
  // Leads to the open folder itself, whatever becomes of its name.
  std::filesystem::path path() const;

 private:
  int file_;
};

class Bucket {
 public:
  // The failures of a bucket have S3's codes as the type of their errors: S3NoSuchBucket,
  // S3AccessDenied.
  static Result<Bucket> open(const std::filesystem::path& folder, std::string_view name);

  // Makes the folder "a/b" and those above it, unless they are there.
  Result<FileHandle> make_folder(std::string_view key) const;
  // The keys of all files that begin with `prefix`, sorted; at most `max_files`.
  Result<std::vector<std::string>> keys(std::string_view prefix, size_t max_files) const;
  // Opens a file to read it.
  Result<FileHandle> open_file(std::string_view key) const;

 private:
  Bucket(FileHandle root, std::string_view name) : root_(std::move(root)), name_(name) {}
  Result<FileHandle> open_folder(std::string_view key, bool makes) const;
  std::unexpected<Error> failed(std::string_view what, std::string_view key) const;

  FileHandle root_;
  std::string name_;
};

}  // namespace norn::dynamodb
