#include "apps/family/exchange/fact_kinds.h"

#include <algorithm>
#include <array>

namespace norn::family {
namespace {

// https://gedcom.io/specifications/FamilySearchGEDCOMv7.html#INDIVIDUAL_EVENT_STRUCTURE and
// INDIVIDUAL_ATTRIBUTE_STRUCTURE. Birth and death are those of the person, ADOP is a relationship.
constexpr std::array kFactKinds = {
    FactKind{"BAPM", "Baptism"},
    FactKind{"CHR", "Christening"},
    FactKind{"CHRA", "Adult christening"},
    FactKind{"BARM", "Bar mitzvah"},
    FactKind{"BASM", "Bat mitzvah"},
    FactKind{"BLES", "Blessing"},
    FactKind{"CONF", "Confirmation"},
    FactKind{"FCOM", "First communion"},
    FactKind{"ORDN", "Ordination"},
    FactKind{"BURI", "Burial"},
    FactKind{"CREM", "Cremation"},
    FactKind{"NATU", "Naturalization"},
    FactKind{"EMIG", "Emigration"},
    FactKind{"IMMI", "Immigration"},
    FactKind{"CENS", "Census"},
    FactKind{"PROB", "Probate"},
    FactKind{"WILL", "Will"},
    FactKind{"GRAD", "Graduation"},
    FactKind{"RETI", "Retirement"},
    FactKind{"CAST", "Caste", false},
    FactKind{"DSCR", "Physical description", false},
    FactKind{"EDUC", "Education", false},
    FactKind{"IDNO", "Identity number", false},
    FactKind{"NATI", "Nationality", false},
    FactKind{"NCHI", "Number of children", false},
    FactKind{"NMR", "Number of marriages", false},
    FactKind{"OCCU", "Occupation", false},
    FactKind{"PROP", "Property", false},
    FactKind{"RELI", "Religion", false},
    FactKind{"RESI", "Residence", false},
    FactKind{"SSN", "Social security number", false},
    FactKind{"TITL", "Title", false},
    // With a TYPE, that is the kind.
    FactKind{"EVEN", "Event"},
    FactKind{"FACT", "Fact", false},
};

}  // namespace

const FactKind* fact_kind_of_tag(std::string_view tag) {
  const auto* const found = std::ranges::find(kFactKinds, tag, &FactKind::tag);
  return found == kFactKinds.end() ? nullptr : found;
}

const FactKind* fact_kind_named(std::string_view kind) {
  const auto* const found = std::ranges::find(kFactKinds, kind, &FactKind::kind);
  return found == kFactKinds.end() ? nullptr : found;
}

}  // namespace norn::family
