#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "dynamodb/expression_writer.h"
#include "dynamodb/partiql/ast.h"
#include "store/expressions/condition.h"
#include "store/schema.h"

// Statements as expressions of the store. Names and values become placeholders, so that nothing of
// a statement's text is ever read as a part of an expression.
namespace norn::dynamodb::partiql {

std::string path_text(const store::Path& path, ExpressionWriter& writer);
std::string operand_text(const Operand& operand, ExpressionWriter& writer);
std::string condition_text(const Predicate& predicate, ExpressionWriter& writer);
// All of them, joined by AND; empty for none.
std::string condition_text(std::span<const Predicate* const> predicates, ExpressionWriter& writer);
std::string update_text(const Update& update, ExpressionWriter& writer);

// The attributes that it reads, each once.
std::vector<std::string> attributes_of(const Predicate& predicate);

// A condition that is evaluated here, because the store's filters cannot hold it.
Result<store::Condition> compile(std::span<const Predicate* const> predicates);
// Refuses operands that do not fit, which DynamoDB does before it looks for the table.
Result<void> check_condition(const std::optional<Predicate>& predicate);
Result<void> check_update(const Update& update, const store::KeySchema& key);

// The same error with the wording for statements, which have no parameters for their expressions.
Error in_words_of_statements(Error error);

// Returns a store's result, with the wording of errors for statements.
template <typename T>
Result<T> in_statement(Result<T> result) {
  if (!result) return std::unexpected(in_words_of_statements(std::move(result).error()));
  return result;
}

}  // namespace norn::dynamodb::partiql
