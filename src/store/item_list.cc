#include <algorithm>

#include "store/item.h"

namespace norn::store {
namespace {

// The first buffer is small, for pages of a few items. The others, with a string's final zero, have
// the size up to which jemalloc keeps freed memory per thread.
constexpr size_t kFirstBufferBytes = 4 * 1024 - 1;
constexpr size_t kBufferBytes = 32 * 1024 - 1;

}  // namespace

ItemView ItemList::operator[](size_t index) const {
  const Place& place = places_[index];
  return ItemView::trusted(
      std::string_view(buffers_[place.buffer]).substr(place.begin, place.size));
}

void ItemList::append(ItemView item) {
  const std::string_view bytes = item.bytes();
  if (buffers_.empty() || buffers_.back().capacity() - buffers_.back().size() < bytes.size()) {
    const size_t capacity = buffers_.empty() ? kFirstBufferBytes : kBufferBytes;
    buffers_.emplace_back().reserve(std::max(capacity, bytes.size()));
  }
  std::string& buffer = buffers_.back();
  places_.push_back({buffers_.size() - 1, buffer.size(), bytes.size()});
  buffer.append(bytes);
}

void ItemList::clear() {
  buffers_.clear();
  places_.clear();
}

}  // namespace norn::store
