#include "store/schema.h"

#include <algorithm>

namespace norn::store {

const IndexSchema* TableSchema::find_index(std::string_view index_name) const {
  const auto found = std::find_if(indexes.begin(), indexes.end(), [&](const IndexSchema& index) {
    return index.name == index_name;
  });
  return found == indexes.end() ? nullptr : &*found;
}

bool TableSchema::has_local_indexes() const {
  return std::any_of(indexes.begin(), indexes.end(),
                     [](const IndexSchema& index) { return !index.global; });
}

std::string_view to_name(ProjectionKind kind) {
  switch (kind) {
    case ProjectionKind::kAll:
      return "ALL";
    case ProjectionKind::kKeysOnly:
      return "KEYS_ONLY";
    case ProjectionKind::kInclude:
      return "INCLUDE";
  }
  return "ALL";
}

std::string_view to_name(IndexStatus status) {
  switch (status) {
    case IndexStatus::kActive:
      return "ACTIVE";
    case IndexStatus::kCreating:
      return "CREATING";
    case IndexStatus::kDeleting:
      return "DELETING";
  }
  return "ACTIVE";
}

std::string_view to_name(StreamView view) {
  switch (view) {
    case StreamView::kKeysOnly:
      return "KEYS_ONLY";
    case StreamView::kNewImage:
      return "NEW_IMAGE";
    case StreamView::kOldImage:
      return "OLD_IMAGE";
    case StreamView::kNewAndOldImages:
      return "NEW_AND_OLD_IMAGES";
  }
  return "KEYS_ONLY";
}

std::string_view to_name(BillingMode mode) {
  switch (mode) {
    case BillingMode::kPayPerRequest:
      return "PAY_PER_REQUEST";
    case BillingMode::kProvisioned:
      return "PROVISIONED";
  }
  return "PAY_PER_REQUEST";
}

std::string_view to_name(TableStatus status) {
  switch (status) {
    case TableStatus::kCreating:
      return "CREATING";
    case TableStatus::kUpdating:
      return "UPDATING";
    case TableStatus::kDeleting:
      return "DELETING";
    case TableStatus::kActive:
      return "ACTIVE";
  }
  return "ACTIVE";
}

std::string_view to_name(TableClass table_class) {
  switch (table_class) {
    case TableClass::kStandard:
      return "STANDARD";
    case TableClass::kStandardInfrequentAccess:
      return "STANDARD_INFREQUENT_ACCESS";
  }
  return "STANDARD";
}

}  // namespace norn::store
