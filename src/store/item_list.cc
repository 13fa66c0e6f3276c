#include "store/item.h"

namespace norn::store {

ItemView ItemList::operator[](size_t index) const {
  const size_t begin = index == 0 ? 0 : ends_[index - 1];
  return ItemView::trusted(std::string_view(buffer_).substr(begin, ends_[index] - begin));
}

void ItemList::append(ItemView item) {
  buffer_.append(item.bytes());
  ends_.push_back(buffer_.size());
}

void ItemList::clear() {
  buffer_.clear();
  ends_.clear();
}

}  // namespace norn::store
