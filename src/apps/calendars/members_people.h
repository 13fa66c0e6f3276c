#pragma once

#include <vector>

#include "apps/calendars/service.h"

namespace norn::calendars {

// Memberships with the people whose they are, in the same order. Reads them all at once.
Result<std::vector<Member>> with_people(const Context& context,
                                        std::vector<Membership> memberships);
Result<Member> with_person(const Context& context, Membership membership);

}  // namespace norn::calendars
