#pragma once

#include <string>

#include "apps/family/people.h"
#include "apps/family/photos/photos.h"
#include "apps/shared/person_files.h"
#include "base/error.h"

namespace norn::family {

// The family trees that the person owns, with their photos.
Result<void> add_person_files(const Context& context, People& people, Photos& photos,
                              const std::string& user_id, apps::PersonFiles& files);

}  // namespace norn::family
