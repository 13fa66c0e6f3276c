#include "embedded/settings_codec.h"

#include <string>
#include <string_view>
#include <utility>

namespace norn::embedded {
namespace {

using store::ContributorInsights;
using store::List;
using store::Map;
using store::ResourcePolicy;
using store::Value;

constexpr std::string_view kPolicy = "policy";
constexpr std::string_view kStreamPolicies = "streamPolicies";
constexpr std::string_view kInsights = "insights";
constexpr std::string_view kIndexInsights = "indexInsights";
constexpr std::string_view kKinesisStreams = "kinesisStreams";

Map encode_policy(const ResourcePolicy& policy) {
  Map map{{"revision", Value::number(policy.revision)}};
  if (policy.document) map.emplace("document", *policy.document);
  return map;
}

Map encode_insights(const ContributorInsights& insights) {
  return {{"enabled", Value::boolean(insights.enabled)},
          {"mode", Value::number(static_cast<int64_t>(insights.mode))},
          {"updatedMs", Value::number(insights.updated_ms)}};
}

std::unexpected<Error> damaged_settings() {
  return fail(ErrorCode::kCorruption, "the settings of a table have a missing or unfit field");
}

template <typename T>
Result<T> setting_member(const Map& map, std::string_view name) {
  const auto found = map.find(name);
  const T* const value = found == map.end() ? nullptr : found->second.get_if<T>();
  if (value == nullptr) return damaged_settings();
  return *value;
}

Result<int64_t> setting_number(const Map& map, std::string_view name) {
  NORN_ASSIGN(const store::Number number, setting_member<store::Number>(map, name));
  int64_t whole = 0;
  if (!number.to_int64(whole)) return damaged_settings();
  return whole;
}

Result<ResourcePolicy> decode_policy(const Value& value) {
  const Map* const map = value.get_if<Map>();
  if (map == nullptr) return damaged_settings();
  ResourcePolicy policy;
  NORN_ASSIGN(policy.revision, setting_number(*map, "revision"));
  if (map->contains("document")) {
    NORN_ASSIGN(policy.document, setting_member<std::string>(*map, "document"));
  }
  return policy;
}

Result<ContributorInsights> decode_insights(const Value& value) {
  const Map* const map = value.get_if<Map>();
  if (map == nullptr) return damaged_settings();
  ContributorInsights insights;
  NORN_ASSIGN(insights.enabled, setting_member<bool>(*map, "enabled"));
  NORN_ASSIGN(const int64_t mode, setting_number(*map, "mode"));
  if (mode != 0 && mode != 1) return damaged_settings();
  insights.mode = static_cast<store::InsightsMode>(mode);
  NORN_ASSIGN(insights.updated_ms, setting_number(*map, "updatedMs"));
  return insights;
}

// Calls `take(name, value)` for each member of the map of this name, if it is there.
template <typename Take>
Result<void> each_setting(const Map& settings, std::string_view name, Take take) {
  if (!settings.contains(name)) return {};
  NORN_ASSIGN(const Map map, setting_member<Map>(settings, name));
  for (const auto& [key, value] : map) NORN_TRY(take(key, value));
  return {};
}

}  // namespace

Map encode_settings(const store::TableSettings& settings) {
  Map map;
  if (settings.policy) map.emplace(kPolicy, encode_policy(*settings.policy));
  if (settings.insights) map.emplace(kInsights, encode_insights(*settings.insights));
  if (!settings.stream_policies.empty()) {
    Map policies;
    for (const auto& [arn, policy] : settings.stream_policies) {
      policies.emplace(arn, encode_policy(policy));
    }
    map.emplace(kStreamPolicies, std::move(policies));
  }
  if (!settings.index_insights.empty()) {
    Map indexes;
    for (const auto& [index, insights] : settings.index_insights) {
      indexes.emplace(index, encode_insights(insights));
    }
    map.emplace(kIndexInsights, std::move(indexes));
  }
  if (!settings.kinesis_streams.empty()) {
    List streams;
    for (const std::string& arn : settings.kinesis_streams) streams.emplace_back(arn);
    map.emplace(kKinesisStreams, std::move(streams));
  }
  return map;
}

Result<store::TableSettings> decode_settings(const Value& value) {
  const Map* const map = value.get_if<Map>();
  if (map == nullptr) return damaged_settings();
  store::TableSettings settings;
  if (const auto found = map->find(kPolicy); found != map->end()) {
    NORN_ASSIGN(settings.policy, decode_policy(found->second));
  }
  if (const auto found = map->find(kInsights); found != map->end()) {
    NORN_ASSIGN(settings.insights, decode_insights(found->second));
  }
  NORN_TRY(each_setting(*map, kStreamPolicies,
                        [&](const std::string& arn, const Value& policy) -> Result<void> {
                          NORN_ASSIGN(settings.stream_policies[arn], decode_policy(policy));
                          return {};
                        }));
  NORN_TRY(each_setting(*map, kIndexInsights,
                        [&](const std::string& index, const Value& insights) -> Result<void> {
                          NORN_ASSIGN(settings.index_insights[index], decode_insights(insights));
                          return {};
                        }));
  if (map->contains(kKinesisStreams)) {
    NORN_ASSIGN(const List streams, setting_member<List>(*map, kKinesisStreams));
    for (const Value& stream : streams) {
      const auto* const arn = stream.get_if<std::string>();
      if (arn == nullptr) return damaged_settings();
      settings.kinesis_streams.push_back(*arn);
    }
  }
  return settings;
}

}  // namespace norn::embedded
