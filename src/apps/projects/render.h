#pragma once

#include <string>

#include "apps/projects/access.h"
#include "apps/projects/model.h"

// Projects and what is in them as JSON of the REST API, appended to `out`. Members have the names
// of attributes, and "id" and "etag".
namespace norn::projects {

// With "role" and "permissions" of the caller.
void append_json(std::string& out, const Access& access);
void append_json(std::string& out, const Task& task);
void append_json(std::string& out, const Event& event);
void append_json(std::string& out, const Tag& tag);
void append_json(std::string& out, const Comment& comment);
void append_json(std::string& out, const Attachment& attachment);
void append_json(std::string& out, const Activity& activity);

}  // namespace norn::projects
