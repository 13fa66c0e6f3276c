#pragma once

#include "base/sentence.h"

// What the console says.
namespace norn::console {

inline constexpr Sentence<1> kOwnTableReadOnly{
    "ownTableReadOnly",
    "The table {table} is one of Norn's own and can only be read here, unless the server was "
    "started with --admin-writes."};
inline constexpr Sentence<1> kConsoleTableNotFound{"consoleTableNotFound",
                                                   "There is no table {table}."};
inline constexpr Sentence<2> kConsoleIndexNotFound{"consoleIndexNotFound",
                                                   "The table {table} has no index {index}."};
inline constexpr Sentence<1> kIndexHidden{
    "indexHidden", "The index {index} cannot be read here, because its keys can have secrets."};
inline constexpr Sentence<1> kAttributeHidden{
    "attributeHidden", "The attribute {attribute} is hidden, so nothing can be asked about it."};
inline constexpr Sentence<> kKeyHidden{
    "keyHidden",
    "Keys of this form have the hash of a secret in them, which is hidden. Ask for the other items "
    "of their partition, or for the beginning up to the #."};
inline constexpr Sentence<1> kNoSortKey{"noSortKey",
                                        "{table} has no sort key, so there is no condition on it."};
inline constexpr Sentence<2> kWrongOperands{
    "wrongOperands", "The operator {operator} takes this many values: {count}."};
inline constexpr Sentence<1> kStoreRefuses{"storeRefuses", "The store refuses this: {reason}"};
inline constexpr Sentence<> kCursorInvalid{
    "cursorInvalid", "This is no position of this question. Ask again from the beginning."};
inline constexpr Sentence<> kItemHidden{
    "itemHidden", "Items with values that are hidden can neither be written nor deleted here."};
inline constexpr Sentence<> kItemKeyChanged{
    "itemKeyChanged",
    "The key of an item cannot be changed. Make a new item, and delete this one."};
inline constexpr Sentence<> kConsoleItemChanged{
    "consoleItemChanged", "This item is another one by now: `current` has it as it is."};
inline constexpr Sentence<> kItemGone{"itemGone", "This item was deleted in the meantime."};
inline constexpr Sentence<1> kNoStream{"noStream", "The table {table} has no stream of changes."};

// Backups.
inline constexpr Sentence<> kNoBackupsHere{
    "noBackupsHere", "The store of this server has backups of its own, which are not made here."};
inline constexpr Sentence<> kBackupRunning{
    "backupRunning", "The server is making or checking a backup. Wait until it is done."};
inline constexpr Sentence<> kBackupNotFound{"backupNotFound", "There is no such backup."};

inline constexpr SentenceText kSentences[] = {
    kOwnTableReadOnly,
    kConsoleTableNotFound,
    kConsoleIndexNotFound,
    kIndexHidden,
    kAttributeHidden,
    kKeyHidden,
    kNoSortKey,
    kWrongOperands,
    kStoreRefuses,
    kCursorInvalid,
    kItemHidden,
    kItemKeyChanged,
    kItemGone,
    kNoStream,
    kConsoleItemChanged,
    kNoBackupsHere,
    kBackupRunning,
    kBackupNotFound,
};

}  // namespace norn::console
