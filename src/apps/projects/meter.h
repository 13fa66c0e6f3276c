#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/context.h"
#include "apps/shared/meter.h"

namespace norn::projects {

// A project counts for its owners; tasks, events, tags and activities count for their project;
// comments and attachments count for the person who made them, with the bytes of
// their files.
class ProjectMeter final : public apps::Meter {
 public:
  explicit ProjectMeter(apps::Context context) : context_(std::move(context)) {}

  std::string table() const override { return context_.tables.projects(); }
  std::optional<apps::Use> use_of(store::ItemView item) const override;
  Result<std::vector<std::string>> owned_by(const std::string& user_id) const override;
  Result<apps::QuotaAmounts> in_bin(const std::string& user_id) const override;
  Result<std::vector<std::string>> owners_of(const std::string& thing) const override;

 private:
  const apps::Context context_;
};

}  // namespace norn::projects
