#include "dynamodb/remote/reply.h"

namespace norn::dynamodb {

std::optional<simdjson::dom::element> RemoteObject::find(std::string_view name) const {
  simdjson::dom::element found;
  if (!json_ || json_->at_key(name).get(found) != simdjson::SUCCESS || found.is_null()) {
    return std::nullopt;
  }
  return found;
}

std::string_view RemoteObject::text(std::string_view name) const {
  std::string_view text;
  const auto found = find(name);
  if (!found || found->get_string().get(text) != simdjson::SUCCESS) return {};
  return text;
}

std::optional<double> RemoteObject::number(std::string_view name) const {
  double number = 0;
  const auto found = find(name);
  if (!found || found->get_double().get(number) != simdjson::SUCCESS) return std::nullopt;
  return number;
}

std::optional<int64_t> RemoteObject::integer(std::string_view name) const {
  int64_t integer = 0;
  const auto found = find(name);
  if (!found) return std::nullopt;
  if (found->get_int64().get(integer) == simdjson::SUCCESS) return integer;
  const auto fraction = number(name);
  // 2^63: a number that no integer can hold is not one.
  constexpr double kTooLarge = 9223372036854775808.0;
  if (!fraction || *fraction >= kTooLarge || *fraction < -kTooLarge) return std::nullopt;
  return static_cast<int64_t>(*fraction);
}

bool RemoteObject::flag(std::string_view name) const {
  bool flag = false;
  const auto found = find(name);
  return found && found->get_bool().get(flag) == simdjson::SUCCESS && flag;
}

RemoteObject RemoteObject::object(std::string_view name) const {
  const auto found = find(name);
  return found && found->is_object() ? RemoteObject(*found) : RemoteObject();
}

Result<RemoteReply> RemoteReply::parse(std::string_view body) {
  RemoteReply reply;
  if (reply.parser_->parse(body.data(), body.size()).get(reply.root_) != simdjson::SUCCESS ||
      !reply.root_.is_object()) {
    return fail(ErrorCode::kInternal, "The reply is not a JSON object.");
  }
  return reply;
}

}  // namespace norn::dynamodb
