#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace norn::rest {

// The methods of one path.
class Resource {
 public:
  // The number that was added for a method; that of GET for HEAD.
  std::optional<size_t> route_of(std::string_view method) const;
  // "GET, HEAD, OPTIONS, PATCH": for the header Allow.
  std::string allow() const;

 private:
  friend class Router;
  std::string pattern_;
  std::map<std::string, size_t, std::less<>> methods_;
};

// Matches a path against patterns like "/api/v1/calendars/{calendarId}". A segment in braces
// matches any segment that is not empty; a literal segment takes precedence. Segments are
// percent-decoded one by one, so an encoded '/' belongs to its segment and is no separator.
class Router {
 public:
  using Parameters = std::vector<std::pair<std::string, std::string>>;

  // Adding a pattern and method twice, or a pattern that differs only in the names of its
  // parameters, is a bug.
  void add(std::string_view method, std::string_view pattern, size_t route);
  // nullptr if no pattern matches.
  const Resource* find(std::string_view path) const;

  // The parameters of a path that matches `pattern`; nullopt if one of them is not valid UTF-8
  // after decoding.
  static std::optional<Parameters> parameters(std::string_view pattern, std::string_view path);

 private:
  struct Node {
    std::map<std::string, std::unique_ptr<Node>, std::less<>> literals;
    std::unique_ptr<Node> parameter;
    Resource resource;
  };
  static const Node* match(const Node& node, std::optional<std::string_view> path);

  Node root_;
};

// Takes the segment up to the next '/' off the front; nothing when there is no path left.
std::optional<std::string_view> next_segment(std::optional<std::string_view>& path);
// "calendarId" for "{calendarId}"; nothing for other segments.
std::optional<std::string_view> parameter_name(std::string_view segment);
// The names of all parameters of a pattern.
std::vector<std::string_view> parameter_names(std::string_view pattern);

}  // namespace norn::rest
