#include "apps/family/exchange/cited_events.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "apps/family/exchange/to_gedcom.h"
#include "apps/family/limits.h"

namespace norn::family {
namespace {

using gedcom::Record;

constexpr std::string_view kCitedTag = "_NORN_CITED";
constexpr std::string_view kFactWithCitations = "Occupation";

// As below a fact.
std::optional<Citation> cited_by(const Record& line, const TellImport& tell = tell_nobody) {
  if (line.tag != "SOUR" || !line.is_pointer) return std::nullopt;
  Fact fact = fact_of({.tag = "OCCU", .children = {line}}, "", tell);
  if (fact.citations.empty()) return std::nullopt;
  return std::move(fact.citations.front());
}

Record line_citing(const Citation& citation) {
  Fact fact;
  fact.kind = kFactWithCitations;
  fact.citations = {citation};
  return fact_record(fact, gedcom::Version::k70).children.front();
}

void name_sources(std::vector<Citation>& citations, const NameOfSource& name_of) {
  for (Citation& one : citations) one.source_id = name_of(one.source_id);
  std::erase_if(citations, [](const Citation& one) { return one.source_id.empty(); });
}

void name_sources(Marriage& marriage, const NameOfSource& name_of) {
  name_sources(marriage.marriage_citations, name_of);
  name_sources(marriage.divorce_citations, name_of);
}

// Takes the citations of one record, as long as there is room for them.
class CitationTaker {
 public:
  CitationTaker(const NameOfSource& id_of, const TellImport& tell) : id_of_(id_of), tell_(tell) {}

  std::vector<Citation> take(Record& event) {
    std::vector<Citation> citations;
    std::vector<Record> made;
    Record marked = event;
    Record rest = event;
    rest.children.clear();
    for (Record& child : marked.children) {
      auto citation = cited_by(child, tell_);
      std::string id = citation ? id_of_(citation->source_id) : "";
      const bool fits =
          citation && citations.size() < kMaxCitations && cited_bytes({*citation}) <= room_;
      if (id.empty() || !fits) {
        rest.children.push_back(child);
        continue;
      }
      room_ -= cited_bytes({*citation});
      made.push_back(line_citing(*citation));
      child.tag = kCitedTag;
      citation->source_id = std::move(id);
      citations.push_back(*std::move(citation));
    }
    if (citations.empty()) return citations;
    std::vector<Record> again = rest.children;
    again.insert(again.end(), made.begin(), made.end());
    // An event of which nothing else is known is kept as it is.
    const bool is_reproduced = !rest.children.empty() && again == event.children;
    event = is_reproduced ? std::move(rest) : std::move(marked);
    return citations;
  }

