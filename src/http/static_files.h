#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "http/message.h"

// Files that are part of the program, packed into one by web/pack.mjs:
//
//   norn pack 1
//   /assets/index-DZosBJ2N.js  text/javascript; charset=utf-8  fc92f6eb...  fixed  5120  1800  1650
//   /index.html                text/html; charset=utf-8        97307827...  named   725   406     0
//
// One line for each file, in the order of their paths, with tabs between its columns: path, media
// type, hash, whether its name changes with its content ("fixed": it can be kept for ever) or not
// ("named"), and the lengths of its forms: plain, gzip and brotli. A coding that does not make the
// file smaller has the length 0. After an empty line come the bytes, of each file its three forms.
namespace norn::http {

struct StaticFile {
  std::string_view path;
  std::string_view media_type;
  std::string_view hash;
  bool is_fixed = false;
  std::string_view plain;
  std::string_view gzip;    // Empty when there is no such form of it.
  std::string_view brotli;  // The same.
};

// Finds files by their exact paths: nothing is decoded or joined, and no file system is asked, so
// no path leads anywhere else. Safe to use from any thread.
class StaticFiles {
 public:
  // A view of `pack`, which must outlive it. Reads only the index. Fails if `pack` is invalid.
  static Result<StaticFiles> read(std::string_view pack);

  // nullptr if there is no such file. `path` is the path of a request, not decoded.
  const StaticFile* find(std::string_view path) const;
  const std::vector<StaticFile>& files() const { return files_; }

 private:
  std::vector<StaticFile> files_;  // In the order of their paths.
};

// Answers a GET or HEAD with the file, in the coding that the client prefers, or with 304 if it has
// that already.
void send_file(const StaticFile& file, const Request& request, Response& response);

}  // namespace norn::http
