// A query as the API of DynamoDB takes it, which every way of writing it down begins with.

import type { AttributeValue } from '../attribute_value';
import type { Asked } from '../tables/query_draft';
import { keysOf } from '../tables/query_draft';
import type { Filter, SortCondition, Table } from '../types';

export interface ApiInput {
  operation: 'query' | 'scan';
  table: string;
  index: string | undefined;
  keyCondition: string | undefined;
  filter: string | undefined;
  // `#p` and so on: a name may be a reserved word, or have a dot in it.
  names: Record<string, string>;
  values: Record<string, AttributeValue>;
  isDescending: boolean;
  limit: number | undefined;
}

// Where `norn serve` has the API unless it is told otherwise.
export const usualEndpoint = 'http://127.0.0.1:8000';
export const usualRegion = 'us-east-1';

export function apiInput(table: Table, { kind, request }: Asked): ApiInput {
  const names: Record<string, string> = {};
  const values: Record<string, AttributeValue> = {};
  let keyCondition: string | undefined;
  if (kind === 'query') {
    const keys = keysOf(table, request.index ?? '');
    names['#p'] = keys.partition.name;
    values[':p'] = request.partition;
    keyCondition = '#p = :p';
    if (request.sort && keys.sort) {
      names['#s'] = keys.sort.name;
      keyCondition += ` AND ${sortText(request.sort, values)}`;
    }
  }
  const filters = (request.filter ?? []).map((each, at) => filterText(each, at, names, values));
  return {
    operation: kind,
    table: table.name,
    index: request.index,
    keyCondition,
    filter: filters.length > 0 ? filters.join(' AND ') : undefined,
    names,
    values,
    isDescending: kind === 'query' && request.descending === true,
    limit: request.limit,
  };
}

function sortText(sort: SortCondition, values: Record<string, AttributeValue>): string {
  const [first, second] = sort.values.map((value, at) => {
    values[`:s${at}`] = value;
    return `:s${at}`;
  });
  if (sort.operator === 'between') return `#s BETWEEN ${first} AND ${second}`;
  if (sort.operator === 'begins_with') return `begins_with(#s, ${first})`;
  return `#s ${sort.operator} ${first}`;
}

function filterText(
  { attribute, operator, value }: Filter,
  at: number,
  names: Record<string, string>,
  values: Record<string, AttributeValue>,
): string {
  const name = `#f${at}`;
  names[name] = attribute;
  if (operator === 'exists') return `attribute_exists(${name})`;
  if (operator === 'not_exists') return `attribute_not_exists(${name})`;
  const placeholder = `:f${at}`;
  if (value) values[placeholder] = value;
  const isFunction = operator === 'contains' || operator === 'begins_with';
  return isFunction ? `${operator}(${name}, ${placeholder})` : `${name} ${operator} ${placeholder}`;
}
