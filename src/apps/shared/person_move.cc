#include "apps/shared/person_move.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "apps/shared/item_changes.h"
#include "apps/shared/items.h"
#include "apps/shared/transaction.h"

namespace norn::apps {
namespace {

using store::Value;

bool is_key_attribute(std::string_view name) {
  return name == "PK" || name == "SK" || name.starts_with("GSI");
}

// The new form of values that name a person.
class Renaming {
 public:
  Renaming(const PersonKeys& keys, const std::string& from, const std::string& to)
      : keys_(keys), from_(from), to_(to) {}

  void in_key(std::string& text) const {
    for (const std::string& prefix : keys_.prefixes) {
      const std::string_view rest =
          std::string_view(text).substr(text.starts_with(prefix) ? prefix.size() : text.size());
      if (!rest.starts_with(from_)) continue;
      const std::string_view after = rest.substr(from_.size());
      if (!after.empty() && after.front() != '#') continue;
      text.replace(prefix.size(), from_.size(), to_);
      return;
    }
  }

  void in_value(std::string_view name, Value& value) const {
    if (auto* const map = value.get_if<store::Map>()) {
      for (auto& [member, content] : *map) in_value(member, content);
    } else if (auto* const list = value.get_if<store::List>()) {
      for (Value& element : *list) in_value(name, element);
    } else if (std::ranges::find(keys_.attributes, name) != keys_.attributes.end()) {
      in_id(value);
    }
  }

 private:
  void in_id(Value& value) const {
    if (const auto* const text = value.get_if<std::string>()) {
      if (*text == from_) value = Value(to_);
    } else if (const auto* const set = value.get_if<store::StringSet>()) {
      std::vector<std::string> members = set->members();
      std::ranges::replace(members, from_, to_);
      value = Value(store::StringSet::make(std::move(members)));
    }
  }

  const PersonKeys& keys_;
  const std::string& from_;
  const std::string& to_;
};

store::Item key_of_item(store::ItemView item) {
  return store::Item::subset(item, {"PK", "SK"});
}

}  // namespace

PersonMove::PersonMove(store::Store& store, const PersonKeys& keys, std::string from,
                       std::string to)
    : store_(store), keys_(keys), from_(std::move(from)), to_(std::move(to)) {}

Result<bool> PersonMove::is_there(const store::Item& key) {
  store::GetRequest get;
  get.table = keys_.table;
  get.key = key;
  get.consistent = true;
  NORN_ASSIGN(const store::GetResult found, store_.get(get));
  return found.item.has_value();
}

// Members come before what they own, because they are before it in the partition.
Result<bool> PersonMove::may_name_owner(store::ItemView item, bool writes) {
  const std::string& member = writes ? from_ : to_;
  NORN_ASSIGN(const bool stays,
              is_there(key_of(text_of(item, "PK"), keys_.member_prefix + member)));
  return !stays;
}

// The item as it will be; nullopt if it does not name the person.
Result<std::optional<store::Item>> PersonMove::moved(store::ItemView item, bool writes) {
  const Renaming renaming(keys_, from_, to_);
  store::Map attributes = item.to_map();
  for (auto& [name, value] : attributes) {
    if (is_key_attribute(name)) {
      if (auto* const text = value.get_if<std::string>()) renaming.in_key(*text);
      continue;
    }
    Value next = value;
    renaming.in_value(name, next);
    if (next == value) continue;
    if (name == keys_.owner_attribute) {
      NORN_ASSIGN(const bool may, may_name_owner(item, writes));
      if (!may) continue;
    }
    value = std::move(next);
  }
  store::Item next = store::Item::from_map(attributes);
  if (next.view() == item) return std::nullopt;
  return next;
}

// Returns false if it was changed just now, or there is an item under the new key.
Result<bool> PersonMove::write(store::ItemView old, const store::Item& next, bool changes_key) {
  if (changes_key) {
    return write_all(store_, {put_new(keys_.table, next), remove_unchanged(keys_.table, old)});
  }
  std::vector<std::string> changed;
  for (const auto& [name, value] : next.to_map()) {
    if (old.value(name) != value) changed.push_back(name);
  }
  return write_all(store_, {edit(keys_.table, old, next, changed).action});
}

Result<PersonMove::Part> PersonMove::part(const std::optional<store::Item>& after, bool writes) {
  store::ScanRequest scan;
  scan.table = keys_.table;
  scan.limit = kMaxLooked;
  scan.start_after = after;
  scan.consistent = true;
  NORN_ASSIGN(store::PageResult page, store_.scan(scan));
  Part part;
  for (const store::ItemView item : page.items) {
    NORN_ASSIGN(const std::optional<store::Item> next, moved(item, writes));
    if (!next) continue;
    const bool changes_key = key_of_item(item) != key_of_item(next->view());
    bool moves = false;
    if (writes) {
      const auto attempt = [&]() -> Result<std::optional<bool>> {
        NORN_ASSIGN(const bool written, write(item, *next, changes_key));
        return written;
      };
      NORN_ASSIGN(moves, decide_and_write(attempt));
    } else if (changes_key) {
      NORN_ASSIGN(const bool collides, is_there(key_of_item(next->view())));
      moves = !collides;
    } else {
      moves = true;
    }
    if (moves) {
      const std::string kind = text_of(item, "entityType");
      ++part.moved[kind.empty() ? "(item)" : kind];
    } else {
      part.kept.push_back(text_of(item, "PK") + " " + text_of(item, "SK"));
    }
  }
  part.next = std::move(page.last_key);
  return part;
}

}  // namespace norn::apps
