#include "apps/shared/redaction.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "apps/shared/items.h"
#include "apps/shared/tables.h"
#include "base/ascii.h"

namespace norn::apps {
namespace {

// The attributes that any item of a known kind may show.
constexpr std::string_view kOfAllKinds =
    " PK SK entityType id userId createdAt updatedAt expiresAt ttl version epoch ";

// A kind of item of the table `norn` (docs/data_model.md), and what may be shown of it beside
// kOfAllKinds. A secret, or whatever a later version adds, is hidden until it is listed.
struct Kind {
  std::string_view type;
  std::string_view shown;  // Names, with spaces around.
};

constexpr auto kKinds = std::to_array<Kind>({
    {"ACCOUNT",
     " administrator emailVerified sessionEpoch tokenEpoch identities takenOverAt passwordSetBy "
     "passwordSetAt language firstSteps quotas disabled disabledAt disabledBy totpLastStep "},
    {"AGENDA", " hiddenKinds hiddenOwners declinedHidden "},
    {"AGENDA_FEED", " lastReadAt "},
    {"AGENDA_FEED_ADDRESS", ""},
    {"ATTENTION", " table itemPK itemSK reason code params "},
    {"AVAILABILITY", " sharedWith "},
    {"BELL_SETTINGS", " assigned mentioned due changed projectId "},
    {"BIN",
     " thingId kind title startsAt deletedAt deletedMs deletedBy bytes parts sweepKind "
     "sweepSubject revision "},
    {"BINNED",
     " thingId kind title startsAt deletedAt deletedMs deletedBy bytes parts sweepKind "
     "sweepSubject revision "},
    {"BIN_NAMED", " latestMs owner "},
    {"BIN_NOTE", " latestMs owner "},
    {"BIN_PART", ""},
    {"BIN_USAGE", ""},
    {"CALENDARS_FEED", " calendarIds chosenAt lastReadAt "},
    {"CALENDARS_FEED_ADDRESS", " calendarIds chosenAt "},
    {"CALENDAR_FEED", " calendarId lastReadAt "},
    {"CALENDAR_FEED_ADDRESS", " calendarId "},
    {"CALENDAR_INVITATION", " calendarId email role invitedBy invitedAt "},
    {"CALENDAR_INVITATION_MARK", ""},
    {"CONSOLE_KEY", ""},
    {"DEMO", " state "},
    {"DEVICE", ""},
    {"DUE_TASK", " taskId projectId dueDate at "},
    {"FEED", " lastReadAt "},
    {"FEED_ADDRESS", ""},
    {"FOREIGN_PERSON", ""},
    {"FORMER_MEMBER", " calendarId thingId "},
    {"GUARD", ""},
    {"IDEMPOTENCY", " operation resultId "},
    {"IMPORT", ""},
    {"INVITATION", " email invitedBy "},
    {"LATEST_MARK", ""},
    {"LONGEST_EVENT", " minutes "},
    {"NOTIFICATION", " app kind projectId taskId commentId actorId fields dueDate readAt "},
    {"OPEN_TREE_IMPORT", ""},
    {"PASSWORD_LINK", " madeBy removesSecondFactor "},
    {"PERSON", " administrator disabled "},
    {"PLACE_FEED", " placeId lastReadAt joinedAt "},
    {"PLACE_FEED_ADDRESS", " placeId "},
    {"PROCESS", " beat "},
    {"PROJECT_STATS", " projectId open created completed repeated "},
    {"READER", " position counters process leaseEndsMs "},
    {"REMINDER", " dismissed snoozedUntil dueAt "},
    {"REMINDERS", " kinds dayMinutes eventsOff overrides "},
    {"SESSION", " method address userAgent lastSeenAt confirmedUntil signInIsOver "},
    {"SETTINGS", " signUp contact publicTrees quotas "},
    {"SETUP", " done "},
    {"SUBSCRIPTION",
     " name isNamedByFeed color nextAt checkedAt refreshedAt problem status failures eventCount "
     "feedLastModified feedInterval problemStatus leaseUntil "},
    {"SUBSCRIPTIONS", " lastAdded "},
    {"SUBSCRIPTION_DUE", " subscriptionId "},
    {"SWEEP", " kind subject leaseOwner leaseUntil settleAfter walkedTo "},
    {"THING_INVITATION", " thing thingId projectId treeId placeId email role invitedBy invitedAt "},
    {"THROTTLE", " kind tries windowEnd "},
    {"TOKEN", " name scopes lastUsedAt "},
    {"TREE_FEED", " lastReadAt "},
    {"TREE_FEED_ADDRESS", ""},
    {"TREE_IMPORT",
     " uploadId fileName treeName preview state percent people peopleWritten leaseOwner leaseUntil "
     "attempts retries report problem treeId into jobId "},
    {"TREE_OWNER", " ownerId "},
    {"TREE_REIMPORT",
     " treeId state percent addsNew takesChanged takesConflicts chosen checked checksUndo report "
     "problem undoUntil fileName firstPerson newBytes newPeople ownerId pages reimportId "
     "rootBefore "},
    {"TREE_REIMPORT_PAGE", ""},
    {"TREE_SELF", " treeId personId "},
    {"USAGE",
     " bytes events series calendars entries places stays projects tasks projectEvents "
     "plannerTasks trees people "},
    {"WAITING_SWEEP", " kind subject leaseOwner leaseUntil settleAfter walkedTo "},
});

// In front of the secret part of keys, in the table `norn` and in copies of it.
constexpr auto kSecretPrefixes = std::to_array<std::string_view>(
    {"SESSION#", "TOKEN#", "DEVICE#", "INVITATION#", "OIDC#", "THROTTLE#", "IDEMPOTENCY#", "FEED#",
     "PLACE_FEED#", "CALENDAR_FEED#", "CALENDARS_FEED#", "TREE_FEED#", "AGENDA_FEED#"});

// Parts of names, without capitals and signs, that tell a secret wherever they are: the hash of the
// password in a PROFILE, what other programs store of their users, and what `norn` has if a copy of
// it was restored under another name.
constexpr auto kSecretNames = std::to_array<std::string_view>(
    {"password",     "passwd",        "passphrase",  "passcode",     "secret",       "totp",
     "recoverycode", "backupcode",    "credential",  "apikey",       "privatekey",   "accesskey",
     "signingkey",   "encryptionkey", "accesstoken", "refreshtoken", "sessiontoken", "leasetoken",
     "bindinghash",  "verifier",      "nonce",       "cursorkey"});
// Words of names that tell a secret: `tokenHash` and `reset_token` have one, `hashtags` has none.
constexpr auto kSecretWords = std::to_array<std::string_view>(
    {"token", "hash", "salt", "otp", "pin", "digest", "pwd", "seed", "mnemonic"});

// A hash, or a secret in hex, is at least this long.
constexpr size_t kHexDigits = 32;
constexpr int kMaxLevels = 64;  // More than an item can have.

bool is_hex(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// The text without its runs of so many hexadecimal digits; nullopt if it has none.
std::optional<std::string> without_hashes(std::string_view text) {
  std::string kept;
  bool found = false;
  for (size_t begin = 0; begin < text.size();) {
    size_t end = begin;
    while (end < text.size() && is_hex(text[end])) ++end;
    if (end - begin >= kHexDigits) {
      kept += kHiddenPart;
      found = true;
      begin = end;
      continue;
    }
    if (end == begin) ++end;
    kept += text.substr(begin, end - begin);
    begin = end;
  }
  return found ? std::optional(std::move(kept)) : std::nullopt;
}

std::optional<std::string_view> secret_prefix_of(std::string_view text) {
  for (const std::string_view prefix : kSecretPrefixes) {
    if (text.starts_with(prefix)) return prefix;
  }
  return std::nullopt;
}

// The value of a key, as it is shown; nullopt if it is shown as it is.
std::optional<store::Value> key_shown(TableKind kind, const store::Value& value) {
  const auto* const text = value.get_if<std::string>();
  if (text == nullptr) return std::nullopt;
  if (kind != TableKind::kNorn && !secret_prefix_of(*text)) return std::nullopt;
  auto kept = without_hashes(*text);
  if (!kept) return std::nullopt;
  return store::Value(*std::move(kept));
}

// Whether the text is one of the keys of items, in the table or in one of its indexes.
bool is_key_name(std::string_view name) {
  return name.ends_with("PK") || name.ends_with("SK");
}

bool is_lower_letter(char c) {
  return c >= 'a' && c <= 'z';
}
bool is_upper_letter(char c) {
  return c >= 'A' && c <= 'Z';
}

// The words of `resetToken`, `reset_token2` and `RESETToken`, in lower case.
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words;
  bool is_inside = false;
  for (size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (!is_lower_letter(c) && !is_upper_letter(c)) {
      is_inside = false;
      continue;
    }
    const bool follows_lower = i > 0 && is_lower_letter(name[i - 1]);
    const bool precedes_lower = i + 1 < name.size() && is_lower_letter(name[i + 1]);
    const bool begins = !is_inside || (is_upper_letter(c) && (follows_lower || precedes_lower));
    if (begins) words.emplace_back();
    words.back() += ascii_lower(c);
    is_inside = true;
  }
  return words;
}

bool is_secret_name(std::string_view name) {
  const std::vector<std::string> words = words_of(name);
  std::string letters;
  for (const std::string& word : words) letters += word;
  const auto is_part = [&](std::string_view part) { return letters.contains(part); };
  const auto is_word = [&](std::string_view word) {
    return std::ranges::find(words, word) != words.end();
  };
  return std::ranges::any_of(kSecretNames, is_part) || std::ranges::any_of(kSecretWords, is_word);
}

// Whether there is a secret inside a map or list, by the names of its members.
bool has_secret_inside(const store::Value& value, int levels) {
  if (levels == 0) return true;
  if (const auto* const map = value.get_if<store::Map>()) {
    return std::ranges::any_of(*map, [&](const auto& member) {
      return is_secret_name(member.first) || has_secret_inside(member.second, levels - 1);
    });
  }
  if (const auto* const list = value.get_if<store::List>()) {
    return std::ranges::any_of(
        *list, [&](const store::Value& each) { return has_secret_inside(each, levels - 1); });
  }
  return false;
}

const Kind* kind_of_item(store::ItemView item) {
  const std::string type = text_of(item, "entityType");
  const auto* const found = std::ranges::find(kKinds, type, &Kind::type);
  return found != kKinds.end() ? found : nullptr;
}

bool lists(std::string_view names, std::string_view name) {
  const size_t at = names.find(name);
  if (name.empty() || name.contains(' ') || at == std::string_view::npos) return false;
  // A name may also be a part of another one that stands before it.
  for (size_t found = at; found != std::string_view::npos; found = names.find(name, found + 1)) {
    if (names[found - 1] == ' ' && names[found + name.size()] == ' ') return true;
  }
  return false;
}

// Statistics have a number for each status and column (docs/data_model.md), bins one for each day.
bool is_counter(const Kind& kind, std::string_view name, const store::Value& value) {
  return (kind.type == "PROJECT_STATS" || kind.type == "BIN_USAGE") &&
         value.type() == store::Type::kNumber && !is_secret_name(name);
}

Shown shown_of_norn(store::ItemView item) {
  const Kind* const kind = kind_of_item(item);
  Shown shown;
  store::Map kept;
  for (size_t i = 0; i < item.count(); ++i) {
    const store::AttributeView attribute = item.attribute(i);
    const std::string name = attribute.name();
    store::Value value = attribute.value();
    if (name == "PK" || name == "SK") {
      // An item of an unknown kind may have a secret anywhere in its key.
      auto masked = kind != nullptr ? key_shown(TableKind::kNorn, value)
                                    : std::optional(store::Value(kHiddenPart));
      if (masked) shown.hidden.push_back(name);
      kept.emplace(name, masked ? *std::move(masked) : std::move(value));
    } else if (kind != nullptr && (lists(kOfAllKinds, name) || lists(kind->shown, name) ||
                                   is_counter(*kind, name, value))) {
      kept.emplace(name, std::move(value));
    } else {
      shown.hidden.push_back(name);
    }
  }
  shown.item = store::Item::from_map(kept);
  return shown;
}

}  // namespace

TableKind Redaction::kind_of(std::string_view table) const {
  std::string_view name = table;
  if (name.starts_with(prefix_)) name.remove_prefix(prefix_.size());
  const TableNames own;
  for (const std::string& design :
       {own.calendars(), own.planner(), own.projects(), own.bookings(), own.family()}) {
    if (name.ends_with(design)) return TableKind::kOrdinary;
  }
  const std::string folded = ascii_lower(name);
  if (folded.contains(own.files())) return TableKind::kFiles;
  if (folded.contains(own.search())) return TableKind::kSearch;
  return folded.contains(own.norn()) ? TableKind::kNorn : TableKind::kOrdinary;
}

Shown Redaction::shown(TableKind kind, store::ItemView item) {
  if (kind == TableKind::kNorn) return shown_of_norn(item);
  Shown shown;
  store::Map kept;
  for (size_t i = 0; i < item.count(); ++i) {
    const store::AttributeView attribute = item.attribute(i);
    const std::string name = attribute.name();
    store::Value value = attribute.value();
    auto masked = is_key_name(name) ? key_shown(kind, value) : std::nullopt;
    if (masked) {
      shown.hidden.push_back(name);
      kept.emplace(name, *std::move(masked));
    } else if (hides_attribute(kind, name) || has_secret_inside(value, kMaxLevels)) {
      shown.hidden.push_back(name);
    } else {
      kept.emplace(name, std::move(value));
    }
  }
  shown.item = store::Item::from_map(kept);
  return shown;
}

bool Redaction::hides_attribute(TableKind kind, std::string_view name) {
  if (kind == TableKind::kFiles && name == "content") return true;
  if (kind != TableKind::kNorn) return is_secret_name(name);
  const auto is_listed = [&](const Kind& each) { return lists(each.shown, name); };
  return !lists(kOfAllKinds, name) && std::ranges::none_of(kKinds, is_listed);
}

bool Redaction::probes_secret(TableKind kind, const store::Value& value) {
  const auto* const text = value.get_if<std::string>();
  if (text == nullptr) return false;
  if (kind == TableKind::kNorn && without_hashes(*text)) return true;
  const auto prefix = secret_prefix_of(*text);
  return prefix && text->size() > prefix->size();
}

}  // namespace norn::apps
