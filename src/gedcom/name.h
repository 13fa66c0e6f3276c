#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gedcom/records.h"
#include "gedcom/version.h"

// Personal names: "1 NAME John William /Smith/ Jr." with the parts below it. A person may have
// several of them; the first is the preferred one.
// https://gedcom.io/specifications/FamilySearchGEDCOMv7.html#PERSONAL_NAME_STRUCTURE
namespace norn::gedcom {

enum class NameType : uint8_t {
  kNone,
  kBirth,
  kMaiden,
  kMarried,
  kAlias,  // AKA
  kImmigrant,
  kProfessional,
  kOther,  // With its words in `Name::type_text`.
};

struct Name {
  std::string prefix = {};          // NPFX: "Dr."
  std::string given = {};           // GIVN: "John William"
  std::string nickname = {};        // NICK
  std::string surname_prefix = {};  // SPFX: "van der"
  std::string surname = {};         // SURN: "Berg"
  std::string suffix = {};          // NSFX: "Jr."
  NameType type = NameType::kNone;
  std::string type_text = {};         // What the file says, if it is none of the types.
  std::vector<Record> children = {};  // The other lines below the name: notes, sources, ...

  // "van der Berg"
  std::string full_surname() const;

  bool operator==(const Name&) const = default;
};

// `record` is a NAME. A part that has a line of its own is taken from there, and else from the
// value, without the parts that are in front of it: of "Dr. John /van der Berg/" with NPFX and
// SPFX, the given name is John and the surname Berg. Spaces are made single.
Name read_name(const Record& record);

// A NAME with all parts as lines of their own, and the value made of them. A slash in a part is
// left out of the value, in which there is no way to write it.
Record name_record(const Name& name, Version version);

}  // namespace norn::gedcom
