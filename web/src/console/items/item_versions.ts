// An item that was changed in two places, attribute by attribute.

import { isSameValue, lineText, plainText, type Item } from '../attribute_value';
import type { Table } from '../types';
import type { VersionField, Versions } from '../../lib/versions';

// One field for each attribute that any of them has; the key is the same in all.
export function versionFields(table: Table, { base, mine, theirs }: Versions<Item>) {
  const keys = [table.partitionKey.name, table.sortKey?.name];
  const names = new Set([base, mine, theirs].flatMap((item) => Object.keys(item)));
  return [...names]
    .filter((name) => !keys.includes(name))
    .sort((a, b) => a.localeCompare(b))
    .map((name): VersionField<Item> => ({
      field: name,
      label: name,
      text: (item) => textOf(item, name),
      key: (item) => keyOf(item, name),
      take: (item, other) => {
        const value = other[name];
        // An attribute may be called `__proto__`.
        if (value === undefined) Reflect.deleteProperty(item, name);
        else Object.defineProperty(item, name, { value, ...ordinary });
      },
    }));
}

const ordinary = { configurable: true, enumerable: true, writable: true };

function textOf(item: Item, name: string): string {
  const value = item[name];
  if (value === undefined) return '';
  return 'M' in value ? plainText(value.M) : lineText(value);
}

function keyOf(item: Item, name: string): string {
  const value = item[name];
  return value === undefined ? '' : JSON.stringify(Object.keys(value)) + textOf(item, name);
}

// Whether both have the same key, which no change may touch.
export function hasSameKey(table: Table, one: Item, other: Item): boolean {
  return [table.partitionKey, table.sortKey].every(
    (key) => !key || isSameValue(one[key.name], other[key.name]),
  );
}

// What a new item begins with.
export function emptyItem(table: Table): Item {
  const empty = (type: string) =>
    type === 'N' ? { N: '0' } : type === 'B' ? { B: '' } : { S: '' };
  return Object.fromEntries(
    [table.partitionKey, table.sortKey].flatMap((key) =>
      key ? [[key.name, empty(key.type)]] : [],
    ),
  );
}
