#include "crash/expectations.h"

#include <fmt/format.h>

#include <algorithm>

#include "support/builders.h"
#include "support/replies.h"

namespace norn::testing {
namespace {

std::pair<std::string, std::string> key_of(const store::Map& item) {
  return {item.at("pk").as<std::string>(), item.at("sk").as<std::string>()};
}

// The item's JSON, or "nothing".
template <typename Items>
std::string found_in(const Items& items, const store::Map& key) {
  const auto found = items.find(key_of(key));
  return found == items.end() ? "nothing" : found->second;
}

int64_t number_of(const store::Item& item, const char* attribute) {
  return std::stoll(plain(item.value(attribute).value_or(num(-1))));
}

}  // namespace

void Expectations::add(const std::vector<Event>& events) {
  for (const Event& event : events) {
    switch (event.kind) {
      case Event::Kind::kTransfer:
        add_transfer(event);
        break;
      case Event::Kind::kVersion:
        add_version(event);
        break;
      case Event::Kind::kOwned:
        add_owned(event);
        break;
    }
  }
}

void Expectations::add_transfer(const Event& event) {
  const auto& fields = event.fields;
  if (event.acknowledged) {
    acknowledged_transfers_.insert(fields.at(0));
    return;
  }
  Transfer transfer{fields.at(0), std::stoi(fields.at(1)), {}, fields.at(5) == "fails"};
  for (size_t i = 0; i < kAccounts; ++i) {
    transfer.deltas[i] = std::stoll(fields.at(2 + i));
  }
  transfers_.emplace(transfer.id, transfer);
}

void Expectations::add_version(const Event& event) {
  Version& version = versions_[std::stoi(event.fields.at(0))];
  const int64_t number = std::stoll(event.fields.at(1));
  if (event.acknowledged) {
    version.acknowledged = std::max(version.acknowledged, number);
  } else {
    version.submitted.emplace(number, std::stoi(event.fields.at(2)));
  }
}

void Expectations::add_owned(const Event& event) {
  const auto key = std::pair(std::stoi(event.fields.at(0)), std::stoi(event.fields.at(1)));
  const OwnedState state{std::stoll(event.fields.at(2)),
                         static_cast<OwnedKind>(event.fields.at(3).front())};
  auto& possible = owned_.try_emplace(key, 1, OwnedState{}).first->second;
  if (event.acknowledged) {
    possible.clear();
  }
  possible.push_back(state);
}

Problems Expectations::check(const std::vector<store::Item>& list) {
  Items items;
  for (const store::Item& item : list) {
    items.emplace(key_of(item.to_map()), item.json());
  }
  Problems problems;
  check_transfers(items, problems);
  check_versions(items, problems);
  check_owned(items, problems);
  return problems;
}

void Expectations::check_transfers(const Items& items, Problems& problems) {
  std::map<int, std::vector<const Transfer*>> done;
  for (auto& [id, transfer] : transfers_) {
    const std::string marker = found_in(items, marker_item(transfer));
    const bool acknowledged = acknowledged_transfers_.contains(id);
    if (marker == "nothing") {
      if (acknowledged) {
        problems.push_back(fmt::format("transfer {} was acknowledged and is lost", id));
      }
      continue;
    }
    if (transfer.fails) {
      problems.push_back(fmt::format("transfer {} was cancelled, but left its marker", id));
    }
    if (marker != text(marker_item(transfer))) {
      problems.push_back(fmt::format("the marker of transfer {} is {}", id, marker));
    }
    acknowledged_transfers_.insert(id);
    done[transfer.group].push_back(&transfer);
  }
  for (int group = 0; group < kGroups; ++group) {
    check_group(group, done[group], items, problems);
  }
}

void Expectations::check_group(int group, const std::vector<const Transfer*>& done,
                               const Items& items, Problems& problems) {
  for (int account = 0; account < kAccounts; ++account) {
    int64_t expected = kInitialBalance;
    for (const Transfer* transfer : done) {
      expected += transfer->deltas[static_cast<size_t>(account)];
    }
    const std::string json = found_in(items, account_key(group, account));
    if (json == "nothing") {
      problems.push_back(fmt::format("account {} of group {} is gone", account, group));
      continue;
    }
    const auto item = must(store::Item::from_json(json));
    if (number_of(item, "balance") != expected ||
        number_of(item, "n") != static_cast<int64_t>(done.size())) {
      problems.push_back(fmt::format(
          "account {} of group {} has balance {} after {} transfers, but there are {} "
          "markers, which lead to {}",
          account, group, number_of(item, "balance"), number_of(item, "n"), done.size(), expected));
    }
  }
}

void Expectations::check_versions(const Items& items, Problems& problems) {
  for (auto& [key, version] : versions_) {
    const std::string json = found_in(items, version_key(key));
    if (json == "nothing") {
      if (version.acknowledged > 0) {
        problems.push_back(
            fmt::format("item {} is lost; version {} was acknowledged", key, version.acknowledged));
      }
      continue;
    }
    const auto item = must(store::Item::from_json(json));
    const int64_t number = number_of(item, "version");
    const auto writer = static_cast<int>(number_of(item, "writer"));
    if (number < version.acknowledged) {
      problems.push_back(fmt::format("item {} is at version {}, but {} was acknowledged", key,
                                     number, version.acknowledged));
    }
    if (!version.submitted.contains({number, writer}) ||
        json != text(version_item(key, number, writer))) {
      problems.push_back(fmt::format("nobody wrote what item {} holds: {}", key, json));
    }
    version.acknowledged = std::max(version.acknowledged, number);
  }
}

void Expectations::check_owned(const Items& items, Problems& problems) {
  for (auto& [key, possible] : owned_) {
    const std::string json = found_in(items, owned_key(key.first, key.second));
    const auto expected = [&, owned = key](const OwnedState& state) {
      return state.kind == OwnedKind::kDelete
                 ? "nothing"
                 : text(owned_item(owned.first, owned.second, state.number, state.kind));
    };
    const auto match = std::ranges::find(possible, json, expected);
    if (match == possible.end()) {
      problems.push_back(fmt::format("owned item {}/{} holds {} instead of {}", key.first,
                                     key.second, json, expected(possible.front())));
    } else {
      possible = {OwnedState(*match)};
    }
  }
}

}  // namespace norn::testing
