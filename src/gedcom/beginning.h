#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/sentence.h"
#include "gedcom/characters.h"
#include "gedcom/version.h"

// What the first bytes of a file tell about it, before any line can be decoded: whether it is a
// GEDCOM file, in which characters, and of which version.
// https://github.com/FamilySearch/GEDCOM/blob/main/version-detection/version-detection.md
namespace norn::gedcom {

// So many bytes are looked at. Headers are much shorter.
constexpr size_t kBeginningBytes = size_t{64} << 10;

struct Beginning {
  bool is_gedcom = false;  // Its first line is a header, or a record without one.
  bool has_header = false;
  CharacterSet set = CharacterSet::kUtf8;
  size_t mark_bytes = 0;     // A byte order mark, which is no part of the text.
  std::string declared_set;  // HEAD.CHAR, which many programs have wrong.
  Version version = Version::k551;
  std::string declared_version;  // HEAD.GEDC.VERS
  std::vector<Said> notes;       // For a GEDCOM file.
};

// `bytes` are the first kBeginningBytes, or the whole file.
Beginning look_at(std::string_view bytes);

}  // namespace norn::gedcom
