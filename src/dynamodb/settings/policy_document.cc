#include "dynamodb/settings/policy_document.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "base/json_text.h"
#include "base/json_writer.h"
#include "store/errors.h"

namespace norn::dynamodb {
namespace {

using simdjson::dom::element;
using simdjson::dom::object;

constexpr size_t kMaxPolicyBytes = 20480;
constexpr std::string_view kVersion = "Version";
constexpr std::array<std::string_view, 2> kVersions = {"2008-10-17", "2012-10-17"};
// What only a stream can be asked, so that a table's policy cannot allow it.
constexpr std::array<std::string_view, 3> kStreamActions = {
    "dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"};

std::unexpected<Error> invalid_policy(std::string_view why) {
  return store::invalid_parameter(fmt::format("Invalid policy document: {}", why));
}

std::unexpected<Error> policy_syntax_error() {
  return invalid_policy("Syntax errors in policy.");
}

std::optional<element> member_of(object json, std::string_view name) {
  element value;
  if (json[name].get(value) != simdjson::SUCCESS) return std::nullopt;
  return value;
}

Result<void> check_names(object json, auto names) {
  for (const auto& field : json) {
    if (std::ranges::find(names, field.key) == std::ranges::end(names)) {
      return policy_syntax_error();
    }
  }
  return {};
}

bool is_scalar(element value) {
  return value.is_string() || value.is_bool() || value.is_number();
}

void append_scalar(std::string& out, element value) {
  std::string_view text;
  if (value.get(text) == simdjson::SUCCESS) {
    append_json_string(out, text);
  } else {
    out += simdjson::minify(value);
  }
}

// A value, or a list of them: a list of one is that value.
Result<void> append_values(std::string& out, element json) {
  if (is_scalar(json)) {
    append_scalar(out, json);
    return {};
  }
  simdjson::dom::array values;
  if (json.get(values) != simdjson::SUCCESS || values.size() == 0) return policy_syntax_error();
  for (const element value : values) {
    if (!is_scalar(value)) return policy_syntax_error();
  }
  if (values.size() == 1) {
    append_scalar(out, *values.begin());
    return {};
  }
  ListWriter list(out);
  for (const element value : values) append_scalar(list.next(), value);
  list.close();
  return {};
}

// The texts of a text or of a list of texts.
Result<std::vector<std::string>> texts_of(element json) {
  std::vector<std::string> texts;
  std::string_view text;
  if (json.get(text) == simdjson::SUCCESS) return std::vector<std::string>{std::string(text)};
  simdjson::dom::array values;
  if (json.get(values) != simdjson::SUCCESS || values.size() == 0) return policy_syntax_error();
  for (const element value : values) {
    if (value.get(text) != simdjson::SUCCESS) return policy_syntax_error();
    texts.emplace_back(text);
  }
  return texts;
}

// The number of an account stands for its root user.
std::string full_principal(std::string_view type, std::string name) {
  constexpr size_t kDigitsOfAnAccount = 12;
  if (type == "AWS" && name.size() == kDigitsOfAnAccount && std::ranges::all_of(name, is_digit)) {
    return fmt::format("arn:aws:iam::{}:root", name);
  }
  return name;
}

// Writes "*" or {"AWS":...}; returns whether it is everybody.
Result<bool> append_principal(std::string& out, element json) {
  std::string_view text;
  if (json.get(text) == simdjson::SUCCESS) {
    if (text != "*") return policy_syntax_error();
    append_json_string(out, text);
    return true;
  }
  object kinds;
  if (json.get(kinds) != simdjson::SUCCESS || kinds.size() == 0) return policy_syntax_error();
  bool everybody = false;
  ObjectWriter writer(out);
  for (const auto& field : kinds) {
    NORN_ASSIGN(std::vector<std::string> names, texts_of(field.value));
    std::vector<std::string> distinct;
    for (std::string& name : names) {
      std::string full = full_principal(field.key, std::move(name));
      everybody |= full == "*";
      if (std::ranges::find(distinct, full) == distinct.end()) distinct.push_back(std::move(full));
    }
    std::string& value = writer.escaped_key(field.key);
    if (distinct.size() == 1) {
      append_json_string(value, distinct.front());
      continue;
    }
    ListWriter list(value);
    for (const std::string& name : distinct) append_json_string(list.next(), name);
    list.close();
  }
  writer.close();
  return everybody;
}

// {"StringEquals":{"aws:PrincipalAccount":...}}
Result<void> append_policy_condition(std::string& out, element json) {
  object operators;
  if (json.get(operators) != simdjson::SUCCESS) return policy_syntax_error();
  ObjectWriter writer(out);
  for (const auto& operation : operators) {
    object keys;
    if (operation.value.get(keys) != simdjson::SUCCESS) return policy_syntax_error();
    ObjectWriter inner(writer.escaped_key(operation.key));
    for (const auto& key : keys) NORN_TRY(append_values(inner.escaped_key(key.key), key.value));
    inner.close();
  }
  writer.close();
  return {};
}

Result<std::string_view> effect_of(element json) {
  std::string_view text;
  if (json.get(text) != simdjson::SUCCESS) return policy_syntax_error();
  const std::string lower = ascii_lower(text);
  if (lower == "allow") return "Allow";
  if (lower == "deny") return "Deny";
  return invalid_policy(fmt::format("Invalid effect: {}", text));
}

Result<void> check_actions(element json, PolicyOf resource) {
  NORN_ASSIGN(const std::vector<std::string> actions, texts_of(json));
  if (resource == PolicyOf::kStream) return {};
  std::string invalid;
  for (const std::string& action : actions) {
    const bool of_stream = std::ranges::any_of(kStreamActions, [&](std::string_view known) {
      return ascii_lower(known) == ascii_lower(action);
    });
    if (of_stream) invalid += fmt::format("{}\"{}\"", invalid.empty() ? "" : ", ", action);
  }
  if (invalid.empty()) return {};
  return invalid_policy(fmt::format("The following action names are invalid: {}", invalid));
}

// One of the two members, which exclude each other, with its name.
struct Either {
  std::string_view name;
  element value;
};
Result<Either> either_of(object json, std::string_view name, std::string_view opposite) {
  const auto value = member_of(json, name);
  const auto other = member_of(json, opposite);
  if (value && other) return policy_syntax_error();
  if (!value && !other) return invalid_policy(fmt::format("Missing required field {}", name));
  return value ? Either{name, *value} : Either{opposite, *other};
}

class PolicyWriter {
 public:
  explicit PolicyWriter(PolicyOf resource) : resource_(resource) {}

