#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>

namespace norn::http {

// Bytes that are read into directly. Unlike a string it never spends time on clearing memory that
// is about to be written.
class ByteBuffer {
 public:
  size_t size() const { return size_; }
  size_t capacity() const { return capacity_; }
  char* data() { return data_.get(); }
  std::string_view view() const { return {data_.get(), size_}; }
  std::span<char> room() { return {data_.get() + size_, capacity_ - size_}; }

  void reserve(size_t capacity) {
    if (capacity <= capacity_) return;
    auto larger = std::make_unique_for_overwrite<char[]>(capacity);
    if (size_ > 0) std::memcpy(larger.get(), data_.get(), size_);
    data_ = std::move(larger);
    capacity_ = capacity;
  }

  // The caller has written so many bytes into room().
  void commit(size_t count) { size_ += count; }

  // Needs the room to be there.
  void append(std::string_view bytes) {
    std::memcpy(data_.get() + size_, bytes.data(), bytes.size());
    size_ += bytes.size();
  }

  void shrink_to(size_t size) { size_ = size; }

  void drop_front(size_t count) {
    std::memmove(data_.get(), data_.get() + count, size_ - count);
    size_ -= count;
  }

  // Forgets the bytes, and the memory too when it is more than `kept_capacity`.
  void clear(size_t kept_capacity) {
    size_ = 0;
    if (capacity_ <= kept_capacity) return;
    data_.reset();
    capacity_ = 0;
  }

 private:
  std::unique_ptr<char[]> data_;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

}  // namespace norn::http
