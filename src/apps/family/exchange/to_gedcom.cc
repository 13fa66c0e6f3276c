#include "apps/family/exchange/to_gedcom.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "apps/family/exchange/fact_kinds.h"
#include "apps/family/exchange/from_gedcom.h"
#include "apps/family/exchange/kept_lines.h"
#include "gedcom/date.h"
#include "gedcom/name.h"

namespace norn::family {
namespace {

using gedcom::Record;
using gedcom::Version;
using RecordList = std::vector<Record>;

void add_line(RecordList& lines, std::string_view tag, const std::optional<std::string>& text) {
  if (text && !text->empty()) lines.push_back({.tag = std::string(tag), .value = *text});
}

void append_lines(RecordList& lines, RecordList more) {
  for (Record& line : more) lines.push_back(std::move(line));
}

// What is below a line that was replaced, and not modelled.
void add_below(Record& line, const Record& origin, auto&& is_modelled) {
  for (const Record& child : origin.children) {
    if (!is_modelled(child)) line.children.push_back(child);
  }
}

// What one line below an event says.
Fact said_below(const Record& line) {
  return fact_of({.tag = "OCCU", .children = {line}});
}

bool says_same(const Record& line, const Record& origin) {
  if (line.tag != origin.tag || line.is_pointer != origin.is_pointer) return false;
  if (line.tag == "DATE") return said_below(line).date == said_below(origin).date;
  if (line.tag == "PLAC") return said_below(line).place == said_below(origin).place;
  if (line.tag == "SOUR" && line.is_pointer) {
    return said_below(line).citations == said_below(origin).citations;
  }
  return line.value == origin.value;
}

// The notes that are made, as the lines that they came from if these say the same.
void keep_notes(RecordList& made, const RecordList& origins) {
  const auto is_text = [](const Record& line) { return line.tag == "NOTE" && !line.is_pointer; };
  const auto notes_in = [&](const RecordList& lines) {
    RecordList notes;
    std::ranges::copy_if(lines, std::back_inserter(notes), is_text);
    return notes;
  };
  RecordList notes = notes_in(origins);
  const auto text = fact_of({.tag = "OCCU", .children = notes}).notes;
  if (!text || text != fact_of({.tag = "OCCU", .children = notes_in(made)}).notes) return;
  std::erase_if(made, is_text);
  append_lines(made, std::move(notes));
}

// A citation that was changed, with what is below its line and not modelled.
void add_below_citation(Record& line, const Record& origin) {
  add_below(line, origin, [](const Record& child) {
    return child.tag == "PAGE" || child.tag == "QUAY" || child.tag == "DATA";
  });
  const Record* const data = origin.child("DATA");
  if (data == nullptr) return;
  Record rest{.tag = "DATA"};
  add_below(rest, *data, [](const Record& child) { return child.tag == "TEXT"; });
  if (rest.children.empty()) return;
  const auto there = std::ranges::find(line.children, "DATA", &Record::tag);
  if (there == line.children.end()) {
    line.children.push_back(std::move(rest));
  } else {
    append_lines(there->children, std::move(rest.children));
  }
}

// A line that replaces another one: what is below that and not modelled stays, and so do the lines
// that say what those made say, with all that is below them.
void keep_below(Record& line, const Record& origin, auto&& is_modelled) {
  std::vector<bool> is_used(origin.children.size());
  const auto take = [&](auto&& fits) -> const Record* {
    for (size_t i = 0; i < origin.children.size(); ++i) {
      if (is_used[i] || !fits(origin.children[i])) continue;
      is_used[i] = true;
      return &origin.children[i];
    }
    return nullptr;
  };
  std::vector<Record*> changed;
  for (Record& made : line.children) {
    const Record* const same = take([&](const Record& other) { return says_same(made, other); });
    if (same != nullptr) made = *same;
    if (same == nullptr && made.tag == "SOUR" && made.is_pointer) changed.push_back(&made);
  }
  for (Record* const made : changed) {
    const Record* const other = take([&](const Record& one) {
      return one.tag == made->tag && one.is_pointer && one.value == made->value;
    });
    if (other != nullptr) add_below_citation(*made, *other);
  }
  keep_notes(line.children, origin.children);
  add_below(line, origin, is_modelled);
}

bool is_part_of_event(const Record& child) {
  return child.tag == "DATE" || child.tag == "PLAC";
}

bool is_part_of_name(const Record& child) {
  constexpr std::array<std::string_view, 6> kParts = {"GIVN", "SURN", "NICK",
                                                      "NSFX", "SPFX", "TYPE"};
  return std::ranges::find(kParts, child.tag) != kParts.end();
}

RecordList names_made(const Person& person, Version version) {
  gedcom::Name name;
  name.given = person.first_name;
  if (person.middle_name) name.given += (name.given.empty() ? "" : " ") + *person.middle_name;
  name.surname = person.last_name;
  name.nickname = person.preferred_name.value_or("");
  name.suffix = person.suffix.value_or("");
  RecordList lines;
  if (name != gedcom::Name()) lines.push_back(gedcom::name_record(name, version));
  if (person.birth_name) {
    const gedcom::Name birth = {
        .given = name.given, .surname = *person.birth_name, .type = gedcom::NameType::kMaiden};
    lines.push_back(gedcom::name_record(birth, version));
  }
  return lines;
}

RecordList sex_made(const Person& person, Version /*version*/) {
  switch (person.gender) {
    case Gender::kMale:
      return {{.tag = "SEX", .value = "M"}};
    case Gender::kFemale:
      return {{.tag = "SEX", .value = "F"}};
    case Gender::kOther:
      // 5.5.1 has no such value; most programs know that of 7.0.
      return {{.tag = "SEX", .value = "X"}};
    case Gender::kUnknown:
      break;
  }
  return {};
}

RecordList event_made(std::string_view tag, const LifeDate& date,
                      const std::optional<std::string>& place, bool has_happened, Version version) {
  Record event{.tag = std::string(tag)};
  add_date_line(event, date, version);
  add_line(event.children, "PLAC", place);
  if (event.children.empty() && !has_happened) return {};
  if (event.children.empty()) event.value = "Y";
  return {std::move(event)};
}

// A part of a person: the lines of one tag.
struct PersonPart {
  std::string_view tag;
  RecordList (*made)(const Person&, Version);
  bool (*is_same)(const Person&, const Person&);
  bool (*is_modelled)(const Record&);
};

constexpr std::array kPersonParts = {
    PersonPart{"NAME", names_made,
               [](const Person& a, const Person& b) {
                 return a.first_name == b.first_name && a.middle_name == b.middle_name &&
                        a.last_name == b.last_name && a.birth_name == b.birth_name &&
                        a.preferred_name == b.preferred_name && a.suffix == b.suffix;
               },
               is_part_of_name},
    PersonPart{"SEX", sex_made,
               [](const Person& a, const Person& b) { return a.gender == b.gender; },
               [](const Record&) { return false; }},
    PersonPart{"BIRT",
               [](const Person& person, Version version) {
                 return event_made("BIRT", person.birth, person.birth_place, false, version);
               },
               [](const Person& a, const Person& b) {
                 return a.birth == b.birth && a.birth_place == b.birth_place;
               },
               is_part_of_event},
    PersonPart{"DEAT",
               [](const Person& person, Version version) {
                 return event_made("DEAT", person.death, person.death_place, person.is_deceased,
                                   version);
               },
               [](const Person& a, const Person& b) {
                 return a.death == b.death && a.death_place == b.death_place &&
                        a.is_deceased == b.is_deceased;
               },
               is_part_of_event},
};

// Whether writing `made` says all that `lines` say. A plain name has its parts in its value.
bool says_all(const RecordList& lines, const RecordList& made) {
  if (lines.size() != made.size()) return false;
  for (size_t i = 0; i < lines.size(); ++i) {
    const bool is_plain_name = lines[i].tag == "NAME" && lines[i].children.empty() &&
                               lines[i].value == made[i].value && made.size() == 1;
    if (!is_plain_name && lines[i] != made[i]) return false;
  }
  return true;
}

// Lines that are replaced because the item says something else by now: what is below the first one
// stays as far as it is not modelled, and so do the others, but for the one of a birth name.
RecordList replaced(RecordList made, const RecordList& origins,
                    bool (*is_modelled)(const Record&)) {
  if (origins.empty()) return made;
  size_t first = 0;
  std::optional<size_t> second;
  const bool are_names = origins.front().tag == "NAME";
  if (const auto of_birth = are_names ? birth_name_line(origins) : std::nullopt) {
    first = of_birth->is_first ? of_birth->place : 0;
    second = of_birth->is_first ? 0 : of_birth->place;
  }
  if (!made.empty()) {
    keep_below(made.front(), origins[first], is_modelled);
    if (made.front().value == "Y" && !made.front().children.empty()) made.front().value.clear();
  }
  if (made.size() > 1 && second) keep_below(made[1], origins[*second], is_modelled);
  for (size_t i = 0; i < origins.size(); ++i) {
    if (i != first && i != second) made.push_back(origins[i]);
  }
  return made;
}

// The lines of `first`, and those of `more` that are not among them.
RecordList each_once(RecordList first, const RecordList& more) {
  for (const Record& line : more) {
    if (std::ranges::find(first, line) == first.end()) first.push_back(line);
  }
  return first;
}

// The lines of one part of two people who become one.
RecordList merged_part(const PersonPart& part, const Person& merged, const KeptPerson& first,
                       const KeptPerson& second) {
  const bool is_of_second =
      !part.is_same(merged, first.person) && part.is_same(merged, second.person);
  const KeptPerson& main = is_of_second ? second : first;
  const KeptPerson& other = is_of_second ? first : second;
  RecordList lines = children_with(main.kept, part.tag);
  RecordList others = children_with(other.kept, part.tag);
  if (others.empty()) return lines;
  if (lines.empty() && part.is_same(merged, other.person)) return others;
  if (lines.empty()) lines = part.made(merged, Version::k70);
  if (part.tag != "SEX") return each_once(std::move(lines), others);
  // A person has one such line: what is below the other is moved to it.
  if (lines.empty()) return others;
  lines.front().children = each_once(std::move(lines.front().children), others.front().children);
  return lines;
}

// Lines of Norn's own: what GEDCOM has no place for.
bool is_extra_of_person(const Record& child) {
  const bool is_biography =
      child.tag == "NOTE" && !child.is_pointer && child.child_text("_TYPE") == "Biography";
  return is_biography || child.tag == "_PHOTO";
}

// The path of a photo in Norn means nothing in a file.
std::optional<std::string> photo_elsewhere(const Person& person) {
  const bool is_here = person.photo_url && person.photo_url->starts_with('/');
  return is_here ? std::nullopt : person.photo_url;
}

RecordList extras_made(const Person& person) {
  RecordList lines;
  if (person.biography) {
    Record note{.tag = "NOTE", .value = *person.biography};
    note.children.push_back({.tag = "_TYPE", .value = "Biography"});
    lines.push_back(std::move(note));
  }
  add_line(lines, "_PHOTO", photo_elsewhere(person));
  return lines;
}

struct OtherLines {
  RecordList extras;
  RecordList others;  // Neither these nor of a part.
};
OtherLines other_lines(const RecordList& kept) {
  OtherLines lines;
  for (const Record& line : kept) {
    if (std::ranges::find(kPersonParts, line.tag, &PersonPart::tag) != kPersonParts.end()) continue;
    (is_extra_of_person(line) ? lines.extras : lines.others).push_back(line);
  }
  return lines;
}

bool says_extras(const RecordList& extras, const Person& person) {
  const Person read = person_of({.tag = "INDI", .children = extras});
  return !extras.empty() && read.biography == person.biography &&
         read.photo_url == photo_elsewhere(person);
}

// Extras that say something else than the person does, as notes.
RecordList extras_as_notes(const RecordList& extras, const Person& person) {
  RecordList notes;
  for (const Record& line : extras) {
    if (line.value == person.biography || line.value == person.photo_url) continue;
    notes.push_back({.tag = "NOTE", .value = line.value});
  }
  return notes;
}

void add_citations(Record& record, const std::vector<Citation>& citations) {
  for (const Citation& citation : citations) {
    Record line{.tag = "SOUR", .value = citation.source_id, .is_pointer = true};
    add_line(line.children, "PAGE", citation.page);
    if (citation.text) {
      Record data{.tag = "DATA"};
      add_line(data.children, "TEXT", citation.text);
      line.children.push_back(std::move(data));
    }
    if (citation.quality) {
      line.children.push_back({.tag = "QUAY", .value = std::to_string(*citation.quality)});
    }
    record.children.push_back(std::move(line));
  }
}

// The sources that citations name are the same, and so is all else.
bool is_same_fact(const Fact& read, const Fact& fact) {
  return read.kind == fact.kind && read.date == fact.date && read.place == fact.place &&
         read.value == fact.value && read.notes == fact.notes && read.citations == fact.citations;
}

RecordList source_made(const Source& source) {
  RecordList lines;
  add_line(lines, "TITL", source.title);
  add_line(lines, "AUTH", source.author);
  add_line(lines, "PUBL", source.publication);
  add_line(lines, "NOTE", source.notes);
  add_line(lines, "_URL", source.url);
  return lines;
}

bool is_part_of_source(const Record& child) {
  constexpr std::array<std::string_view, 5> kParts = {"TITL", "AUTH", "PUBL", "NOTE", "_URL"};
  return !child.is_pointer && std::ranges::find(kParts, child.tag) != kParts.end();
}

RecordList marriages_made(const Couple& couple, Version version) {
  RecordList lines;
  std::vector<Marriage> all = {couple.marriage};
  all.insert(all.end(), couple.history.begin(), couple.history.end());
  const bool is_married = couple.status != CoupleStatus::kUnknown;
  for (size_t i = 0; i < all.size(); ++i) {
    append_lines(lines,
                 event_made("MARR", all[i].married, all[i].place, i > 0 || is_married, version));
  }
  for (size_t i = 0; i < all.size(); ++i) {
    const bool has_ended = i == 0 && couple.status == CoupleStatus::kDivorced;
    append_lines(lines, event_made("DIV", all[i].divorced, {}, has_ended, version));
  }
  return lines;
}

RecordList couple_made(const Couple& couple, Version version) {
  RecordList lines = marriages_made(couple, version);
  add_line(lines, "NOTE", couple.notes);
  return lines;
}

bool is_part_of_couple(const Record& child) {
  return child.tag == "MARR" || child.tag == "DIV" || (child.tag == "NOTE" && !child.is_pointer);
}

RecordList parts_with(const RecordList& lines, std::string_view tag) {
  RecordList found = children_with(lines, tag);
  std::erase_if(found, [](const Record& line) { return !is_part_of_couple(line); });
  return found;
}

// A line of a marriage, a divorce or a note as an event of another kind.
Record event_of(const Record& line) {
  Record event{.tag = "EVEN"};
  const bool is_note = line.tag == "NOTE";
  const std::string_view type = is_note ? "Note" : line.tag == "MARR" ? "Marriage" : "Divorce";
  event.children.push_back({.tag = "TYPE", .value = std::string(type)});
  if (is_note) {
    event.children.push_back(line);
  } else {
    add_below(event, line, [](const Record& child) { return child.tag == "TYPE"; });
  }
  return event;
}

bool is_same_couple(const Couple& read, const Couple& couple) {
  // GEDCOM has no other status than these.
  const auto status = [](const Couple& one) {
    return one.status == CoupleStatus::kDivorced || one.status == CoupleStatus::kUnknown
               ? one.status
               : CoupleStatus::kMarried;
  };
  // What they cite is not in these lines.
  const auto is_same = [](const Marriage& one, const Marriage& other) {
    return one.married == other.married && one.place == other.place &&
           one.divorced == other.divorced;
  };
  return status(read) == status(couple) && is_same(read.marriage, couple.marriage) &&
         std::ranges::equal(read.history, couple.history, is_same) && read.notes == couple.notes;
}

// The lines of a whole record of which some are modelled: as they were if `is_same`, and otherwise
// `made` and the others.
RecordList merged(RecordList made, const RecordList& kept, bool is_same,
                  bool (*is_part)(const Record&)) {
  const bool has_origin = std::ranges::any_of(kept, is_part);
  if (is_same && has_origin) return kept;
  for (const Record& line : kept) {
    if (!is_part(line)) made.push_back(line);
  }
  return made;
}

// The lines to keep of a record of which some are modelled: all, unless `made` says what they say.
RecordList to_keep(const RecordList& all, const RecordList& made, bool (*is_part)(const Record&)) {
  RecordList parts;
  RecordList others;
  for (const Record& line : all) (is_part(line) ? parts : others).push_back(line);
  if (parts == made) return others;
  parts.insert(parts.end(), others.begin(), others.end());
  return parts;
}

}  // namespace

Record unknown_submitter() {
  return {
      .tag = "SUBM", .xref = "NORN_SUBMITTER", .children = {{.tag = "NAME", .value = "Unknown"}}};
}

void add_date_line(Record& record, const LifeDate& date, Version version) {
  if (!date.is_known()) return;
  const gedcom::DateText text = gedcom::read_date(date.words()).text(version);
  Record line{.tag = "DATE", .value = text.value};
  if (!text.phrase.empty()) line.children.push_back({.tag = "PHRASE", .value = text.phrase});
  record.children.push_back(std::move(line));
}

RecordList kept_of_person(const Record& individual, Version version) {
  const Person person = person_of(individual);
  RecordList kept;
  for (const PersonPart& part : kPersonParts) {
    RecordList lines = children_with(individual.children, part.tag);
    if (!says_all(lines, part.made(person, version))) append_lines(kept, std::move(lines));
  }
  RecordList extras;
  for (const Record& child : individual.children) {
    const bool is_part =
        std::ranges::find(kPersonParts, child.tag, &PersonPart::tag) != kPersonParts.end();
    if (is_part || is_fact_record(child) || child.tag == "FAMC" || child.tag == "FAMS") continue;
    (is_extra_of_person(child) ? extras : kept).push_back(child);
  }
  if (extras != extras_made(person)) append_lines(kept, std::move(extras));
  return kept;
}

RecordList person_lines(const Person& person, const RecordList& kept, Version version) {
  std::array<RecordList, kPersonParts.size()> origins;
  Record whole{.tag = "INDI"};
  for (size_t i = 0; i < kPersonParts.size(); ++i) {
    origins[i] = children_with(kept, kPersonParts[i].tag);
    append_lines(whole.children,
                 origins[i].empty() ? kPersonParts[i].made(person, version) : origins[i]);
  }
  const Person read = person_of(whole);
  RecordList lines;
  for (size_t i = 0; i < kPersonParts.size(); ++i) {
    const PersonPart& part = kPersonParts[i];
    const bool is_origin = !origins[i].empty() && part.is_same(read, person);
    append_lines(lines, is_origin
                            ? origins[i]
                            : replaced(part.made(person, version), origins[i], part.is_modelled));
  }
  OtherLines rest = other_lines(kept);
  const bool is_origin = says_extras(rest.extras, person);
  append_lines(lines, is_origin ? std::move(rest.extras) : extras_made(person));
  append_lines(lines, std::move(rest.others));
  return lines;
}

RecordList kept_of_merged(const Person& merged, const KeptPerson& first, const KeptPerson& second) {
  RecordList lines;
  for (const PersonPart& part : kPersonParts) {
    append_lines(lines, merged_part(part, merged, first, second));
  }
  const OtherLines of_first = other_lines(first.kept);
  const OtherLines of_second = other_lines(second.kept);
  const bool is_first_origin = says_extras(of_first.extras, merged);
  const bool is_second_origin = !is_first_origin && says_extras(of_second.extras, merged);
  append_lines(lines, is_first_origin ? of_first.extras : extras_as_notes(of_first.extras, merged));
  append_lines(lines,
               is_second_origin ? of_second.extras : extras_as_notes(of_second.extras, merged));
  append_lines(lines, each_once(of_first.others, of_second.others));
  return lines;
}

Record fact_record(const Fact& fact, Version version) {
  if (fact.is_note()) {
    Record note{.tag = "NOTE", .value = fact.notes.value_or("")};
    add_citations(note, fact.citations);
    return note;
  }
  const FactKind* const kind = fact_kind_named(fact.kind);
  Record record;
  if (kind != nullptr) {
    record.tag = kind->tag;
  } else {
    const bool is_event = !fact.value || fact.date.is_known() || fact.place;
    record.tag = is_event ? "EVEN" : "FACT";
    record.children.push_back({.tag = "TYPE", .value = fact.kind});
  }
  record.value = fact.value.value_or("");
  add_date_line(record, fact.date, version);
  add_line(record.children, "PLAC", fact.place);
  add_line(record.children, "NOTE", fact.notes);
  add_citations(record, fact.citations);
  const bool is_event = kind != nullptr && kind->is_event;
  if (is_event && record.value.empty() && record.children.empty()) record.value = "Y";
  return record;
}

Record fact_line(const Fact& fact, const RecordList& kept, bool is_unchanged, Version version) {
  Record made = fact_record(fact, version);
  if (kept.empty()) return made;
  const Record& origin = kept.front();
  if (origin.is_pointer) return is_unchanged ? origin : made;
  if (!is_fact_record(origin)) return made;
  if (is_same_fact(fact_of(origin), fact)) return origin;
  keep_below(made, origin, [&](const Record& child) {
    return is_modelled_of_fact(child) ||
           (child.tag == "TYPE" && (origin.tag == "EVEN" || origin.tag == "FACT"));
  });
  return made;
}

RecordList kept_of_source(const Record& record) {
  return to_keep(record.children, source_made(source_of(record)), is_part_of_source);
}

RecordList source_lines(const Source& source, const RecordList& kept) {
  const Source read = source_of({.tag = "SOUR", .children = kept});
  const bool is_same = (read.title == source.title || children_with(kept, "TITL").empty()) &&
                       read.author == source.author && read.publication == source.publication &&
                       read.url == source.url && read.notes == source.notes;
  RecordList made = source_made(source);
  for (Record& line : made) {
    const auto origin = std::ranges::find_if(
        kept, [&](const Record& one) { return line.tag != "NOTE" && says_same(line, one); });
    if (origin != kept.end()) line = *origin;
  }
  keep_notes(made, kept);
  return merged(std::move(made), kept, is_same, is_part_of_source);
}

RecordList kept_of_couple(const Record& family, Version version) {
  RecordList lines;
  for (const Record& child : family.children) {
    const bool is_person = child.tag == "HUSB" || child.tag == "WIFE" || child.tag == "CHIL";
    if (!is_person) lines.push_back(child);
  }
  return to_keep(lines, couple_made(couple_of(family), version), is_part_of_couple);
}

RecordList couple_lines(const Couple& couple, const RecordList& kept, Version version) {
  const Couple read = couple_of({.tag = "FAM", .children = kept});
  RecordList made = couple_made(couple, version);
  // What is below a line that is replaced, and not modelled, stays.
  std::map<std::string, size_t> used;
  for (Record& line : made) {
    const RecordList origins = parts_with(kept, line.tag);
    const size_t place = used[line.tag]++;
    if (place >= origins.size()) continue;
    keep_below(line, origins[place], is_part_of_event);
    if (line.value == "Y" && !line.children.empty()) line.value.clear();
  }
  keep_notes(made, parts_with(kept, "NOTE"));
  return merged(std::move(made), kept, is_same_couple(read, couple), is_part_of_couple);
}

RecordList kept_of_merged(const Couple& merged, const KeptCouple& first, const KeptCouple& second) {
  const auto rest_of = [](RecordList lines) {
    std::erase_if(lines, is_part_of_couple);
    return lines;
  };
  RecordList lines;
  RecordList events;
  for (const std::string_view tag : {"MARR", "DIV", "NOTE"}) {
    const RecordList main = parts_with(first.kept, tag);
    const RecordList others = parts_with(second.kept, tag);
    if (main.empty() && is_same_couple(merged, second.couple)) {
      append_lines(lines, others);
      continue;
    }
    append_lines(lines, main);
    for (const Record& line : others) {
      const bool says_more = std::ranges::find(main, line) == main.end() && !line.children.empty();
      if (says_more) events.push_back(event_of(line));
    }
  }
  append_lines(lines, each_once(rest_of(first.kept), rest_of(second.kept)));
  return each_once(std::move(lines), events);
}

Record child_line(const std::string& family_xref, ParentKind kind, Version version) {
  Record line{.tag = "FAMC", .value = family_xref, .is_pointer = true};
  const bool is_70 = version == Version::k70;
  switch (kind) {
    case ParentKind::kBiological:
      break;
    case ParentKind::kAdoptive:
      line.children.push_back({.tag = "PEDI", .value = is_70 ? "ADOPTED" : "adopted"});
      break;
    case ParentKind::kFoster:
      line.children.push_back({.tag = "PEDI", .value = is_70 ? "FOSTER" : "foster"});
      break;
    case ParentKind::kStep:
      // 7.0 has no word of its own for it, and 5.5.1 none at all, but many programs write this.
      line.children.push_back({.tag = "PEDI", .value = is_70 ? "OTHER" : "step"});
      if (is_70) line.children.back().children.push_back({.tag = "PHRASE", .value = "step"});
      break;
  }
  return line;
}

Record child_line(const std::string& family_xref, ParentKind kind, const Record* kept,
                  Version version) {
  Record made = child_line(family_xref, kind, version);
  if (kept == nullptr) return made;
  if (parent_kind_of(*kept) == kind) return *kept;
  add_below(made, *kept, [](const Record& child) { return child.tag == "PEDI"; });
  return made;
}

}  // namespace norn::family
