#include "apps/family/demo.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "apps/family/own_person.h"

namespace norn::family {
namespace {

using apps::Demo;
using apps::DemoPerson;

// When a person was born. The living are as old as they are whenever the demo is made, and have
// their birthdays around today; the dead were born when they were.
struct TurnsSoon {
  int years;
  int in_days;
};
using Born = std::variant<std::string_view, TurnsSoon>;

constexpr Gender kF = Gender::kFemale;
constexpr Gender kM = Gender::kMale;

struct Relative {
  std::string_view key;
  std::string_view first_name;
  std::string_view last_name;
  Gender gender;
  Born born;
  std::string_view birth_place;
  std::string_view parents = {};  // "thomas margaret": their keys.
  std::string_view died = {};
  std::string_view death_place = {};
  std::string_view birth_name = {};
  ParentKind parent_kind = ParentKind::kBiological;
  std::string_view biography = {};
};

// Parents before their children.
constexpr Relative kRelatives[] = {
    {"william", "William", "Hale", kM, "ABT 1862", "Whitby", "", "1931-02-11", "Whitby"},
    {"agnes", "Agnes", "Hale", kF, "1866-07-03", "Robin Hood's Bay", "", "1944-10-19", "Whitby",
     "Turner"},
    {"george", "George", "Whitcombe", kM, "1868-04-22", "Bristol", "", "1940-11-24", "Bristol"},
    {"edith", "Edith", "Whitcombe", kF, "BET 1870 AND 1872", "Bath", "", "1952-01-08", "Bristol",
     "Marsh"},
    {"arthur", "Arthur", "Hale", kM, "1891-09-14", "Whitby", "william agnes", "1967-03-30",
     "Whitby", "", ParentKind::kBiological,
     "Boat builder like his father. He rowed until he was seventy."},
    {"florence", "Florence", "Hale", kF, "1895-12-01", "Scarborough", "", "1979-06-17", "Whitby",
     "Pike"},
    {"henry", "Henry", "Hale", kM, "1894-05-27", "Whitby", "william agnes", "1917-04-28",
     "Near Arras, France"},
    {"beatrice", "Beatrice", "Whitcombe", kF, "1898-08-09", "Whitby", "william agnes", "1981-12-22",
     "Bristol", "Hale"},
    {"samuel", "Samuel", "Whitcombe", kM, "1896-02-18", "Bristol", "george edith", "1970-07-05",
     "Bristol"},
    {"albert", "Albert", "Whitcombe", kM, "1899-10-30", "Bristol", "george edith", "1975-09-12",
     "Bath"},
    {"dorothy", "Dorothy", "Whitcombe", kF, "1902-03-16", "Bath", "", "1990-01-27", "Bath", "Lane"},
    {"frederick", "Frederick", "Hale", kM, "1921-06-08", "Whitby", "arthur florence", "1996-11-02",
     "Whitby"},
    {"walter", "Walter", "Hale", kM, "1924-01-19", "Whitby", "arthur florence", "1999-08-14",
     "Leeds"},
    {"nora", "Nora", "Hale", kF, "1927-04-03", "Leeds", "", "2009-02-20", "Leeds", "Finch"},
    {"joan", "Joan", "Hale", kF, "1924-09-25", "Bristol", "samuel beatrice", "2011-05-06", "Whitby",
     "Whitcombe", ParentKind::kBiological,
     "Joan and Frederick were cousins. They met at their grandmother Agnes's funeral."},
    {"kathleen", "Kathleen", "Whitcombe", kF, "1926-11-11", "Bristol", "samuel beatrice",
     "2015-03-01", "Bristol"},
    {"ronald", "Ronald", "Whitcombe", kM, "1928-07-21", "Bath", "albert dorothy", "2003-10-09",
     "Bath"},
    {"elsie", "Elsie", "Whitcombe", kF, "1931-05-13", "Bath", "", "2019-12-28", "Bath", "Grant"},
    {"robert", "Robert", "Reed", kM, "1925-10-04", "York", "", "1998-04-17", "York"},
    {"mary", "Mary", "Reed", kF, "1928-02-23", "Harrogate", "", "2016-09-30", "York", "Sinclair"},
    {"gareth", "Gareth", "Morgan", kM, "1949-03-07", "Cardiff", "", "2020-11-15", "Cardiff"},
    {"sian", "Siân", "Morgan", kF, TurnsSoon{74, 61}, "Swansea", "", "", "", "Davies"},
    {"thomas", "Thomas", "Hale", kM, TurnsSoon{76, 33}, "Whitby", "frederick joan", "", "", "",
     ParentKind::kBiological, "Keeps the family tree, and the boathouse."},
    {"peter", "Peter", "Hale", kM, TurnsSoon{72, -40}, "Whitby", "frederick joan"},
    {"margaret", "Margaret", "Hale", kF, TurnsSoon{74, 5}, "York", "robert mary", "", "", "Reed"},
    {"susan", "Susan", "Reed", kF, TurnsSoon{70, -12}, "York", "robert mary"},
    {"linda", "Linda", "Brooks", kF, TurnsSoon{69, 118}, "Hull"},
    {"janet", "Janet", "Hale", kF, TurnsSoon{70, 150}, "Leeds", "walter nora"},
    {"david", "David", "Whitcombe", kM, TurnsSoon{68, -75}, "Bath", "ronald elsie"},
    {"edward", "Edward", "Hale", kM, TurnsSoon{48, 90}, "York", "thomas margaret"},
    {"aisha", "Aisha", "Hale", kF, TurnsSoon{46, -5}, "Bradford", "", "", "", "Khan"},
    {"clara", "Clara", "Morgan", kF, TurnsSoon{45, -88}, "York", "thomas margaret", "", "", "Hale"},
    {"ruth", "Ruth", "Hale", kF, TurnsSoon{41, 20}, "York", "thomas margaret"},
    {"daniel", "Daniel", "Morgan", kM, TurnsSoon{47, 13}, "Cardiff", "gareth sian"},
    {"rhian", "Rhian", "Morgan", kF, TurnsSoon{43, -21}, "Cardiff", "gareth sian"},
    {"simon", "Simon", "Hale", kM, TurnsSoon{42, 2}, "Hull", "peter linda"},
    {"noah", "Noah", "Hale", kM, TurnsSoon{16, 45}, "Leeds", "edward aisha"},
    {"zara", "Zara", "Hale", kF, TurnsSoon{12, -30}, "Leeds", "edward aisha"},
    {"lily", "Lily", "Morgan", kF, TurnsSoon{15, 140}, "York", "clara daniel"},
    {"ben", "Ben", "Morgan", kM, TurnsSoon{11, 16}, "York", "clara daniel"},
    {"mari", "Mari", "Morgan", kF, TurnsSoon{9, 8}, "Newport", "rhian", "", "", "",
     ParentKind::kAdoptive},
};

struct DemoCouple {
  std::string_view first;
  std::string_view second;
  Born married;
  std::string_view place;
  CoupleStatus status = CoupleStatus::kMarried;
};

constexpr DemoCouple kCouples[] = {
    {"william", "agnes", "1889-05-18", "Whitby"},
    {"george", "edith", "ABT 1894", "Bristol"},
    {"arthur", "florence", "1919-09-06", "Scarborough"},
    {"samuel", "beatrice", "1922-04-15", "Whitby"},
    {"albert", "dorothy", "1926-06-19", "Bath"},
    {"frederick", "joan", "1948-07-10", "Bristol"},
    {"walter", "nora", "1953-03-28", "Leeds"},
    {"ronald", "elsie", "1955-08-20", "Bath"},
    {"robert", "mary", "1950-05-27", "York"},
    {"gareth", "sian", "1974-06-08", "Swansea"},
    {"thomas", "margaret", TurnsSoon{50, 24}, "York"},
    {"peter", "linda", TurnsSoon{45, 70}, "Hull", CoupleStatus::kDivorced},
    {"edward", "aisha", TurnsSoon{19, -15}, "Leeds"},
    {"clara", "daniel", TurnsSoon{17, 9}, "York"},
};

struct DemoSource {
  std::string_view key;
  std::string_view title;
  std::string_view author;
};

constexpr DemoSource kSources[] = {
    {"register", "Parish register of St Mary, Whitby", "Church of England"},
    {"census", "Census of England and Wales, 1911", "General Register Office"},
    {"letters", "Letters of Florence Hale, 1915 to 1946", "Kept by Thomas Hale"},
};

struct DemoFact {
  std::string_view person;
  std::string_view kind;
  std::string_view date;
  std::string_view place;
  std::string_view value;
  std::string_view notes = {};
  std::string_view source = {};
  std::string_view page = {};
};

constexpr DemoFact kFacts[] = {
    {"william", "Occupation", "", "Whitby", "Boat builder", "", "census", "Whitby, schedule 112"},
    {"william", "Census", "1911", "Whitby", "", "Four people at 7 Church Street.", "census",
     "Whitby, schedule 112"},
    {"arthur", "Baptism", "1891-10-04", "St Mary, Whitby", "", "", "register", "p. 83, entry 7"},
    {"arthur", "Occupation", "BET 1912 AND 1956", "Whitby", "Boat builder"},
    {"henry", "Military service", "1915", "Richmond, Yorkshire", "Green Howards", "", "letters",
     "3 May 1917"},
    {"henry", "Note", "", "", "",
     "His last letter asks Florence to look after the dog. It is in the blue box.", "letters"},
    {"beatrice", "Baptism", "1898-09-04", "St Mary, Whitby", "", "", "register", "p. 121, entry 2"},
    {"joan", "Occupation", "BET 1946 AND 1984", "Whitby", "Teacher"},
    {"frederick", "Residence", "FROM 1949 TO 1996", "Whitby", "7 Church Street"},
    {"thomas", "Occupation", "", "York", "Surveyor"},
    {"margaret", "Occupation", "", "York", "Nurse"},
};

LifeDate on_day(Date day) {
  return {.day = date_text(day)};
}

std::optional<std::string> text_or_none(std::string_view text) {
  if (text.empty()) return std::nullopt;
  return std::string(text);
}

class TreeDemo {
 public:
  TreeDemo(const DemoServices& services, Demo& demo)
      : services_(services), demo_(demo), owner_(demo.thomas.id) {}

