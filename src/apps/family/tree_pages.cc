#include "apps/family/tree_pages.h"

#include <algorithm>
#include <utility>

#include "apps/family/keys.h"
#include "apps/family/sentences.h"
#include "apps/shared/items.h"
#include "base/faults.h"

namespace norn::family {
namespace {

// Behind all keys of a prefix; and behind one key, before those that begin with it: ids have no
// control characters.
constexpr std::string_view kBehindAll = "\U0010FFFF";
constexpr char kBehindOne = '\x01';
constexpr size_t kMaxCursorBytes = 1'000;

bool is_cursor(std::string_view text) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' '; };
  return text.size() <= kMaxCursorBytes && std::ranges::none_of(text, is_control);
}

}  // namespace

Result<TreePage> page_of_tree(const Context& context, const Tree& tree, std::string_view prefix,
                              size_t limit, const std::string& after) {
  const std::string first(prefix);
  const bool is_behind_all = first + after >= first + std::string(kBehindAll);
  if (!is_cursor(after) || is_behind_all) return invalid("cursor", kTreeCursorUnknown);
  store::QueryRequest request;
  request.table = context.tables.family();
  request.index = "GSI2";
  request.key_condition = "GSI2PK = :tree AND GSI2SK BETWEEN :first AND :last";
  request.placeholders.values = {{":tree", keys::tree(tree.id)},
                                 {":first", after.empty() ? first : first + after + kBehindOne},
                                 {":last", first + std::string(kBehindAll)}};
  TreePage page;
  while (true) {
    request.limit = static_cast<int64_t>(limit - page.items.size() + 1);
    NORN_ASSIGN(auto found, context.store.query(request));
    for (const store::ItemView item : found.items) {
      const bool is_of_tree = apps::text_of(item, "PK") == keys::user(tree.owner_id) &&
                              apps::text_of(item, "TreeId") == tree.id;
      if (!is_of_tree) continue;
      if (page.items.size() == limit) {
        page.next = apps::text_of(page.items.back(), "GSI2SK").substr(prefix.size());
        return page;
      }
      page.items.push_back(store::Item::copy_of(item));
    }
    if (!found.last_key) return page;
    request.start_after = std::move(found.last_key);
  }
}

}  // namespace norn::family
