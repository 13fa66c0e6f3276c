#include "sandbox/refusal.h"

#include "dynamodb/api/operation.h"

namespace norn::sandbox {

void refuse(http::Exchange& exchange, const Error& error) {
  exchange.response.clear_body();
  dynamodb::Answer answer(exchange);
  answer.set_request_id();
  answer.fail(error);
}

}  // namespace norn::sandbox