  Result<void> add() {
    NORN_ASSIGN(const TreeAccess made,
                services_.trees.create(owner_,
                                       {.name = "Hale and Morgan",
                                        .description = "From the boat builders of Whitby to Lily "
                                                       "and Ben."},
                                       {}));
    tree_ = made.tree.id;
    for (const Relative& relative : kRelatives) NORN_TRY(add_person(relative));
    for (const DemoCouple& couple : kCouples) NORN_TRY(add_couple(couple));
    for (const DemoSource& source : kSources) {
      NORN_ASSIGN(
          const Source stored,
          services_.facts.create_source(
              owner_, tree_,
              {.title = std::string(source.title), .author = text_or_none(source.author)}, {}));
      ids_.emplace(source.key, stored.id);
    }
    for (const DemoFact& fact : kFacts) NORN_TRY(add_fact(fact));
    NORN_TRY(share());
    NORN_ASSIGN(const TreeAccess now, services_.trees.get(owner_, tree_));
    NORN_TRY(services_.trees.change(
        owner_, tree_, {.root_person_id = std::optional(ids_.at("lily"))}, now.tree.etag));
    return {};
  }

 private:
  Result<LifeDate> date_of(std::string_view field, const Born& born) const {
    if (const auto* const soon = std::get_if<TurnsSoon>(&born)) {
      return on_day(Demo::years_before(demo_.in_days(soon->in_days), soon->years));
    }
    return life_date_from(field, std::get<std::string_view>(born));
  }

