#pragma once

#include <optional>
#include <string>
#include <string_view>

// The keys of the table `Yggdrasil`. No other file makes or reads them.
//
// Everything of a tree is in the partition of its owner:
//   PK = USER#<owner>   SK = TREE#<tree>
//                            PERSON#<person>
//                            PERSON#<parent>#CHILD#<child>
//                            PERSON#<person1>#SPOUSE#<person2>
//                            FACT#<person>#<id>, NOTE#<person>#<id>
//                            SOURCE#<tree>#<id>
//                            MEDIA#<person>#<id>
//                            GEDCOM#<tree>#<number>
// GSI1 leads from a tree to its owner, from a person to the tree, and from a person to their
// parents and spouses. GSI2 has everything of a tree. GSI3 has everything of an owner by its time.
namespace norn::family::keys {

inline constexpr std::string_view kUserPrefix = "USER#";
inline constexpr std::string_view kTreePrefix = "TREE#";
inline constexpr std::string_view kPersonPrefix = "PERSON#";
inline constexpr std::string_view kParentPrefix = "PARENT#";
inline constexpr std::string_view kSpousePrefix = "SPOUSE#";
inline constexpr std::string_view kRelationshipPrefix = "RELATIONSHIP#";
inline constexpr std::string_view kParenthoodPrefix = "RELATIONSHIP#PARENT#";
inline constexpr std::string_view kMarriagePrefix = "RELATIONSHIP#SPOUSE#";
inline constexpr std::string_view kChildPart = "#CHILD#";
inline constexpr std::string_view kSpousePart = "#SPOUSE#";
inline constexpr std::string_view kProfile = "PROFILE";
inline constexpr std::string_view kTreeMetadata = "TREE#METADATA";
// Norn's own, beside the design. No key of the design begins like them.
inline constexpr std::string_view kSharedPrefix = "SHARED#";
inline constexpr std::string_view kFactPrefix = "FACT#";
inline constexpr std::string_view kNotePrefix = "NOTE#";
inline constexpr std::string_view kSourcePrefix = "SOURCE#";
inline constexpr std::string_view kMediaPrefix = "MEDIA#";
inline constexpr std::string_view kGedcomPrefix = "GEDCOM#";

// In the table `norn`: which person of a tree a user is, PK = USER#<user>; and the secret address
// of a user's calendar feed, PK = USER#<user>, and by the digest of its secret, PK = SK.
inline constexpr std::string_view kOwnPersonPrefix = "TREE_SELF#";
inline constexpr std::string_view kFeed = "TREE_FEED";
inline constexpr std::string_view kFeedPrefix = "TREE_FEED#";

inline std::string join(std::string_view prefix, std::string_view id) {
  return std::string(prefix).append(id);
}
inline std::string user(std::string_view id) {
  return join(kUserPrefix, id);
}
inline std::string tree(std::string_view id) {
  return join(kTreePrefix, id);
}
inline std::string person(std::string_view id) {
  return join(kPersonPrefix, id);
}
inline std::string parent(std::string_view id) {
  return join(kParentPrefix, id);
}
inline std::string spouse(std::string_view id) {
  return join(kSpousePrefix, id);
}
inline std::string shared(std::string_view id) {
  return join(kSharedPrefix, id);
}
inline std::string own_person(std::string_view tree_id) {
  return join(kOwnPersonPrefix, tree_id);
}
// SK of a relationship, and what all of a person's begin with when the other one is "".
inline std::string child_of(std::string_view parent_id, std::string_view child_id) {
  return person(parent_id).append(kChildPart).append(child_id);
}
inline std::string spouse_of(std::string_view person1_id, std::string_view person2_id) {
  return person(person1_id).append(kSpousePart).append(person2_id);
}
// GSI2SK of a relationship.
inline std::string parent_in_tree(std::string_view parent_id, std::string_view child_id) {
  return join(kParenthoodPrefix, parent_id).append("#").append(child_id);
}
inline std::string spouse_in_tree(std::string_view person1_id, std::string_view person2_id) {
  return join(kMarriagePrefix, person1_id).append("#").append(person2_id);
}
// GSI3SK: what was created at the same millisecond has an ordinal.
inline std::string tree_at(std::string_view timestamp) {
  return join(kTreePrefix, timestamp);
}
inline std::string person_at(std::string_view timestamp, std::string_view ordinal) {
  return join(kPersonPrefix, timestamp).append("#").append(ordinal);
}
// SK of a fact and of a note of a person, and of a source of a tree. GSI2SK is the same.
inline std::string fact(std::string_view person_id, std::string_view id) {
  return join(kFactPrefix, person_id).append("#").append(id);
}
inline std::string note(std::string_view person_id, std::string_view id) {
  return join(kNotePrefix, person_id).append("#").append(id);
}
inline std::string source(std::string_view tree_id, std::string_view id) {
  return join(kSourcePrefix, tree_id).append("#").append(id);
}
// SK of a photo of a person; of its files, the same with the tree says what they belong to.
inline std::string media(std::string_view person_id, std::string_view id) {
  return join(kMediaPrefix, person_id).append("#").append(id);
}
// SK of lines of a GEDCOM file that are kept. GSI2SK is the same.
inline std::string gedcom(std::string_view tree_id, std::string_view number) {
  return join(kGedcomPrefix, tree_id).append("#").append(number);
}

// In the table `norn`: PK of the imports of a person, whose SK is their id, and the keys by which
// those that are not finished are found.
inline std::string imports_of(std::string_view user_id) {
  return join("TREE_IMPORTS#", user_id);
}
inline constexpr std::string_view kOpenImports = "TREE_IMPORTS";
// PK of everything that is kept of a reimport: SK = HEAD, <class>#<number> of the differences that
// are shown, A#<number> of what is written, and B#<number> of what that replaces.
inline std::string reimport(std::string_view id) {
  return join("TREE_REIMPORT#", id);
}
inline constexpr std::string_view kReimportHead = "HEAD";
inline std::string reimport_page(std::string_view list, std::string_view number) {
  return std::string(list).append("#").append(number);
}
inline std::string open_import(std::string_view user_id, std::string_view job_id) {
  return std::string(user_id).append("#").append(job_id);
}

// The part of a key after its prefix; empty if it has another one.
inline std::string after(std::string_view prefix, std::string_view key) {
  return key.starts_with(prefix) ? std::string(key.substr(prefix.size())) : std::string();
}

// The two ids in a key like PERSON#<first>#CHILD#<second>, or FACT#<first>#<second> with "#" in
// between; nullopt for other keys. Ids have no '#'.
struct Pair {
  std::string first;
  std::string second;
};
inline std::optional<Pair> pair_in(std::string_view key, std::string_view prefix,
                                   std::string_view between) {
  if (!key.starts_with(prefix)) return std::nullopt;
  key.remove_prefix(prefix.size());
  const size_t hash = key.find('#');
  if (hash == std::string_view::npos || !key.substr(hash).starts_with(between)) return std::nullopt;
  Pair pair = {std::string(key.substr(0, hash)), std::string(key.substr(hash + between.size()))};
  if (pair.second.find('#') != std::string::npos) return std::nullopt;
  return pair;
}
inline std::optional<Pair> child_in(std::string_view key) {
  return pair_in(key, kPersonPrefix, kChildPart);
}
inline std::optional<Pair> spouse_in(std::string_view key) {
  return pair_in(key, kPersonPrefix, kSpousePart);
}
inline std::optional<Pair> fact_in(std::string_view key) {
  return pair_in(key, kFactPrefix, "#");
}
inline std::optional<Pair> note_in(std::string_view key) {
  return pair_in(key, kNotePrefix, "#");
}
inline std::optional<Pair> source_in(std::string_view key) {
  return pair_in(key, kSourcePrefix, "#");
}
inline std::optional<Pair> media_in(std::string_view key) {
  return pair_in(key, kMediaPrefix, "#");
}
// The id in PERSON#<id>, but not in the keys of relationships.
inline std::string person_in(std::string_view key) {
  std::string id = after(kPersonPrefix, key);
  return id.find('#') == std::string::npos ? id : std::string();
}

}  // namespace norn::family::keys
