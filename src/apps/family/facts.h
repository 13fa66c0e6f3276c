#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/family/access.h"
#include "apps/family/model/fact.h"
#include "apps/shared/idempotency.h"

namespace norn::family {

// What people can set. The texts are within the limits of apps/family/limits.h.
struct FactInput {
  std::string kind;
  LifeDate date = {};
  std::optional<std::string> place = {};
  std::optional<std::string> value = {};
  std::optional<std::string> notes = {};
  std::vector<Citation> citations = {};
};

struct SourceInput {
  std::string title;
  std::optional<std::string> author = {};
  std::optional<std::string> publication = {};
  std::optional<std::string> url = {};
  std::optional<std::string> notes = {};
};

// Facts and notes of people, and the sources of a tree. Strangers see nothing of the living; of
// sources they see what facts of others cite. Errors are those of `authorize` and base/faults.h.
// May block; safe from any thread.
class Facts {
 public:
  explicit Facts(Context context) : context_(std::move(context)) {}

  // By date, as far as it is known; notes last.
  Result<std::vector<Fact>> list(const std::string& user_id, const std::string& tree_id,
                                 const std::string& person_id);
  // Returns kConflict of "citations" if a source is not there.
  Result<Fact> create(const std::string& user_id, const std::string& tree_id,
                      const std::string& person_id, const FactInput& input,
                      const apps::Creation& creation);
  // Replaces what people can set. Returns kStale if the fact does not have this tag.
  Result<Fact> change(const std::string& user_id, const std::string& tree_id,
                      const std::string& person_id, const std::string& fact_id,
                      const FactInput& input, const std::string& etag);
  Result<void> remove(const std::string& user_id, const std::string& tree_id,
                      const std::string& person_id, const std::string& fact_id,
                      const std::string& etag);

  // By title. Members only.
  Result<std::vector<Source>> sources(const std::string& user_id, const std::string& tree_id);
  Result<Source> create_source(const std::string& user_id, const std::string& tree_id,
                               const SourceInput& input, const apps::Creation& creation);
  Result<Source> change_source(const std::string& user_id, const std::string& tree_id,
                               const std::string& source_id, const SourceInput& input,
                               const std::string& etag);
  // Citations of it stay, and lead nowhere.
  Result<void> remove_source(const std::string& user_id, const std::string& tree_id,
                             const std::string& source_id, const std::string& etag);

 private:
  Context context_;
};

// New citations have to lead to sources of the tree; those that were there before may have lost
// theirs. Returns kConflict of `field`.
Result<void> check_citations(const Context& context, const Tree& tree, std::string_view field,
                             const std::vector<Citation>& citations,
                             const std::vector<Citation>& before);
// Refuses that a person or a couple cites more text than its item has room for.
Result<void> check_cited_bytes(size_t bytes, size_t before);

}  // namespace norn::family
