#pragma once

#include <array>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "apps/shared/bin.h"

// The items of a bin, all with PK = BIN#<owner>:
//   BIN       SK = AT#<milliseconds>#<id>  A thing, in the order of deletions.
//   BINNED    SK = THING#<id>              The same, found by its id, with its content. `revision`
//   counts how often the content was rewritten.
//   BIN_PART  SK = PART#<id>#<number>      The rest of a content that is too long for one item.
//   BIN_USAGE SK = USED                    The bytes in the bin, by the day of deletion.
//   BIN_NAMED SK = NAMED#<user>            A person, other than the owner, whom something here
//   names.
// And for each BIN_NAMED one with PK = USER#<user>:
//   BIN_NOTE  SK = BIN#<owner>             Leads from the person to that bin.
namespace norn::apps::bin_items {

inline constexpr std::string_view kBinPrefix = "BIN#";
inline constexpr std::string_view kTimePrefix = "AT#";
inline constexpr std::string_view kThingPrefix = "THING#";
inline constexpr std::string_view kPartPrefix = "PART#";
inline constexpr std::string_view kUsageKey = "USED";
inline constexpr std::string_view kNamedPrefix = "NAMED#";

std::string partition_of(std::string_view owner);
std::string time_key(int64_t deleted_ms, std::string_view id);
std::string thing_key(std::string_view id);
std::string parts_of(std::string_view id);
std::string part_key(std::string_view id, int64_t number);

// The first `most` bytes of a text, or fewer, so that no character is cut.
std::string_view cut(std::string_view text, size_t most);

// [{"table":"calendsync","item":{"PK":{"S":"..."}}}]: DynamoDB JSON, so that everything comes back
// as it was, whatever another program wrote.
std::string content_of(const std::vector<BinnedItem>& items);
// Returns kUnreadable.
Result<std::vector<BinnedItem>> items_of(const std::string& content);
// A content in texts that fit into an item each.
std::vector<std::string> split(std::string_view content);

// What BIN and BINNED have in common.
store::Map record_of(const Binned& binned);
Binned binned_from(store::ItemView item);

store::PutRequest put_in(const std::string& table, store::Map attributes, std::string sort_key,
                         std::string_view type);
store::PutRequest put_part(const std::string& table, const Binned& binned, int64_t number,
                           const std::string& content);
store::DeleteRequest delete_in(const std::string& table, const std::string& owner,
                               std::string_view sort_key);
// Adds the condition that the content of a thing is the one that was read. The request, of the item
// with the content, has a condition already.
template <typename Request>
void is_revision(const Binned& binned, Request& request) {
  if (binned.revision == 0) {
    request.condition += " AND attribute_not_exists(revision)";
    return;
  }
  request.condition += " AND revision = :revision";
  request.placeholders.values.emplace(":revision", store::Value::number(binned.revision));
}
store::QueryRequest query_of(const std::string& table, std::string_view partition,
                             std::string_view prefix);

// The attributes that name a person.
inline constexpr std::array<std::string_view, 6> kPersonAttributes = {
    "createdBy", "updatedBy", "CreatedBy", "UpdatedBy", "assigneeId", "ownerId"};
// The people that a deletion names, but for the person whose bin it is.
std::set<std::string> people_in(const Deletion& deletion);

}  // namespace norn::apps::bin_items
