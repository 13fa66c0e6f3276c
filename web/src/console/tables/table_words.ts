// A table in words.

import { t } from '../../lib/messages';
import type { FilterOperator, KeyAttribute, KeyType, SortOperator } from '../types';

// "PK (S), SK (S)": the types as DynamoDB writes them.
export function keysText(partition: KeyAttribute, sort: KeyAttribute | null): string {
  return [partition, ...(sort ? [sort] : [])]
    .map(({ name, type }) => `${name} (${type})`)
    .join(', ');
}

// "Text", "Number".
export function typeName(type: KeyType | 'BOOL' | 'NULL'): string {
  return t.console.types[type]();
}

const signs: Partial<Record<FilterOperator | SortOperator, string>> = {
  '=': '=',
  '<>': '≠',
  '<': '<',
  '<=': '≤',
  '>': '>',
  '>=': '≥',
};

export function operatorText(operator: FilterOperator | SortOperator): string {
  switch (operator) {
    case 'between':
      return t.console.operators.between();
    case 'begins_with':
      return t.console.operators.beginsWith();
    case 'contains':
      return t.console.operators.contains();
    case 'exists':
      return t.console.operators.exists();
    case 'not_exists':
      return t.console.operators.notExists();
    default:
      return signs[operator] ?? operator;
  }
}
