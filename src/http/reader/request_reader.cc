#include "http/reader/request_reader.h"

#include <algorithm>
#include <utility>

#include "http/sentences.h"

namespace norn::http {
namespace {

constexpr size_t kInputBytes = 8 * 1024;
// The room behind a head that is needed to read chunks there.
constexpr size_t kRoomBehindHead = 1024;
constexpr size_t kFirstChunkedBytes = 4 * 1024;

}  // namespace

RequestReader::RequestReader(const Limits& limits, BodyBudget& budget)
    : limits_(limits), share_(budget) {}

std::span<char> RequestReader::room() {
  if (head_bytes_ > 0 && !head_.chunked && !in_place_) {
    const std::span<char> room = body_.room();
    return room.first(std::min(room.size(), head_.content_length - body_.size()));
  }
  if (head_bytes_ == 0 && input_.room().empty()) {
    if (start_ > 0) {
      input_.drop_front(start_);
      start_ = 0;
    } else {
      input_.reserve(std::max(kInputBytes, 2 * input_.capacity()));
    }
  }
  return input_.room();
}

void RequestReader::commit(size_t count) {
  const bool into_body = head_bytes_ > 0 && !head_.chunked && !in_place_;
  (into_body ? body_ : input_).commit(count);
}

RequestReader::State RequestReader::read(Request& request) {
  if (end_) return *end_;
  if (head_bytes_ == 0) {
    const State state = read_head(request);
    if (state != State::kComplete) return state;
  }
  const State state = head_.chunked ? read_chunks(request) : read_body(request);
  if (state != State::kNeedsMore) end_ = state;
  return state;
}

// RFC 9112, 2.2: some clients send an empty line after a body.
void RequestReader::skip_empty_lines() {
  while (input_.view().substr(start_).starts_with("\r\n")) start_ += 2;
  if (start_ < input_.size()) return;
  input_.shrink_to(0);
  start_ = 0;
}

RequestReader::State RequestReader::read_head(Request& request) {
  skip_empty_lines();
  const std::string_view text = input_.view().substr(start_);
  if (text.empty() || text == "\r") return State::kNeedsMore;
  const auto length = scanner_.scan(text.substr(0, limits_.header_bytes));
  if (!length) return refuse(length.error());
  if (*length == 0) {
    return text.size() < limits_.header_bytes ? State::kNeedsMore : refuse_head_size();
  }

  if (start_ + *length + kRoomBehindHead > input_.capacity()) {
    input_.drop_front(start_);
    start_ = 0;
    input_.reserve(*length + kInputBytes);
  }
  const auto head = http::read_head(input_.view().substr(start_, *length), scanner_.line_ends(),
                                    limits_.headers, request);
  if (!head) return refuse(head.error());
  head_ = *head;
  head_bytes_ = *length;
  return begin_body();
}

RequestReader::State RequestReader::refuse_head_size() {
  if (!scanner_.has_request_line()) return refuse({414, kAddressTooLong});
  return refuse({431, kHeaderTooLarge});
}

// kComplete when the body can be read.
RequestReader::State RequestReader::begin_body() {
  const size_t body_start = start_ + head_bytes_;
  const size_t arrived = input_.size() - body_start;
  invite_ = head_.expects_continue && (head_.chunked || head_.content_length > 0) && arrived == 0;
  request_end_ = body_start;
  if (head_.chunked) {
    chunks_.reset();
    return State::kComplete;
  }
  if (head_.content_length > limits_.body_bytes) {
    return refuse({413, kBodyTooLarge});
  }
  in_place_ = body_start + head_.content_length <= input_.capacity();
  if (in_place_) return State::kComplete;
  // Room is allocated as bytes arrive: a client that only announces a length uses nothing of the
  // budget.
  if (!grow_body(std::max(arrived, std::min<size_t>(head_.content_length, kSmallBodyBytes)))) {
    return State::kRefused;
  }
  body_.append(input_.view().substr(body_start));
  input_.shrink_to(body_start);
  return State::kComplete;
}

bool RequestReader::grow_body(size_t size) {
  if (size > limits_.body_bytes) {
    refuse({413, kBodyTooLarge});
    return false;
  }
  if (size <= body_.capacity()) return true;
  if (!share_.grow_to(size)) {
    refuse({503, kTooManyLargeRequests});
    return false;
  }
  body_.reserve(size);
  return true;
}

RequestReader::State RequestReader::read_body(Request& request) {
  const size_t length = head_.content_length;
  if (!in_place_) {
    if (body_.size() < length) {
      if (!body_.room().empty()) return State::kNeedsMore;
      const size_t doubled = std::min(length, 2 * body_.capacity());
      return grow_body(doubled) ? State::kNeedsMore : State::kRefused;
    }
    request.body = body_.view();
    return State::kComplete;
  }
  const std::string_view arrived = input_.view().substr(start_ + head_bytes_);
  if (arrived.size() < length) return State::kNeedsMore;
  request.body = arrived.substr(0, length);
  request_end_ = start_ + head_bytes_ + length;
  return State::kComplete;
}

RequestReader::State RequestReader::read_chunks(Request& request) {
  const size_t body_start = start_ + head_bytes_;
  std::string_view input = input_.view().substr(body_start);
  std::string_view data;
  while (true) {
    switch (chunks_.next(input, data)) {
      case ChunkedDecoder::Event::kNeedsMore:
        input_.shrink_to(body_start);
        return State::kNeedsMore;
      case ChunkedDecoder::Event::kBad:
        return refuse({400, kMalformedRequest("The body is not chunked as RFC 9112, 7.1 says.")});
      case ChunkedDecoder::Event::kEnd:
        request.body = body_.view();
        request_end_ = input_.size() - input.size();
        return State::kComplete;
      case ChunkedDecoder::Event::kData:
        const size_t needed = body_.size() + data.size();
        if (needed > body_.capacity()) {
          const size_t doubled = std::max(kFirstChunkedBytes, 2 * body_.capacity());
          const size_t wanted = std::max(needed, std::min(doubled, limits_.body_bytes));
          if (!grow_body(wanted)) return State::kRefused;
        } else if (needed > limits_.body_bytes) {
          return refuse({413, kBodyTooLarge});
        }
        body_.append(data);
    }
  }
}

RequestReader::State RequestReader::refuse(const Refusal& refusal) {
  refusal_ = refusal;
  end_ = State::kRefused;
  return State::kRefused;
}

bool RequestReader::take_invitation() {
  return std::exchange(invite_, false);
}

void RequestReader::next() {
  start_ = request_end_;
  if (start_ == input_.size()) {
    input_.clear(2 * limits_.header_bytes);
    start_ = 0;
  }
  // What is kept beyond the request needs no share of the budget.
  body_.clear(kSmallBodyBytes);
  share_.release();
  scanner_.reset();
  head_bytes_ = 0;
  in_place_ = false;
  invite_ = false;
  end_.reset();
}

}  // namespace norn::http
