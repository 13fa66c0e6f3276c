#pragma once

#include <cstdint>

namespace norn::gedcom {

// The two families of versions, which differ in their lines and in their words. 5.5, 5.5.1 and
// 5.5.5 are read alike, and written as 5.5.1.
// https://gedcom.io/specifications/ged551.pdf
// https://gedcom.io/specifications/FamilySearchGEDCOMv7.html
enum class Version : uint8_t { k551, k70 };

}  // namespace norn::gedcom
