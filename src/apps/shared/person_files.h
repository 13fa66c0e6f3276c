#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"

// What a person takes along: files that they can read, from all apps.
namespace norn::apps {

// Takes the files, one after the other.
class PersonFiles {
 public:
  virtual ~PersonFiles() = default;

  // Begins the file FOLDER/TITLE.ENDING. The title may be any text of a person: what cannot be in
  // the name of a file is left out, and a second file of one name gets a number. `about` tells the
  // person what it is, in a few words.
  Result<void> begin(std::string_view folder, std::string_view title, std::string_view ending,
                     std::string_view about);
  // Appends to the file that was begun last.
  virtual Result<void> add(std::string_view bytes) = 0;
  // Begins a file and writes it at once.
  Result<void> add_file(std::string_view folder, std::string_view title, std::string_view ending,
                        std::string_view about, std::string_view bytes);
  // Appends everything that `source.append_next(out)` produces.
  template <typename Source>
  Result<void> add_all(Source source) {
    for (bool has_more = true; has_more;) {
      std::string part;
      NORN_ASSIGN(has_more, source.append_next(part));
      NORN_TRY(add(part));
    }
    return {};
  }

  // A text of a person as a part of the name of a file.
  static std::string file_name(std::string_view title);

 protected:
  // The path is relative, and has not been begun before.
  virtual Result<void> begin_path(std::string path, std::string_view about) = 0;

 private:
  std::set<std::string> paths_;  // In lower case: some systems do not tell the cases apart.
};

}  // namespace norn::apps
