#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "dynamodb/partiql/lexer.h"

namespace norn::dynamodb::partiql {
namespace {

// The reserved words of PartiQL, which are those of SQL-92 and some of its own; sorted. DynamoDB's
// own reserved words are not reserved in its PartiQL.
// https://partiql.org/assets/PartiQL-Specification.pdf
constexpr std::array<std::string_view, 221> kKeywords = {
    // clang-format off
    "absolute", "action", "add", "all", "allocate", "alter", "and", "any", "are", "as", "asc",
    "assertion", "at", "authorization", "avg", "begin", "between", "bit", "bit_length", "by",
    "cascade", "cascaded", "case", "cast", "catalog", "char", "char_length", "character",
    "character_length", "check", "close", "coalesce", "collate", "collation", "column", "commit",
    "connect", "connection", "constraint", "constraints", "continue", "convert", "corresponding",
    "count", "create", "cross", "current", "current_date", "current_time", "current_timestamp",
    "current_user", "cursor", "date", "deallocate", "dec", "decimal", "declare", "default",
    "deferrable", "deferred", "delete", "desc", "describe", "descriptor", "diagnostics",
    "disconnect", "distinct", "domain", "double", "drop", "else", "end", "escape", "except",
    "exception", "exec", "execute", "exists", "external", "extract", "false", "fetch", "first",
    "float", "for", "foreign", "found", "from", "full", "get", "global", "go", "goto", "grant",
    "group", "having", "identity", "immediate", "in", "indicator", "initially", "inner", "input",
    "insensitive", "insert", "int", "integer", "intersect", "interval", "into", "is", "isolation",
    "join", "key", "language", "last", "left", "level", "like", "limit", "local", "lower", "match",
    "max", "min", "missing", "module", "names", "national", "natural", "nchar", "next", "no",
    "not", "null", "nullif", "numeric", "octet_length", "of", "on", "only", "open", "option", "or",
    "order", "outer", "output", "overlaps", "pad", "partial", "pivot", "position", "precision",
    "prepare", "preserve", "primary", "prior", "privileges", "procedure", "public", "read", "real",
    "references", "relative", "remove", "restrict", "returning", "revoke", "right", "rollback",
    "rows", "schema", "scroll", "section", "select", "session", "session_user", "set", "size",
    "smallint", "some", "space", "sql", "sqlcode", "sqlerror", "sqlstate", "substring", "sum",
    "system_user", "table", "temporary", "then", "time", "timestamp", "to", "transaction",
    "translate", "translation", "trim", "true", "union", "unique", "unknown", "unpivot", "update",
    "upper", "usage", "user", "using", "value", "values", "varchar", "varying", "view", "when",
    "whenever", "where", "with", "work", "write", "zone",
    // clang-format on
};
static_assert(std::ranges::is_sorted(kKeywords));

constexpr size_t kLongestKeyword = 24;

}  // namespace

bool is_keyword(std::string_view word) {
  if (word.size() > kLongestKeyword) return false;
  return std::ranges::binary_search(kKeywords, std::string_view(ascii_lower(word)));
}

bool same_word(std::string_view one, std::string_view two) {
  return equals_ignoring_case(one, two);
}

}  // namespace norn::dynamodb::partiql