 private:
  const NameOfSource& id_of_;
  const TellImport& tell_;
  size_t room_ = kMaxCitedBytes;
};

std::vector<Record*> lines_with(std::vector<Record>& lines, std::string_view tag) {
  std::vector<Record*> found;
  for (Record& line : lines) {
    if (line.tag == tag) found.push_back(&line);
  }
  return found;
}

// The citations of an event that no line says yet.
using Unsaid = std::vector<Citation>;

bool remove_one(Unsaid& unsaid, const Citation& citation) {
  const auto found = std::ranges::find(unsaid, citation);
  if (found == unsaid.end()) return false;
  unsaid.erase(found);
  return true;
}

// The lines that were kept of what one of the events cites.
void restore_same(Record& event, const std::vector<Unsaid*>& events) {
  for (Record& child : event.children) {
    if (child.tag != kCitedTag) continue;
    child.tag = "SOUR";
    const auto citation = cited_by(child);
    const bool is_said = citation && std::ranges::any_of(events, [&](Unsaid* unsaid) {
                           return remove_one(*unsaid, *citation);
                         });
    if (!is_said) child.tag = kCitedTag;
  }
}

// Then those of citations that were changed, for what is below them. Others are gone.
void restore_changed(Record& event, const std::vector<Unsaid*>& events) {
  const bool had_lines = !event.children.empty();
  std::erase_if(event.children, [&](Record& child) {
    if (child.tag != kCitedTag) return false;
    child.tag = "SOUR";
    for (Unsaid* const unsaid : events) {
      const auto found = std::ranges::find(*unsaid, child.value, &Citation::source_id);
      if (found == unsaid->end()) continue;
      Fact fact;
      fact.kind = kFactWithCitations;
      fact.citations = {std::move(*found)};
      unsaid->erase(found);
      const Record origin{.tag = "OCCU", .children = {std::move(child)}};
      child = fact_line(fact, {origin}, false, gedcom::Version::k70).children.front();
      return false;
    }
    return true;
  });
  // That it has happened was said by what was below it.
  if (had_lines && event.children.empty() && event.value.empty()) event.value = "Y";
}

// A line that an earlier import has kept may say one of them.
void add_unsaid(Record& event, Unsaid& unsaid) {
  for (const Record& child : event.children) {
    if (const auto citation = cited_by(child)) remove_one(unsaid, *citation);
  }
  for (const Citation& one : unsaid) event.children.push_back(line_citing(one));
  unsaid.clear();
}

void put_back(std::vector<Record>& lines, std::string_view tag, Unsaid unsaid) {
  const std::vector<Record*> events = lines_with(lines, tag);
  for (Record* const event : events) restore_same(*event, {&unsaid});
  for (Record* const event : events) restore_changed(*event, {&unsaid});
  if (unsaid.empty()) return;
  if (!events.empty()) {
    add_unsaid(*events.front(), unsaid);
    return;
  }
  Record event{.tag = std::string(tag)};
  add_unsaid(event, unsaid);
  lines.push_back(std::move(event));
}

// A marriage or divorce of which something is cited, and its place among the lines of its tag.
struct CitedEvent {
  std::string_view tag;
  std::optional<size_t> place = {};
  Unsaid unsaid = {};
  bool has_happened = true;  // A line without more would say so.
};

// The events of a couple in the order in which to_gedcom.h writes them.
std::vector<CitedEvent> events_of(const Couple& couple, size_t marriage_lines,
                                  size_t divorce_lines) {
  std::vector<Marriage> all = {couple.marriage};
  all.insert(all.end(), couple.history.begin(), couple.history.end());
  const Marriage& last = couple.marriage;
  const bool lacks_first = marriage_lines < all.size() && !last.married.is_known() && !last.place;
  std::vector<CitedEvent> events;
  for (size_t i = 0; i < all.size(); ++i) {
    CitedEvent event = {.tag = "MARR", .unsaid = all[i].marriage_citations};
    if (!lacks_first || i > 0) event.place = i - (lacks_first ? 1 : 0);
    event.has_happened = marriage_lines > 0 || couple.status != CoupleStatus::kUnknown;
    events.push_back(std::move(event));
  }
  size_t place = 0;
  for (size_t i = 0; i < all.size(); ++i) {
    CitedEvent event = {.tag = "DIV", .unsaid = all[i].divorce_citations};
    const bool has_line = divorce_lines >= all.size() || all[i].divorced.is_known() ||
                          (i == 0 && couple.status == CoupleStatus::kDivorced);
    if (has_line) event.place = place++;
    event.has_happened = has_line || i > 0;
    events.push_back(std::move(event));
  }
  return events;
}

}  // namespace

Person with_sources(Person person, const NameOfSource& name_of) {
  name_sources(person.birth_citations, name_of);
  name_sources(person.death_citations, name_of);
  return person;
}

Couple with_sources(Couple couple, const NameOfSource& name_of) {
  name_sources(couple.marriage, name_of);
  for (Marriage& earlier : couple.history) name_sources(earlier, name_of);
  return couple;
}

void take_citations(Record& individual, Person& person, const NameOfSource& id_of,
                    const TellImport& tell) {
  CitationTaker taker(id_of, tell);
  const auto births = lines_with(individual.children, "BIRT");
  const auto deaths = lines_with(individual.children, "DEAT");
  if (!births.empty()) person.birth_citations = taker.take(*births.front());
  if (!deaths.empty()) person.death_citations = taker.take(*deaths.front());
}

void take_citations(Record& family, Couple& couple, const NameOfSource& id_of,
                    const TellImport& tell) {
  CitationTaker taker(id_of, tell);
  const auto marriages = lines_with(family.children, "MARR");
  const auto divorces = lines_with(family.children, "DIV");
  // As in from_gedcom.h: of several, it is not said which marriage a divorce has ended.
  const bool all_ended = divorces.size() >= marriages.size();
  for (size_t i = 0; i < couple.history.size() + 1; ++i) {
    Marriage& marriage = i == 0 ? couple.marriage : couple.history[i - 1];
    if (i < marriages.size()) marriage.marriage_citations = taker.take(*marriages[i]);
    if (all_ended && i < divorces.size()) marriage.divorce_citations = taker.take(*divorces[i]);
  }
}

void put_citations_back(std::vector<Record>& lines, const Person& person) {
  put_back(lines, "BIRT", person.birth_citations);
  // A line without more would say that they are dead, and show to strangers what the living have.
  const bool has_died = person.is_deceased || person.death.is_known() || person.death_place;
  if (has_died || !lines_with(lines, "DEAT").empty()) {
    put_back(lines, "DEAT", person.death_citations);
  }
}

void put_citations_back(std::vector<Record>& lines, const Couple& couple) {
  const auto marriages = lines_with(lines, "MARR");
  const auto divorces = lines_with(lines, "DIV");
  std::vector<CitedEvent> events = events_of(couple, marriages.size(), divorces.size());
  const auto line_of = [&](const CitedEvent& event) -> Record* {
    const auto& all = event.tag == "MARR" ? marriages : divorces;
    return event.place && *event.place < all.size() ? all[*event.place] : nullptr;
  };
  // What the line itself is about comes first. A line of a couple that was merged into this one is
  // an event of another kind.
  const auto order_for = [&](const Record& line) {
    std::vector<Unsaid*> order;
    for (const bool is_own : {true, false}) {
      for (CitedEvent& event : events) {
        if ((line_of(event) == &line) == is_own) order.push_back(&event.unsaid);
      }
    }
    return order;
  };
  for (Record& line : lines) restore_same(line, order_for(line));
  for (Record& line : lines) restore_changed(line, order_for(line));
  std::vector<Record> more;
  for (CitedEvent& event : events) {
    if (event.unsaid.empty()) continue;
    Record* const line = line_of(event);
    if (line != nullptr) {
      add_unsaid(*line, event.unsaid);
    } else if (event.has_happened) {
      add_unsaid(more.emplace_back(Record{.tag = std::string(event.tag)}), event.unsaid);
    }
  }
  // The last marriage comes before the earlier ones.
  lines.insert(lines.begin(), std::make_move_iterator(more.begin()),
               std::make_move_iterator(more.end()));
}

}  // namespace norn::family
