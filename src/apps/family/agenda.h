#pragma once

#include <string>
#include <vector>

#include "apps/agenda/source.h"
#include "apps/family/access.h"
#include "apps/family/kinship.h"

namespace norn::family {

// The birthdays, death days and wedding days of all family trees of a person, for the agenda.
class FamilyAgenda final : public agenda::AgendaSource {
 public:
  FamilyAgenda(const Context& context, Kinship& kinship) : context_(context), kinship_(kinship) {}

  std::string app() const override { return "family"; }
  std::string scope() const override { return "family:read"; }
  agenda::Kinds kinds() const override {
    return agenda::Kinds::of({agenda::Kind::kAnniversary, agenda::Kind::kBirthday});
  }
  Result<agenda::Part> items(const std::string& user_id, const agenda::Query& query) override;
  std::vector<agenda::Watched> watched() const override;

 private:
  Context context_;
  Kinship& kinship_;
};

}  // namespace norn::family
