// Which attributes are columns of the list of items: the keys, and what most of the items have.

import type { ShownItem, Table } from '../types';
import { keysOf } from './query_draft';

const mostColumns = 7;

// The keys of the table first, because they say which item it is; then those of the index.
export function keyNames(table: Table, index: string): string[] {
  const own = keysOf(table, '');
  const shown = keysOf(table, index);
  const names = [own.partition, own.sort, shown.partition, shown.sort];
  return [...new Set(names.flatMap((key) => (key ? [key.name] : [])))];
}

export function columnsOf(table: Table, index: string, items: readonly ShownItem[]): string[] {
  const keys = keyNames(table, index);
  const counts = new Map<string, number>();
  for (const { item } of items) {
    for (const name of Object.keys(item)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const others = [...counts]
    .filter(([name]) => !keys.includes(name))
    .sort(([, one], [, other]) => other - one)
    .map(([name]) => name);
  return [...keys, ...others.slice(0, Math.max(0, mostColumns - keys.length))];
}
