#include "http/server/open_stream.h"

#include <fmt/format.h>

#include <boost/asio/post.hpp>
#include <iterator>
#include <utility>

namespace norn::http {
namespace {

constexpr std::string_view kLastChunk = "0\r\n\r\n";
// The size of a chunk in hexadecimal, and two ends of lines.
constexpr size_t kMaxChunkFrameBytes = 20;
// A stream to which nothing is sent holds no more memory than this twice.
constexpr size_t kKeptBytes = 1024;

}  // namespace

void StreamWakeups::push(std::shared_ptr<OpenStream> stream) {
  const std::lock_guard lock(mutex_);
  if (context_ == nullptr) return;
  ready_.push_back(std::move(stream));
  if (ready_.size() > 1) return;
  boost::asio::post(*context_, [self = shared_from_this()] { self->resume_all(); });
}

void StreamWakeups::resume_all() {
  std::vector<std::shared_ptr<OpenStream>> ready;
  {
    const std::lock_guard lock(mutex_);
    ready.swap(ready_);
  }
  for (const auto& stream : ready) {
    if (auto resume = std::exchange(stream->resume_, nullptr)) resume();
  }
}

void StreamWakeups::end() {
  std::vector<std::shared_ptr<OpenStream>> ready;
  const std::lock_guard lock(mutex_);
  context_ = nullptr;
  ready.swap(ready_);
}

bool OpenStream::send(std::string_view text) {
  std::unique_lock lock(mutex_);
  if (state_ != State::kOpen) return false;
  if (text.empty()) return true;  // As a chunk it would be the last one.
  const bool fits = queued() + text.size() + kMaxChunkFrameBytes <= max_bytes();
  if (fits) {
    append(text);
  } else {
    drop();
  }
  wake(std::move(lock));
  return fits;
}

bool OpenStream::write(std::string_view part) {
  std::unique_lock lock(mutex_);
  if (state_ != State::kOpen) return false;
  if (part.empty()) return true;
  append(part);
  wake(std::move(lock));
  return true;
}

void OpenStream::when_room(std::move_only_function<void()> resume) {
  {
    const std::lock_guard lock(mutex_);
    if (state_ == State::kOpen && !has_room_now()) {
      resume_producer_ = std::move(resume);
      return;
    }
  }
  resume();
}

void OpenStream::append(std::string_view text) {
  const size_t before = waiting_.size();
  if (chunked_) {
    fmt::format_to(std::back_inserter(waiting_), "{:x}\r\n", text.size());
    waiting_.append(text).append("\r\n");
  } else {
    waiting_ += text;
  }
  budget_->add(waiting_.size() - before);
}

void OpenStream::close() {
  std::unique_lock lock(mutex_);
  if (state_ != State::kOpen) return;
  state_ = State::kClosed;
  if (chunked_) {
    waiting_ += kLastChunk;
    budget_->add(kLastChunk.size());
  }
  wake(std::move(lock));
}

bool OpenStream::is_open() const {
  const std::lock_guard lock(mutex_);
  return state_ == State::kOpen;
}

bool OpenStream::has_room() const {
  const std::lock_guard lock(mutex_);
  return has_room_now();
}

void OpenStream::abandon() {
  std::unique_lock lock(mutex_);
  drop();
  auto resume = std::exchange(resume_producer_, nullptr);
  wake(std::move(lock));
  if (resume) resume();
}

void OpenStream::note_sender_gone() {
  if (!is_body()) return close();
  std::unique_lock lock(mutex_);
  if (state_ == State::kClosed) return;
  drop();
  wake(std::move(lock));
}

bool OpenStream::is_abandoned() const {
  const std::lock_guard lock(mutex_);
  return state_ == State::kAbandoned;
}

void OpenStream::drop() {
  state_ = State::kAbandoned;
  budget_->remove(queued());
  taken_bytes_ = 0;
  std::string().swap(waiting_);
}

void OpenStream::wake(std::unique_lock<std::mutex> lock) {
  if (!std::exchange(awaited_, false)) return;
  lock.unlock();
  wakeups_->push(shared_from_this());
}

OpenStream::Next OpenStream::take(std::string& bytes) {
  bytes.clear();
  if (bytes.capacity() > kKeptBytes) std::string().swap(bytes);
  std::move_only_function<void()> resume;
  Next next = Next::kBytes;
  {
    const std::lock_guard lock(mutex_);
    if (state_ == State::kAbandoned) return Next::kLost;
    bytes.swap(waiting_);
    budget_->remove(taken_bytes_);
    taken_bytes_ = bytes.size();
    if (bytes.empty()) next = state_ == State::kClosed ? Next::kEnd : Next::kNothing;
    awaited_ = next == Next::kNothing;
    if (has_room_now()) resume = std::exchange(resume_producer_, nullptr);
  }
  if (resume) resume();
  return next;
}

std::shared_ptr<OpenStream> Streams::open(OpenStream::Kind kind, bool chunked) {
  auto stream =
      std::make_shared<OpenStream>(kind, wakeups_, budget_, limits_.stream_bytes, chunked);
  if (open_.fetch_add(1) < limits_.streams) return stream;
  --open_;
  return nullptr;
}

}  // namespace norn::http
