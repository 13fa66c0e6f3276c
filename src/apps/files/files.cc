#include "apps/files/files.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "apps/files/keys.h"
#include "apps/files/limits.h"
#include "apps/files/sentences.h"
#include "apps/shared/batch.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/shared/quota_kinds.h"
#include "base/faults.h"
#include "base/ids.h"
#include "base/time_text.h"

namespace norn::files {
namespace {

using apps::Done;
using apps::integer_of;
using apps::text_of;

constexpr std::string_view kFileSweep = "file";
// Between the id of the file and the number of its stored parts, which no id contains.
constexpr char kSubjectSeparator = '/';
// The attributes that say what a file belongs to. An upload has neither.
constexpr std::string_view kIsUpload = "attribute_exists(PK) AND attribute_not_exists(thing)";
constexpr std::string_view kIsOpenUpload =
    "attribute_exists(PK) AND attribute_not_exists(thing) AND attribute_not_exists(sealed)";
constexpr std::string_view kIsOfThing = "#table = :table AND thing = :thing";

int64_t parts_in(int64_t bytes, int64_t part_bytes) {
  return (bytes + part_bytes - 1) / part_bytes;
}

// The sweep is told how many parts there are, so that it need not read what it deletes.
std::string subject_of(const std::string& file_id, int64_t stored_parts) {
  return fmt::format("{}{}{}", file_id, kSubjectSeparator, stored_parts);
}

store::Item head_key(const std::string& file_id) {
  return apps::key_of(keys::file(file_id), keys::kHead);
}

store::Item upload_key(const std::string& user_id, const std::string& upload_id) {
  return apps::key_of(keys::person(user_id), keys::upload(upload_id));
}

template <typename Request>
Request request_for(const std::string& table, store::Item key) {
  Request request;
  request.table = table;
  request.key = std::move(key);
  return request;
}

store::Placeholders placeholders_of(const Thing& thing) {
  return {.names = {{"#table", "table"}},
          .values = {{":table", thing.table}, {":thing", thing.key}}};
}

bool belongs_to(store::ItemView head, const Thing& thing) {
  return text_of(head, "thing") == thing.key && text_of(head, "table") == thing.table;
}

Upload upload_from(store::ItemView head, const std::string& id) {
  Upload upload;
  upload.id = id;
  upload.name = text_of(head, "name");
  upload.bytes = integer_of(head, "size");
  upload.purpose = purpose_from(text_of(head, "purpose")).value_or(Purpose::kAttachment);
  upload.parts = parts_in(upload.bytes, kUploadPartBytes);
  upload.received = apps::ItemReader(head).integers("received");
  std::ranges::sort(upload.received);
  upload.expires_ms = integer_of(head, "expiresMs");
  upload.is_sealed = apps::boolean_of(head, "sealed");
  return upload;
}

int64_t stored_parts_of(const Upload& upload) {
  return parts_in(upload.bytes, kStoredPartBytes);
}

int64_t bytes_of_part(const Upload& upload, int64_t part) {
  return std::min(kUploadPartBytes, upload.bytes - (part - 1) * kUploadPartBytes);
}

// The bytes of a stored part.
Result<std::string> stored_part(store::Store& store, const std::string& table,
                                const std::string& file_id, int64_t number) {
  auto request =
      request_for<store::GetRequest>(table, apps::key_of(keys::file(file_id), keys::part(number)));
  request.consistent = true;
  NORN_ASSIGN(const auto found, store.get(request));
  const auto content = found.item ? found.item->value("content") : std::nullopt;
  const auto* const bytes = content ? content->get_if<store::Binary>() : nullptr;
  if (bytes == nullptr) return not_found(kFileNotFound);
  return bytes->bytes;
}

}  // namespace

std::string_view to_text(Purpose purpose) {
  return purpose == Purpose::kFamilyTree ? "familyTree" : "attachment";
}

std::optional<Purpose> purpose_from(std::string_view text) {
  for (const Purpose purpose : kPurposes) {
    if (to_text(purpose) == text) return purpose;
  }
  return std::nullopt;
}

int64_t max_bytes_for(Purpose purpose) {
  return purpose == Purpose::kFamilyTree ? kMaxFamilyTreeBytes : kMaxFileBytes;
}

Result<void> check_file_name(std::string_view name) {
  const bool is_path = name.find_first_of("/\\") != std::string_view::npos;
  if (is_path || name.find_first_not_of('.') == std::string_view::npos) {
    return invalid("name", kFileNameForm);
  }
  return {};
}

Result<bool> FileReader::append_next(std::string& out) {
  if (read_ >= parts_) return false;
  NORN_ASSIGN(const std::string content, stored_part(*store_, table_, id_, read_ + 1));
  out += content;
  return ++read_ < parts_;
}

Result<size_t> UploadReader::read(int64_t position, std::span<char> out) {
  if (position < 0 || position >= bytes_) return 0;
  if (const int64_t part = position / kStoredPartBytes + 1; part != part_) {
    part_ = 0;
    auto content = stored_part(*store_, table_, id_, part);
    if (!content && content.error().code == ErrorCode::kNotFound) {
      return not_found(kUploadNotFound);
    }
    if (!content) return std::unexpected(std::move(content).error());
    content_ = *std::move(content);
    part_ = part;
  }
  const auto within = static_cast<size_t>(position % kStoredPartBytes);
  // Only another program can have written a part that is too short.
  if (within >= content_.size()) return not_found(kUploadNotFound);
  return content_.copy(out.data(), out.size(), within);
}

void Files::add_sweeps() const {
  // It reads no index.
  context_.sweeps.add(
      std::string(kFileSweep),
      [files = *this](const std::string& subject) { return files.sweep(subject); },
      apps::Sweeps::Settling::kNone);
}

Result<std::optional<store::Item>> Files::head_of(const std::string& file_id) const {
  if (!is_uuid(file_id)) return std::nullopt;
  auto request = request_for<store::GetRequest>(context_.tables.files(), head_key(file_id));
  request.consistent = true;
  NORN_ASSIGN(auto found, context_.store.get(request));
  return std::move(found.item);
}

Result<std::optional<Upload>> Files::find_upload(const std::string& user_id,
                                                 const std::string& upload_id) const {
  NORN_ASSIGN(const auto head, head_of(upload_id));
  if (!head || head->contains("thing") || text_of(*head, "userId") != user_id) return std::nullopt;
  Upload upload = upload_from(*head, upload_id);
  if (context_.clock.now_ms() >= upload.expires_ms) return std::nullopt;
  return upload;
}

// What the person has begun to upload counts already, so that many uploads at once are not more
// than one after the other.
Result<void> Files::check_room(const std::string& user_id, int64_t bytes) const {
  store::QueryRequest request;
  request.table = context_.tables.files();
  request.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
  request.placeholders.values = {{":pk", keys::person(user_id)}, {":prefix", keys::kUploadPrefix}};
  request.consistent = true;
  request.limit = kMaxOpenUploads;
  NORN_ASSIGN(const auto open, context_.store.query(request));
  if (open.items.size() >= kMaxOpenUploads) return conflict(kTooManyUploads(kMaxOpenUploads));
  for (const store::ItemView upload : open.items) {
    bytes += std::clamp<int64_t>(integer_of(upload, "size"), 0, kMaxUploadBytes);
  }
  return context_.quotas.check_new(user_id, apps::kBytesQuota, bytes);
}

Files::Begun Files::begun(const std::string& user_id, const NewUpload& input) const {
  const int64_t now_ms = context_.clock.now_ms();
  const std::string id = context_.ids.uuid();
  const store::Item head = store::Item::from_map(
      {{"PK", keys::file(id)},
       {"SK", keys::kHead},
       {"entityType", "FILE"},
       {"userId", user_id},
       {"name", input.name},
       {"purpose", to_text(input.purpose)},
       {"size", store::Value::number(input.bytes)},
       {"parts", store::Value::number(parts_in(input.bytes, kStoredPartBytes))},
       {"createdAt", timestamp_s(now_ms)},
       {"expiresMs", store::Value::number(now_ms + kUploadLifeMs)}});
  store::PutRequest put_head;
  put_head.table = context_.tables.files();
  put_head.item = head;
  put_head.condition = "attribute_not_exists(PK)";
  store::PutRequest put_upload;
  put_upload.table = context_.tables.files();
  put_upload.item = store::Item::from_map({{"PK", keys::person(user_id)},
                                           {"SK", keys::upload(id)},
                                           {"entityType", "UPLOAD"},
                                           {"size", store::Value::number(input.bytes)}});
  Upload upload = upload_from(head, id);
  std::vector<Action> actions = {
      std::move(put_head), std::move(put_upload),
      context_.sweeps.begin_at(kFileSweep, subject_of(id, stored_parts_of(upload)),
                               upload.expires_ms)};
  return {std::move(upload), std::move(actions)};
}

Result<std::optional<Upload>> Files::try_begin(const std::string& user_id, const NewUpload& input,
                                               const apps::Creation& creation) const {
  NORN_ASSIGN(const auto made, context_.idempotency.find(creation));
  if (made) {
    NORN_ASSIGN(auto upload, find_upload(user_id, *made));
    if (!upload) return not_found(kUploadNotFound);
    return upload;
  }
  NORN_TRY(check_room(user_id, input.bytes));
  Begun one = begun(user_id, input);
  if (auto remembered = context_.idempotency.remember(creation, one.upload.id)) {
    one.actions.push_back(std::move(*remembered));
  }
  NORN_ASSIGN(const bool written, apps::write_all(context_.store, std::move(one.actions)));
  if (!written) return std::nullopt;
  return std::move(one.upload);
}

Result<Upload> Files::begin(const std::string& user_id, const NewUpload& input,
                            const apps::Creation& creation) const {
  NORN_TRY(check_file_name(input.name));
  if (input.bytes <= 0) return invalid("size", kFileEmpty);
  const int64_t most = max_bytes_for(input.purpose);
  if (input.bytes > most) return invalid("size", kFileTooLarge(most));
  return apps::decide_and_write([&] { return try_begin(user_id, input, creation); });
}

Result<Upload> Files::get(const std::string& user_id, const std::string& upload_id) const {
  NORN_ASSIGN(auto upload, find_upload(user_id, upload_id));
  if (!upload) return not_found(kUploadNotFound);
  return *std::move(upload);
}

Result<std::optional<Upload>> Files::try_put_part(const std::string& user_id,
                                                  const std::string& upload_id, int64_t part,
                                                  std::string_view content) const {
  NORN_ASSIGN(auto upload, find_upload(user_id, upload_id));
  if (!upload) return not_found(kUploadNotFound);
  if (upload->is_sealed) return conflict(kUploadInUse);
  if (part < 1 || part > upload->parts) return not_found(kPartUnknown(upload->parts));
  const int64_t expected = bytes_of_part(*upload, part);
  if (std::cmp_not_equal(content.size(), expected)) {
    return fault(ErrorCode::kInvalid, kPartSize(part, expected, content.size()));
  }
  // On the condition that nothing has claimed, sealed, cancelled or swept the upload meanwhile.
  auto head = request_for<store::UpdateRequest>(context_.tables.files(), head_key(upload_id));
  head.update = "ADD received :part";
  head.condition = kIsOpenUpload;
  head.placeholders.values = {{":part", store::NumberSet::make({store::Number(part)})}};
  std::vector<Action> actions = {std::move(head)};
  int64_t number = (part - 1) * (kUploadPartBytes / kStoredPartBytes);
  for (; !content.empty();
       content.remove_prefix(std::min<size_t>(content.size(), kStoredPartBytes))) {
    store::PutRequest put;
    put.table = context_.tables.files();
    put.item = store::Item::from_map(
        {{"PK", keys::file(upload_id)},
         {"SK", keys::part(++number)},
         {"content", store::Binary{std::string(content.substr(0, kStoredPartBytes))}}});
    actions.emplace_back(std::move(put));
  }
  NORN_ASSIGN(const bool written, apps::write_all(context_.store, std::move(actions)));
  if (!written) return std::nullopt;
  if (!std::ranges::binary_search(upload->received, part)) {
    upload->received.insert(std::ranges::upper_bound(upload->received, part), part);
  }
  return upload;
}

Result<Upload> Files::put_part(const std::string& user_id, const std::string& upload_id,
                               int64_t part, std::string_view content) const {
  return apps::decide_and_write([&] { return try_put_part(user_id, upload_id, part, content); });
}

Result<std::string> Files::add(const std::string& user_id, std::string_view content) const {
  const NewUpload input = {.name = "", .bytes = static_cast<int64_t>(content.size())};
  const auto attempt = [&]() -> Result<std::optional<std::string>> {
    Begun one = begun(user_id, input);
    NORN_ASSIGN(const bool written, apps::write_all(context_.store, std::move(one.actions)));
    if (!written) return std::nullopt;
    return std::move(one.upload.id);
  };
  NORN_ASSIGN(std::string id, apps::decide_and_write(attempt));
  for (int64_t part = 1; !content.empty(); ++part) {
    const std::string_view bytes = content.substr(0, kUploadPartBytes);
    NORN_TRY(put_part(user_id, id, part, bytes));
    content.remove_prefix(bytes.size());
  }
  return id;
}

Result<std::vector<Action>> Files::cancellation(const std::string& user_id,
                                                const std::string& upload_id) const {
  std::vector<Action> actions;
  NORN_ASSIGN(const auto upload, find_upload(user_id, upload_id));
  if (!upload) return actions;
  const std::string table = context_.tables.files();
  auto head = request_for<store::DeleteRequest>(table, head_key(upload_id));
  head.condition = kIsUpload;
  const std::string subject = subject_of(upload_id, stored_parts_of(*upload));
  actions.emplace_back(std::move(head));
  actions.emplace_back(request_for<store::DeleteRequest>(table, upload_key(user_id, upload_id)));
  actions.push_back(context_.sweeps.drop(kFileSweep, subject, upload->expires_ms));
  actions.push_back(context_.sweeps.begin(kFileSweep, subject));
  return actions;
}

Result<void> Files::cancel(const std::string& user_id, const std::string& upload_id) const {
  const auto attempt = [&]() -> Result<std::optional<Done>> {
    NORN_ASSIGN(auto actions, cancellation(user_id, upload_id));
    if (actions.empty()) return not_found(kUploadNotFound);
    NORN_ASSIGN(const bool written, apps::write_all(context_.store, std::move(actions)));
    if (!written) return std::nullopt;
    return Done{};
  };
  NORN_TRY(apps::decide_and_write(attempt));
  context_.sweeps.wake();
  return {};
}

Result<Upload> Files::find_complete(const std::string& user_id, const std::string& upload_id,
                                    Purpose purpose) const {
  NORN_ASSIGN(auto upload, find_upload(user_id, upload_id));
  if (!upload) return conflict("uploadId", kUploadNotFound);
  if (upload->purpose != purpose) {
    return conflict("uploadId", kUploadPurpose(to_text(upload->purpose), to_text(purpose)));
  }
  if (!upload->is_complete()) {
    return conflict("uploadId", kUploadIncomplete(upload->received.size(), upload->parts));
  }
  return *std::move(upload);
}

Result<FileReader> Files::open_upload(const std::string& user_id,
                                      const std::string& upload_id) const {
  NORN_ASSIGN(const Upload upload, find_complete(user_id, upload_id, Purpose::kAttachment));
  return FileReader(context_.store, context_.tables.files(), upload_id, stored_parts_of(upload));
}

Result<UploadReader> Files::seal(const std::string& user_id, const std::string& upload_id,
                                 Purpose purpose) const {
  const auto attempt = [&]() -> Result<std::optional<UploadReader>> {
    NORN_ASSIGN(const Upload upload, find_complete(user_id, upload_id, purpose));
    if (!upload.is_sealed) {
      auto head = request_for<store::UpdateRequest>(context_.tables.files(), head_key(upload_id));
      head.update = "SET sealed = :sealed";
      head.condition = kIsUpload;
      head.placeholders.values = {{":sealed", store::Value::boolean(true)}};
      NORN_ASSIGN(const bool written, apps::write_all(context_.store, {std::move(head)}));
      if (!written) return std::nullopt;
    }
    return UploadReader(context_.store, context_.tables.files(), upload_id, upload.name,
                        upload.bytes);
  };
  return apps::decide_and_write(attempt);
}

Result<Files::Claim> Files::claim(const std::string& user_id, const std::string& upload_id,
                                  const Thing& thing) const {
  NORN_ASSIGN(auto upload, find_complete(user_id, upload_id, Purpose::kAttachment));
  const std::string table = context_.tables.files();
  // Parts never go from an upload that is there, so that it is still complete.
  auto head = request_for<store::UpdateRequest>(table, head_key(upload_id));
  head.update =
      "SET #table = :table, thing = :thing REMOVE userId, #name, purpose, received, expiresMs";
  head.condition = kIsUpload;
  head.placeholders = placeholders_of(thing);
  head.placeholders.names.emplace("#name", "name");
  Claim claim = {.name = std::move(upload.name), .bytes = upload.bytes, .actions = {}};
  claim.actions.emplace_back(std::move(head));
  claim.actions.emplace_back(
      request_for<store::DeleteRequest>(table, upload_key(user_id, upload_id)));
  claim.actions.push_back(context_.sweeps.drop(
      kFileSweep, subject_of(upload_id, stored_parts_of(upload)), upload.expires_ms));
  return claim;
}

Result<std::optional<FileReader>> Files::open(const std::string& file_id,
                                              const Thing& thing) const {
  NORN_ASSIGN(const auto head, head_of(file_id));
  if (!head || !belongs_to(*head, thing)) return std::nullopt;
  return FileReader(context_.store, context_.tables.files(), file_id, integer_of(*head, "parts"));
}

Result<std::vector<Action>> Files::removal(const std::string& file_id, const Thing& thing) const {
  std::vector<Action> actions;
  NORN_ASSIGN(const auto head, head_of(file_id));
  if (!head || !belongs_to(*head, thing)) return actions;
  auto remove = request_for<store::DeleteRequest>(context_.tables.files(), head_key(file_id));
  remove.condition = kIsOfThing;
  remove.placeholders = placeholders_of(thing);
  actions.emplace_back(std::move(remove));
  actions.push_back(
      context_.sweeps.begin(kFileSweep, subject_of(file_id, integer_of(*head, "parts"))));
  return actions;
}

Result<void> Files::remove(const std::string& file_id, const Thing& thing) const {
  const auto attempt = [&]() -> Result<std::optional<Done>> {
    NORN_ASSIGN(auto actions, removal(file_id, thing));
    if (actions.empty()) return Done{};
    NORN_ASSIGN(const bool written, apps::write_all(context_.store, std::move(actions)));
    if (!written) return std::nullopt;
    context_.sweeps.wake();
    return Done{};
  };
  NORN_TRY(apps::decide_and_write(attempt));
  return {};
}

Result<void> Files::cancel_all(const std::string& user_id) const {
  store::QueryRequest request;
  request.table = context_.tables.files();
  request.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
  request.placeholders.values = {{":pk", keys::person(user_id)}, {":prefix", keys::kUploadPrefix}};
  request.consistent = true;
  NORN_ASSIGN(const auto open, apps::query_all(context_.store, std::move(request)));
  for (const store::Item& upload : open) {
    const std::string id = text_of(upload, "SK").substr(keys::kUploadPrefix.size());
    const auto cancelled = cancel(user_id, id);
    // What has expired is removed by its own sweep.
    if (!cancelled && cancelled.error().code != ErrorCode::kNotFound) return cancelled;
  }
  return {};
}

Result<bool> Files::sweep(const std::string& subject) const {
  const size_t separator = subject.find(kSubjectSeparator);
  const std::string file_id = subject.substr(0, separator);
  int64_t parts = 0;
  std::from_chars(subject.data() + separator + 1, subject.data() + subject.size(), parts);
  NORN_ASSIGN(const auto head, head_of(file_id));
  const std::string table = context_.tables.files();
  if (head) {
    if (head->contains("thing")) return false;  // It was claimed a moment before.
    auto remove = request_for<store::DeleteRequest>(table, head_key(file_id));
    remove.condition = kIsUpload;
    NORN_ASSIGN(const bool written,
                apps::write_all(context_.store,
                                {std::move(remove),
                                 request_for<store::DeleteRequest>(
                                     table, upload_key(text_of(*head, "userId"), file_id))}));
    if (!written) return true;
  }
  std::vector<store::Item> gone;
  for (int64_t part = 1; part <= std::min(parts, kMaxUploadBytes / kStoredPartBytes); ++part) {
    gone.push_back(apps::key_of(keys::file(file_id), keys::part(part)));
  }
  NORN_TRY(apps::remove_all(context_.store, table, gone));
  return false;
}

}  // namespace norn::files
