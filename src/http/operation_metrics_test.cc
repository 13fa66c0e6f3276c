#include "http/operation_metrics.h"

#include <gtest/gtest.h>

#include <string>

namespace norn::http {
namespace {

using std::chrono::milliseconds;

TEST(OperationMetrics, CountsByOperationAndResultAndKeepsDurations) {
  OperationMetrics all({.requests = "x_requests_total",
                        .requests_help = "Requests.",
                        .durations = "x_seconds",
                        .durations_help = "Durations.",
                        .result = "result",
                        .results = {"ok", "ok", "ok", "refused", "failed"},
                        .seconds = {0.01, 1}});
  OneOperation get(all, "get");
  OneOperation put(all, "put");
  const OneOperation never(all, "never");
  get.add(200, milliseconds(5));
  get.add(304, milliseconds(500));
  get.add(404, milliseconds(2000));
  put.add(503, milliseconds(1));
  put.add(0, milliseconds(1));  // A status that there is not.

  const std::string text = all.text();
  for (const std::string_view line :
       {"# TYPE x_requests_total counter\n", R"(x_requests_total{operation="get",result="ok"} 2)",
        R"(x_requests_total{operation="get",result="refused"} 1)",
        R"(x_requests_total{operation="put",result="failed"} 1)",
        R"(x_requests_total{operation="put",result="ok"} 1)", "# TYPE x_seconds histogram\n",
        R"(x_seconds_bucket{operation="get",le="0.01"} 1)",
        R"(x_seconds_bucket{operation="get",le="1"} 2)",
        R"(x_seconds_bucket{operation="get",le="+Inf"} 3)",
        R"(x_seconds_count{operation="get"} 3)"}) {
    EXPECT_TRUE(text.contains(line)) << line << "\n" << text;
  }
  EXPECT_FALSE(text.contains("never"));
}

}  // namespace
}  // namespace norn::http
