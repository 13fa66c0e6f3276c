#include "rest/router.h"

#include <simdjson.h>

#include "base/check.h"
#include "http/url.h"

namespace norn::rest {
namespace {

// The path behind its first '/'.
std::optional<std::string_view> below_root(std::string_view path) {
  if (!path.starts_with('/')) return std::nullopt;
  return path.substr(1);
}

}  // namespace

std::optional<std::string_view> next_segment(std::optional<std::string_view>& path) {
  if (!path) return std::nullopt;
  const size_t end = path->find('/');
  const std::string_view segment = path->substr(0, end);
  if (end == std::string_view::npos) {
    path.reset();
  } else {
    path->remove_prefix(end + 1);
  }
  return segment;
}

std::optional<std::string_view> parameter_name(std::string_view segment) {
  if (segment.size() < 3 || !segment.starts_with('{') || !segment.ends_with('}')) {
    return std::nullopt;
  }
  return segment.substr(1, segment.size() - 2);
}

std::vector<std::string_view> parameter_names(std::string_view pattern) {
  std::vector<std::string_view> names;
  auto rest = below_root(pattern);
  while (const auto segment = next_segment(rest)) {
    if (const auto name = parameter_name(*segment)) names.push_back(*name);
  }
  return names;
}

std::optional<size_t> Resource::route_of(std::string_view method) const {
  auto found = methods_.find(method);
  if (found == methods_.end() && method == "HEAD") found = methods_.find("GET");
  if (found == methods_.end()) return std::nullopt;
  return found->second;
}

std::string Resource::allow() const {
  std::string allowed = "OPTIONS";
  for (const auto& [method, route] : methods_) {
    allowed.append(", ").append(method);
    if (method == "GET") allowed.append(", HEAD");
  }
  return allowed;
}

void Router::add(std::string_view method, std::string_view pattern, size_t route) {
  auto rest = below_root(pattern);
  NORN_CHECK(rest.has_value(), "a path begins with a slash");
  Node* node = &root_;
  while (const auto segment = next_segment(rest)) {
    auto& next = parameter_name(*segment) ? node->parameter : node->literals[std::string(*segment)];
    if (next == nullptr) next = std::make_unique<Node>();
    node = next.get();
  }
  Resource& resource = node->resource;
  NORN_CHECK(resource.pattern_.empty() || resource.pattern_ == pattern,
             "one path has one set of names for its parameters");
  resource.pattern_ = pattern;
  const bool is_new = resource.methods_.emplace(method, route).second;
  NORN_CHECK(is_new, "a path has one route for a method");
}

const Router::Node* Router::match(const Node& node, std::optional<std::string_view> path) {
  const auto segment = next_segment(path);
  if (!segment) return node.resource.methods_.empty() ? nullptr : &node;
  std::string decoded;
  std::string_view text = *segment;
  if (text.find('%') != std::string_view::npos) {
    auto plain = http::percent_decode(text);
    if (!plain) return nullptr;
    decoded = *std::move(plain);
    text = decoded;
  }
  if (const auto literal = node.literals.find(text); literal != node.literals.end()) {
    if (const Node* const found = match(*literal->second, path)) return found;
  }
  return node.parameter == nullptr || text.empty() ? nullptr : match(*node.parameter, path);
}

const Resource* Router::find(std::string_view path) const {
  const auto rest = below_root(path);
  const Node* const node = rest ? match(root_, rest) : nullptr;
  return node == nullptr ? nullptr : &node->resource;
}

std::optional<Router::Parameters> Router::parameters(std::string_view pattern,
                                                     std::string_view path) {
  Parameters parameters;
  auto names = below_root(pattern);
  auto values = below_root(path);
  while (const auto segment = next_segment(names)) {
    const std::string_view value = next_segment(values).value_or("");
    const auto name = parameter_name(*segment);
    if (!name) continue;
    auto decoded = http::percent_decode(value);
    if (!decoded || !simdjson::validate_utf8(*decoded)) return std::nullopt;
    parameters.emplace_back(*name, *std::move(decoded));
  }
  return parameters;
}

}  // namespace norn::rest
