#pragma once

#include <string>

#include "apps/family/access.h"
#include "apps/family/exchange/import.h"
#include "apps/family/model/fact.h"
#include "apps/family/model/photo.h"
#include "apps/family/people.h"
#include "apps/family/public_trees.h"

// Trees and what is in them as JSON of the REST API, appended to `out`. Members have the names of
// attributes of the design, and "etag".
namespace norn::family {

// With "role" of the caller.
void append_json(std::string& out, const TreeAccess& access);
void append_json(std::string& out, const SeenPerson& person);
void append_json(std::string& out, const ParentChild& relationship);
void append_json(std::string& out, const Couple& relationship);
void append_json(std::string& out, const Fact& fact);
void append_json(std::string& out, const Source& source);
void append_json(std::string& out, const Photo& photo);

// As visitors without an account see them.
void append_public_json(std::string& out, const Tree& tree);
void append_public_json(std::string& out, const SeenPerson& person);
void append_public_json(std::string& out, const ParentChild& relationship);
void append_public_json(std::string& out, const Couple& relationship);

// What a chart shows of a person.
void append_brief_json(std::string& out, const SeenPerson& person);

// The members of the report of an import.
void append_members(ObjectWriter& object, const TreeImportReport& report);

}  // namespace norn::family