  Result<void> add_person(const Relative& relative) {
    PersonInput input{.first_name = std::string(relative.first_name),
                      .last_name = std::string(relative.last_name),
                      .birth_name = text_or_none(relative.birth_name),
                      .gender = relative.gender,
                      .is_deceased = !relative.died.empty(),
                      .birth_place = text_or_none(relative.birth_place),
                      .death_place = text_or_none(relative.death_place),
                      .biography = text_or_none(relative.biography)};
    NORN_ASSIGN(input.birth, date_of("birthDate", relative.born));
    NORN_ASSIGN(input.death, life_date_from("deathDate", relative.died));
    NewRelatives relatives;
    std::string_view parents = relative.parents;
    while (!parents.empty()) {
      const size_t length = std::min(parents.find(' '), parents.size());
      relatives.parents.emplace_back(ids_.at(std::string(parents.substr(0, length))),
                                     relative.parent_kind);
      parents.remove_prefix(std::min(length + 1, parents.size()));
    }
    NORN_ASSIGN(const SeenPerson made,
                services_.people.create(owner_, tree_, input, relatives, {}));
    ids_.emplace(relative.key, made.person.id);
    return {};
  }

  Result<void> add_couple(const DemoCouple& couple) {
    CoupleInput input{.person1_id = ids_.at(std::string(couple.first)),
                      .person2_id = ids_.at(std::string(couple.second)),
                      .status = couple.status,
                      .marriage = {.place = text_or_none(couple.place)}};
    NORN_ASSIGN(input.marriage.married, date_of("marriageDate", couple.married));
    NORN_TRY(services_.relationships.add_couple(owner_, tree_, input));
    return {};
  }

  Result<void> add_fact(const DemoFact& fact) {
    FactInput input{.kind = std::string(fact.kind),
                    .place = text_or_none(fact.place),
                    .value = text_or_none(fact.value),
                    .notes = text_or_none(fact.notes)};
    NORN_ASSIGN(input.date, life_date_from("date", fact.date));
    if (!fact.source.empty()) {
      input.citations = {
          {.source_id = ids_.at(std::string(fact.source)), .page = text_or_none(fact.page)}};
    }
    NORN_TRY(services_.facts.create(owner_, tree_, ids_.at(std::string(fact.person)), input, {}));
    return {};
  }

  // The family reads the tree, or writes in it, and each of them says who they are.
  Result<void> share() {
    const std::pair<const DemoPerson&, TreeRole> members[] = {{demo_.margaret, TreeRole::kWriter},
                                                              {demo_.clara, TreeRole::kWriter},
                                                              {demo_.daniel, TreeRole::kReader},
                                                              {demo_.lily, TreeRole::kReader},
                                                              {demo_.ben, TreeRole::kReader}};
    for (const auto& [person, role] : members) {
      NORN_TRY(services_.members.invite(owner_, tree_, person.email, std::string(to_text(role))));
    }
    // Their addresses begin with the keys above.
    for (const DemoPerson* const person : demo_.family()) {
      const std::string key = person->email.substr(0, person->email.find('@'));
      NORN_TRY(set_own_person(services_.context, person->id, tree_, ids_.at(key)));
    }
    return {};
  }

  const DemoServices& services_;
  Demo& demo_;
  const std::string owner_;
  std::string tree_;
  std::map<std::string, std::string, std::less<>> ids_;  // Of people and sources, by their keys.
};

}  // namespace

Result<void> add_demo(const DemoServices& services, Demo& demo) {
  return TreeDemo(services, demo).add();
}

}  // namespace norn::family
