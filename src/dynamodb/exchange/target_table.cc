#include "dynamodb/exchange/target_table.h"

#include <fmt/format.h>

namespace norn::exchange {

std::string identity_of(const store::TableDescription& table) {
  // Not every engine behind an endpoint gives ids.
  return table.id.empty() ? fmt::format("created at {} ms", table.created_ms) : table.id;
}

Result<void> check_target(const Journal& journal, const std::string& table,
                          const std::string& target,
                          const std::optional<store::TableDescription>& there) {
  const TableProgress* const noted = journal.find(table);
  if (noted == nullptr || noted->target.empty()) return {};  // Nothing was put into it.
  if (there && identity_of(*there) == noted->target) return {};
  return fail(ErrorCode::kConflict,
              fmt::format("The table {} in {} {}: the target is not the one of the journal {}; "
                          "remove the journal to begin again.",
                          table, target, there ? "was created anew" : "is missing",
                          journal.path().string()));
}

Result<void> check_source(const Journal& journal, const std::string& source,
                          const store::TableDescription& now) {
  const TableProgress* const noted = journal.find(now.schema.name);
  if (noted == nullptr || noted->source.empty() || noted->source == identity_of(now)) return {};
  return fail(ErrorCode::kConflict,
              fmt::format("The table {} in {} was created anew: the source is not the one of the "
                          "journal {}; remove the journal, and what was made with it, to begin "
                          "again.",
                          now.schema.name, source, journal.path().string()));
}

}  // namespace norn::exchange
