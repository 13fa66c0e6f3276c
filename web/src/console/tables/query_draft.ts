// What is typed into the form of a query, and the request that comes of it.

import { isBase64, isNumber, type AttributeValue } from '../attribute_value';
import { t } from '../../lib/messages';
import type {
  Filter,
  FilterOperator,
  KeyAttribute,
  QueryRequest,
  ScanRequest,
  SortOperator,
  Table,
} from '../types';

export const valueTypes = ['S', 'N', 'B', 'BOOL', 'NULL'] as const;
export type ValueType = (typeof valueTypes)[number];

export interface FilterDraft {
  attribute: string;
  operator: FilterOperator;
  type: ValueType;
  text: string;
}

export interface QueryDraft {
  isScan: boolean;
  // Empty: the table itself.
  index: string;
  partition: string;
  // Empty: without a condition.
  sortOperator: SortOperator | '';
  sortText: string;
  // The second one of `between`.
  sortEnd: string;
  filters: FilterDraft[];
  isDescending: boolean;
  limit: number;
}

export const mostFilters = 5;
export const limits = [10, 25, 50, 100] as const;

export function newDraft(): QueryDraft {
  return {
    isScan: true,
    index: '',
    partition: '',
    sortOperator: '',
    sortText: '',
    sortEnd: '',
    filters: [],
    isDescending: false,
    limit: 25,
  };
}

export const newFilter = (): FilterDraft => ({
  attribute: '',
  operator: '=',
  type: 'S',
  text: '',
});

// By what is asked for: the keys of the table, or of the index that was chosen.
export function keysOf(
  table: Table,
  index: string,
): { partition: KeyAttribute; sort: KeyAttribute | null } {
  const found = table.indexes.find(({ name }) => name === index) ?? table;
  return { partition: found.partitionKey, sort: found.sortKey };
}

// What bytes and numbers do not know.
export function sortOperatorsFor(type: string, all: readonly SortOperator[]): SortOperator[] {
  return all.filter((each) => each !== 'begins_with' || type !== 'N');
}

export const hasValue = (operator: FilterOperator) =>
  operator !== 'exists' && operator !== 'not_exists';

// What can be asked now, in the words of the API.
export type Asked =
  { kind: 'query'; request: QueryRequest } | { kind: 'scan'; request: ScanRequest };

// By field: `partition`, `sortText`, `sortEnd`, `filters.0.attribute`, `filters.0.text`.
export type DraftProblems = Record<string, string>;

export type ReadDraft =
  { asked: Asked; problems?: undefined } | { asked?: undefined; problems: DraftProblems };

export function readDraft(table: Table, draft: QueryDraft): ReadDraft {
  const problems: DraftProblems = {};
  const read = (field: string, type: ValueType, text: string) => {
    const isKey = !field.startsWith('filters.');
    const value =
      isKey && text === '' ? { problem: t.console.query.noKey() } : readValue(type, text);
    if ('problem' in value) problems[field] = value.problem;
    return 'problem' in value ? { S: '' } : value.value;
  };
  const filter = draft.filters.map((each, at): Filter => {
    const { attribute, operator } = each;
    if (attribute === '') problems[`filters.${at}.attribute`] = t.console.query.noAttribute();
    if (!hasValue(operator)) return { attribute, operator };
    return { attribute, operator, value: read(`filters.${at}.text`, each.type, each.text) };
  });
  const request: ScanRequest = {
    ...(draft.index && { index: draft.index }),
    ...(filter.length > 0 && { filter }),
    limit: draft.limit,
  };
  const asked: Asked = draft.isScan
    ? { kind: 'scan', request }
    : { kind: 'query', request: queryOf(table, draft, request, read) };
  return Object.keys(problems).length > 0 ? { problems } : { asked };
}

function queryOf(
  table: Table,
  draft: QueryDraft,
  rest: ScanRequest,
  read: (field: string, type: ValueType, text: string) => AttributeValue,
): QueryRequest {
  const keys = keysOf(table, draft.index);
  const request: QueryRequest = {
    ...rest,
    partition: read('partition', keys.partition.type, draft.partition),
  };
  if (keys.sort && draft.sortOperator) {
    const values = [read('sortText', keys.sort.type, draft.sortText)];
    if (draft.sortOperator === 'between') {
      values.push(read('sortEnd', keys.sort.type, draft.sortEnd));
    }
    request.sort = { operator: draft.sortOperator, values };
  }
  if (draft.isDescending) request.descending = true;
  return request;
}

export function readValue(
  type: ValueType,
  text: string,
): { value: AttributeValue } | { problem: string } {
  switch (type) {
    case 'NULL':
      return { value: { NULL: true } };
    case 'BOOL':
      return { value: { BOOL: text === 'true' } };
    case 'N':
      if (!isNumber(text.trim())) return { problem: t.console.query.noNumber() };
      return { value: { N: text.trim() } };
    case 'B':
      if (text.trim() === '' || !isBase64(text.trim()))
        return { problem: t.console.query.noBytes() };
      return { value: { B: text.trim() } };
    case 'S':
      return { value: { S: text } };
  }
}