  Result<void> append_statement(std::string& out, element json) {
    static constexpr std::array<std::string_view, 9> kMembers = {
        "Sid",       "Effect",   "Principal",   "NotPrincipal", "Action",
        "NotAction", "Resource", "NotResource", "Condition"};
    object statement;
    if (json.get(statement) != simdjson::SUCCESS) return policy_syntax_error();
    NORN_TRY(check_names(statement, kMembers));
    ObjectWriter writer(out);
    if (const auto sid = member_of(statement, "Sid")) NORN_TRY(append_sid(writer, *sid));
    const auto given_effect = member_of(statement, "Effect");
    if (!given_effect) return invalid_policy("Missing required field Effect");
    NORN_ASSIGN(const std::string_view effect, effect_of(*given_effect));
    writer.text("Effect", effect);
    NORN_ASSIGN(const Either principal, either_of(statement, "Principal", "NotPrincipal"));
    NORN_ASSIGN(const bool everybody,
                append_principal(writer.key(principal.name), principal.value));
    NORN_ASSIGN(const Either action, either_of(statement, "Action", "NotAction"));
    NORN_TRY(check_actions(action.value, resource_));
    NORN_TRY(append_values(writer.key(action.name), action.value));
    NORN_ASSIGN(const Either resource, either_of(statement, "Resource", "NotResource"));
    NORN_TRY(texts_of(resource.value));
    NORN_TRY(append_values(writer.key(resource.name), resource.value));
    const auto condition = member_of(statement, "Condition");
    if (condition) NORN_TRY(append_policy_condition(writer.key("Condition"), *condition));
    writer.close();
    if (everybody && effect == "Allow" && principal.name == "Principal" && !condition) {
      return store::validation(
          "Resource-based policy grants unbounded access in one or more elements. Please revise "
          "the policy to ensure least-privilege form of access");
    }
    return {};
  }

 private:
  Result<void> append_sid(ObjectWriter& writer, element json) {
    std::string_view sid;
    if (json.get(sid) != simdjson::SUCCESS) return policy_syntax_error();
    if (!sids_.emplace(sid).second) {
      return invalid_policy("The Statement Ids in the policy are not unique");
    }
    writer.text("Sid", sid);
    return {};
  }

  const PolicyOf resource_;
  std::set<std::string> sids_;
};

Result<void> append_statements(std::string& out, std::optional<element> json, PolicyOf resource) {
  simdjson::dom::array statements;
  const bool is_list = json && json->get(statements) == simdjson::SUCCESS;
  if (!json || (is_list && statements.size() == 0)) {
    return invalid_policy("Could not parse the policy: Statement is empty!");
  }
  PolicyWriter writer(resource);
  ListWriter list(out);
  if (!is_list) {
    NORN_TRY(writer.append_statement(list.next(), *json));
  } else {
    for (const element statement : statements) {
      NORN_TRY(writer.append_statement(list.next(), statement));
    }
  }
  list.close();
  return {};
}

}  // namespace

Result<std::string> canonical_policy(std::string_view text, PolicyOf resource) {
  static constexpr std::array<std::string_view, 3> kMembers = {kVersion, "Id", "Statement"};
  if (text.size() > kMaxPolicyBytes) {
    return store::invalid_parameter(
        fmt::format("Maximum policy size of {} bytes exceeded", kMaxPolicyBytes));
  }
  simdjson::dom::parser parser;
  object json;
  if (text.empty() || parser.parse(text.data(), text.size()).get(json) != simdjson::SUCCESS) {
    return invalid_policy("This policy contains invalid Json");
  }
  NORN_TRY(check_names(json, kMembers));
  std::string policy;
  ObjectWriter writer(policy);
  for (const std::string_view name : {kVersion, std::string_view("Id")}) {
    const auto value = member_of(json, name);
    if (!value) continue;
    std::string_view content;
    if (value->get(content) != simdjson::SUCCESS) return policy_syntax_error();
    if (name == kVersion && std::ranges::find(kVersions, content) == kVersions.end()) {
      return policy_syntax_error();
    }
    writer.text(name, content);
  }
  NORN_TRY(append_statements(writer.key("Statement"), member_of(json, "Statement"), resource));
  writer.close();
  return policy;
}

std::string shown_policy(std::string_view canonical) {
  if (canonical.starts_with(R"({"Version":)")) return std::string(canonical);
  return fmt::format(R"({{"Version":"{}",{})", kVersions.front(), canonical.substr(1));
}

}  // namespace norn::dynamodb
