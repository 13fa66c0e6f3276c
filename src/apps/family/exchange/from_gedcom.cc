#include "apps/family/exchange/from_gedcom.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "apps/family/exchange/fact_kinds.h"
#include "apps/family/exchange/kept_lines.h"
#include "apps/family/exchange/sentences.h"
#include "apps/family/limits.h"
#include "base/ascii.h"
#include "base/text.h"
#include "gedcom/date.h"
#include "gedcom/name.h"

namespace norn::family {
namespace {

using gedcom::Record;

// The text of a line, or of several, within a limit; nullopt if it is empty.
std::optional<std::string> fitted(std::string_view text, size_t most, Lines lines, size_t line,
                                  const TellImport& tell) {
  std::string shown(lines == Lines::kOne ? trimmed(text) : text);
  if (lines == Lines::kOne) std::ranges::replace(shown, '\n', ' ');
  const std::string_view kept = first_characters(shown, most);
  if (kept.size() < shown.size()) {
    tell(line, kGedcomTextCut(most));
    shown.resize(kept.size());
  }
  if (shown.empty()) return std::nullopt;
  return shown;
}

std::optional<std::string> fitted_line(std::string_view text, size_t most, size_t line,
                                       const TellImport& tell) {
  return fitted(text, most, Lines::kOne, line, tell);
}

std::optional<std::string> place_of(const Record& record, const TellImport& tell) {
  const Record* const place = record.child("PLAC");
  if (place == nullptr || place->is_pointer) return std::nullopt;
  return fitted_line(place->value, kMaxPlaceCharacters, place->line, tell);
}

bool is_name_of_birth(const gedcom::Name& name) {
  return name.type == gedcom::NameType::kBirth || name.type == gedcom::NameType::kMaiden;
}

// Of several names the first is the one that people go by. One of them may be that of birth.
void read_names(const std::vector<Record>& records, Person& person, const TellImport& tell) {
  if (records.empty()) return;
  const size_t line = records.front().line;
  const auto fit = [&](std::string_view text) {
    return fitted_line(text, kMaxNameCharacters, line, tell);
  };
  const gedcom::Name name = gedcom::read_name(records.front());
  const size_t space = name.given.find(' ');
  person.first_name = fit(std::string_view(name.given).substr(0, space)).value_or("");
  if (space != std::string::npos) {
    person.middle_name = fit(std::string_view(name.given).substr(space + 1));
  }
  person.last_name = fit(name.full_surname()).value_or("");
  person.preferred_name = fit(name.nickname);
  person.suffix = fit(name.suffix);
  if (const auto found = birth_name_line(records)) {
    const std::string other = gedcom::read_name(records[found->place]).full_surname();
    person.birth_name = fit(found->is_first ? name.full_surname() : other);
    if (found->is_first) person.last_name = fit(other).value_or("");
  }
}

Gender read_gender(const Record* sex) {
  if (sex == nullptr || sex->is_pointer) return Gender::kUnknown;
  const std::string_view value = trimmed(sex->value);
  if (equals_ignoring_case(value, "M")) return Gender::kMale;
  if (equals_ignoring_case(value, "F")) return Gender::kFemale;
  if (equals_ignoring_case(value, "X")) return Gender::kOther;
  return Gender::kUnknown;
}

bool is_web_address(std::string_view text) {
  return (text.starts_with("https://") || text.starts_with("http://")) && !text.contains('\n');
}

std::optional<std::string> address_of(const Record* record) {
  if (record == nullptr || record->is_pointer || !is_web_address(record->value)) {
    return std::nullopt;
  }
  if (count_characters(record->value) > kMaxUrlCharacters) return std::nullopt;
  return record->value;
}

bool is_biography(const Record& record) {
  return record.tag == "NOTE" && !record.is_pointer && record.child_text("_TYPE") == "Biography";
}

std::optional<int64_t> quality_of(std::string_view text) {
  constexpr std::string_view kQualities = "0123";
  if (text.size() != 1 || !kQualities.contains(text.front())) return std::nullopt;
  return text.front() - '0';
}

std::optional<Citation> citation_of(const Record& record, const TellImport& tell) {
  if (record.tag != "SOUR" || !record.is_pointer || record.value == gedcom::kVoidPointer) {
    return std::nullopt;
  }
  Citation citation = {.source_id = record.value};
  citation.page = fitted_line(record.child_text("PAGE"), kMaxCitationCharacters, record.line, tell);
  if (const Record* const data = record.child("DATA")) {
    citation.text =
        fitted(data->child_text("TEXT"), kMaxCitationCharacters, Lines::kSeveral, data->line, tell);
  }
  citation.quality = quality_of(record.child_text("QUAY"));
  return citation;
}

void read_citations(const Record& record, Fact& fact, const TellImport& tell) {
  // They go into one item with the rest.
  constexpr size_t kMaxBytes = 100'000;
  size_t bytes = 0;
  for (const Record& child : record.children) {
    auto citation = citation_of(child, tell);
    if (!citation || fact.citations.size() == kMaxCitations) continue;
    bytes += citation->page.value_or("").size() + citation->text.value_or("").size();
    if (bytes > kMaxBytes) break;
    fact.citations.push_back(*std::move(citation));
  }
}

// The notes below a record, one after the other.
std::optional<std::string> notes_of(const Record& record, const TellImport& tell) {
  std::string text;
  size_t line = record.line;
  for (const Record& child : record.children) {
    if (child.tag != "NOTE" || child.is_pointer || child.value.empty()) continue;
    if (text.empty()) line = child.line;
    text += (text.empty() ? "" : "\n\n") + child.value;
  }
  return fitted(text, kMaxNotesCharacters, Lines::kSeveral, line, tell);
}

Marriage marriage_of(const Record* married, const Record* divorced, const TellImport& tell) {
  Marriage marriage;
  if (married != nullptr) {
    marriage.married = life_date_of(*married, tell);
    marriage.place = place_of(*married, tell);
  }
  if (divorced != nullptr) {
    marriage.divorced = life_date_of(*divorced, tell);
    if (is_before(marriage.divorced, marriage.married)) {
      tell(divorced->line, kGedcomDivorceBeforeMarriage);
      marriage.divorced = {};
    }
  }
  return marriage;
}

template <size_t kCount>
bool is_in(const std::array<std::string_view, kCount>& tags, std::string_view tag) {
  return std::ranges::find(tags, tag) != tags.end();
}

// The words of PEDI, and those that programs write for it.
std::optional<ParentKind> kind_of_word(std::string_view word) {
  if (word == "birth" || word == "natural" || word == "biological") return ParentKind::kBiological;
  if (word == "adopted" || word == "adoptive") return ParentKind::kAdoptive;
  if (word == "foster") return ParentKind::kFoster;
  if (word.starts_with("step")) return ParentKind::kStep;
  return std::nullopt;
}

void tell_children(const Record& record, const std::string& path, const TellImport& tell) {
  for (const Record& child : record.children) {
    tell(child.line, kGedcomKept(path_below(path, child.tag)));
  }
}

// The lines below a record but those of these tags, and what is below those.
template <size_t kCount>
void tell_others(const Record& record, const std::string& path,
                 const std::array<std::string_view, kCount>& modelled, const TellImport& tell) {
  for (const Record& child : record.children) {
    const std::string below = path_below(path, child.tag);
    if (is_in(modelled, child.tag)) {
      tell_children(child, below, tell);
    } else {
      tell(child.line, kGedcomKept(below));
    }
  }
}

void tell_kept_of_citation(const Record& citation, const std::string& path,
                           const TellImport& tell) {
  for (const Record& child : citation.children) {
    const std::string below = path_below(path, child.tag);
    if (child.tag == "DATA") {
      tell_others(child, below, std::array<std::string_view, 1>{"TEXT"}, tell);
    } else if (child.tag == "PAGE" || child.tag == "QUAY") {
      tell_children(child, below, tell);
    } else {
      tell(child.line, kGedcomKept(below));
    }
  }
}

// FAMC: what kind of family it is, as far as the word is known.
void tell_kept_of_childhood(const Record& family, const std::string& path, const TellImport& tell) {
  for (const Record& child : family.children) {
    const bool is_other = equals_ignoring_case(trimmed(child.value), "other");
    const std::string_view word = is_other ? child.child_text("PHRASE") : child.value;
    const bool is_known = child.tag == "PEDI" && kind_of_word(ascii_lower(trimmed(word)));
    if (!is_known) tell(child.line, kGedcomKept(path_below(path, child.tag)));
  }
}

void tell_kept_of_adoption(const Record& adoption, const std::string& path,
                           const TellImport& tell) {
  const Record* const family = adoption.child("FAMC");
  if (family == nullptr || !family->is_pointer) {
    tell(adoption.line, kGedcomKept(path));
    return;
  }
  for (const Record& child : adoption.children) {
    const std::string below = path_below(path, child.tag);
    if (&child == family) {
      tell_others(child, below, std::array<std::string_view, 1>{"ADOP"}, tell);
    } else if (child.tag == "DATE") {
      tell_children(child, below, tell);
    } else {
      tell(child.line, kGedcomKept(below));
    }
  }
}

// Of a family: a line that leads to a person.
void tell_kept_of_member(const Record& member, const std::string& path, const TellImport& tell) {
  const ChildKinds kinds = child_kinds_of(member);
  for (const Record& child : member.children) {
    const bool is_known = member.tag == "CHIL" && ((child.tag == "_FREL" && kinds.father) ||
                                                   (child.tag == "_MREL" && kinds.mother));
    if (!is_known) tell(child.line, kGedcomKept(path_below(path, child.tag)));
  }
}

// Of an event: its date, place and sources are modelled, what is below them is not.
void tell_kept_of_event(const Record& event, const std::string& path, bool is_fact,
                        const TellImport& tell) {
  for (const Record& child : event.children) {
    const std::string below = path_below(path, child.tag);
    const bool is_kind = child.tag == "TYPE" && (event.tag == "EVEN" || event.tag == "FACT");
    const bool is_source = child.tag == "SOUR" && child.is_pointer;
    const bool is_modelled = child.tag == "DATE" || child.tag == "PLAC" ||
                             (is_fact ? is_kind || is_modelled_of_fact(child) : is_source);
    if (!is_modelled) {
      tell(child.line, kGedcomKept(below));
    } else if (child.tag == "SOUR") {
      tell_kept_of_citation(child, below, tell);
    } else {
      tell_children(child, below, tell);
    }
  }
}

void tell_kept_of_person(const Record& person, const TellImport& tell) {
  constexpr std::array<std::string_view, 5> kWithoutLines = {"SEX", "FAMS", "_PHOTO", "UID",
                                                             "_UID"};
  constexpr std::array<std::string_view, 7> kNameParts = {"GIVN", "SURN", "NICK", "NSFX",
                                                          "TYPE", "SPFX", "NPFX"};
  const Record* const birth = person.child("BIRT");
  const Record* const death = person.child("DEAT");
  for (const Record& child : person.children) {
    const std::string path = path_below("INDI", child.tag);
    if (child.tag == "BIRT" || child.tag == "DEAT") {
      if (&child == birth || &child == death) {
        tell_kept_of_event(child, path, false, tell);
      } else {
        tell(child.line, kGedcomKept(path));
      }
    } else if (child.tag == "NAME") {
      tell_others(child, path, kNameParts, tell);
    } else if (is_fact_record(child)) {
      tell_kept_of_event(child, path, true, tell);
    } else if (is_biography(child)) {
      tell_others(child, path, std::array<std::string_view, 1>{"_TYPE"}, tell);
    } else if (child.tag == "FAMC") {
      tell_kept_of_childhood(child, path, tell);
    } else if (child.tag == "ADOP") {
      tell_kept_of_adoption(child, path, tell);
    } else if (is_in(kWithoutLines, child.tag)) {
      tell_children(child, path, tell);
    } else {
      tell(child.line, kGedcomKept(path));
    }
  }
}

void tell_kept_of_others(const Record& record, const TellImport& tell) {
  constexpr std::array<std::string_view, 6> kOfFamily = {"HUSB", "WIFE", "CHIL",
                                                         "MARR", "DIV",  "NOTE"};
  constexpr std::array<std::string_view, 5> kOfSource = {"TITL", "AUTH", "PUBL", "NOTE", "_URL"};
  const bool is_family = record.tag == "FAM";
  for (const Record& child : record.children) {
    const std::string path = path_below(record.tag, child.tag);
    const bool is_modelled = is_family ? is_in(kOfFamily, child.tag) : is_in(kOfSource, child.tag);
    // Of a note that is a record of its own only people have the text.
    if (!is_modelled || (child.tag == "NOTE" && child.is_pointer)) {
      tell(child.line, kGedcomKept(path));
    } else if (is_family && (child.tag == "MARR" || child.tag == "DIV")) {
      tell_kept_of_event(child, path, false, tell);
    } else if (is_family && child.tag != "NOTE") {
      tell_kept_of_member(child, path, tell);
    } else {
      tell_children(child, path, tell);
    }
  }
}

}  // namespace

std::string path_below(std::string_view path, std::string_view tag) {
  return std::string(path).append(".").append(first_characters(tag, kMaxTagCharacters));
}

std::string xref_words(std::string_view xref) {
  constexpr size_t kMaxXrefCharacters = 40;
  return std::string("@").append(first_characters(xref, kMaxXrefCharacters)).append("@");
}

void tell_nobody(size_t /*line*/, const Said& /*said*/) {}

LifeDate life_date_of(const Record& record, const TellImport& tell) {
  const Record* const line = record.child("DATE");
  if (line == nullptr || line->is_pointer) return {};
  const gedcom::Date date = gedcom::read_date(line->value, line->child_text("PHRASE"));
  if (date.kind == gedcom::DateKind::kNone) {
    const std::string_view said = first_characters(date.phrase, kMaxDateTextCharacters);
    if (!said.empty()) tell(line->line, kGedcomDateNotUnderstood(said));
    return {};
  }
  if (auto day = date.exact_day()) return {.day = std::move(day)};
  return {.text = date.text(gedcom::Version::k70).value};
}

Person person_of(const Record& individual, const TellImport& tell) {
  Person person;
  read_names(children_with(individual.children, "NAME"), person, tell);
  person.gender = read_gender(individual.child("SEX"));
  if (const Record* const birth = individual.child("BIRT")) {
    person.birth = life_date_of(*birth, tell);
    person.birth_place = place_of(*birth, tell);
  }
  if (const Record* const death = individual.child("DEAT")) {
    person.death = life_date_of(*death, tell);
    person.death_place = place_of(*death, tell);
    if (is_before(person.death, person.birth)) {
      tell(death->line, kGedcomDeathBeforeBirth(person.full_name()));
      person.death = {};
    }
    const bool has_happened =
        equals_ignoring_case(trimmed(death->value), "Y") || !death->children.empty();
    person.is_deceased = has_happened && !person.death.is_known();
  }
  for (const Record& child : individual.children) {
    if (!is_biography(child) || person.biography) continue;
    person.biography =
        fitted(child.value, kMaxBiographyCharacters, Lines::kSeveral, child.line, tell);
  }
  person.photo_url = address_of(individual.child("_PHOTO"));
  return person;
}

std::optional<BirthNameLine> birth_name_line(const std::vector<Record>& names) {
  for (size_t i = 1; i < names.size(); ++i) {
    const gedcom::Name other = gedcom::read_name(names[i]);
    if (other.full_surname().empty()) continue;
    if (is_name_of_birth(other)) return BirthNameLine{.place = i};
    const bool is_married = other.type == gedcom::NameType::kMarried;
    if (is_married && !gedcom::read_name(names.front()).full_surname().empty()) {
      return BirthNameLine{.place = i, .is_first = true};
    }
  }
  return std::nullopt;
}

std::string uid_of(const std::vector<Record>& lines) {
  constexpr size_t kMaxUidBytes = 100;
  for (const std::string_view tag : {"UID", "_UID"}) {
    for (const Record& line : lines) {
      const std::string_view uid = trimmed(line.value);
      const bool is_uid = line.tag == tag && !line.is_pointer && !uid.empty();
      if (is_uid && uid.size() <= kMaxUidBytes) return ascii_lower(uid);
    }
  }
  return "";
}

bool is_fact_record(const Record& record) {
  if (record.tag == "NOTE" || record.tag == "SNOTE") return !is_biography(record);
  return !record.is_pointer && fact_kind_of_tag(record.tag) != nullptr;
}

bool is_modelled_of_fact(const Record& child) {
  constexpr std::array<std::string_view, 2> kParts = {"DATE", "PLAC"};
  if (child.is_pointer) return child.tag == "SOUR";
  return is_in(kParts, child.tag) || child.tag == "NOTE";
}

Fact fact_of(const Record& record, std::string_view shared_note, const TellImport& tell) {
  Fact fact;
  read_citations(record, fact, tell);
  if (record.tag == "NOTE" || record.tag == "SNOTE") {
    fact.kind = kNoteKind;
    fact.notes = fitted(record.is_pointer ? shared_note : std::string_view(record.value),
                        kMaxNotesCharacters, Lines::kSeveral, record.line, tell);
    return fact;
  }
  const FactKind& kind = *fact_kind_of_tag(record.tag);
  fact.kind = kind.kind;
  const bool has_own_kind = record.tag == "EVEN" || record.tag == "FACT";
  if (has_own_kind) {
    auto type = fitted_line(record.child_text("TYPE"), kMaxFactKindCharacters, record.line, tell);
    if (type && *type != kNoteKind) fact.kind = *std::move(type);
  }
  if (!kind.is_event || record.value != "Y") {
    fact.value = fitted(record.value, kMaxNotesCharacters, Lines::kSeveral, record.line, tell);
  }
  fact.date = life_date_of(record, tell);
  fact.place = place_of(record, tell);
  fact.notes = notes_of(record, tell);
  return fact;
}

Source source_of(const Record& record, const TellImport& tell) {
  Source source;
  const auto fit = [&](std::string_view tag, size_t most) {
    const Record* const child = record.child(tag);
    return fitted_line(record.child_text(tag), most, child != nullptr ? child->line : 0, tell);
  };
  auto title = fit("TITL", kMaxSourceTitleCharacters);
  if (!title) title = fit("ABBR", kMaxSourceTitleCharacters);
  if (!title) title = record.xref;
  source.title = title->empty() ? "?" : *std::move(title);
  source.author = fit("AUTH", kMaxSourceTitleCharacters);
  source.publication = fit("PUBL", kMaxSourceTitleCharacters);
  source.url = address_of(record.child("_URL"));
  source.notes = notes_of(record, tell);
  return source;
}

Couple couple_of(const Record& family, const TellImport& tell) {
  Couple couple;
  const std::vector<Record> marriages = children_with(family.children, "MARR");
  const std::vector<Record> divorces = children_with(family.children, "DIV");
  // Of several, it is not said which marriage a divorce has ended, unless all of them ended so.
  const bool all_ended = divorces.size() >= marriages.size();
  const auto divorce_of = [&](size_t i) {
    return all_ended && i < divorces.size() ? &divorces[i] : nullptr;
  };
  couple.marriage =
      marriage_of(marriages.empty() ? nullptr : marriages.data(), divorce_of(0), tell);
  for (size_t i = 1; i < marriages.size() && i <= kMaxEarlierMarriages; ++i) {
    couple.history.push_back(marriage_of(&marriages[i], divorce_of(i), tell));
  }
  couple.status = marriages.empty() ? CoupleStatus::kUnknown : CoupleStatus::kMarried;
  if (!divorces.empty() && all_ended) couple.status = CoupleStatus::kDivorced;
  couple.notes = notes_of(family, tell);
  return couple;
}

ParentKind parent_kind_of(const Record& family_of_child) {
  const Record* const line = family_of_child.child("PEDI");
  if (line == nullptr) return ParentKind::kBiological;
  std::string word = ascii_lower(trimmed(line->value));
  if (word == "other") word = ascii_lower(trimmed(line->child_text("PHRASE")));
  return kind_of_word(word).value_or(ParentKind::kBiological);
}

AdoptedBy adopted_by(const Record& family_of_adoption) {
  const std::string_view who = trimmed(family_of_adoption.child_text("ADOP"));
  if (equals_ignoring_case(who, "HUSB")) return AdoptedBy::kHusband;
  if (equals_ignoring_case(who, "WIFE")) return AdoptedBy::kWife;
  return AdoptedBy::kBoth;
}

ChildKinds child_kinds_of(const Record& child) {
  const auto kind_of = [&](std::string_view tag) {
    return kind_of_word(ascii_lower(trimmed(child.child_text(tag))));
  };
  return {.father = kind_of("_FREL"), .mother = kind_of("_MREL")};
}

void tell_kept(const Record& record, const TellImport& tell) {
  if (record.tag == "INDI") {
    tell_kept_of_person(record, tell);
  } else if (record.tag == "FAM" || record.tag == "SOUR") {
    tell_kept_of_others(record, tell);
  } else if (record.tag == "NOTE" || record.tag == "SNOTE") {
    tell_children(record, record.tag, tell);
  } else {
    tell(record.line, kGedcomKept(first_characters(record.tag, kMaxTagCharacters)));
  }
}

}  // namespace norn::family
