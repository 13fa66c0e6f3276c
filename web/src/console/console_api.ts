// What the console asks the server.

import { consoleRequest } from './console_access.svelte';
import type { Item } from './attribute_value';
import type { Asked } from './tables/query_draft';
import type { ChangePage, ItemPage, Table } from './types';

const pathOf = (table: string) => `/tables/${encodeURIComponent(table)}`;

export async function loadTables(): Promise<Table[]> {
  return (await consoleRequest<{ tables: Table[] }>('GET', '/tables')).tables;
}

export function askItems(table: string, asked: Asked, after?: string): Promise<ItemPage> {
  const body = { ...asked.request, ...(after !== undefined && { after }) };
  return consoleRequest('POST', `${pathOf(table)}/${asked.kind}`, { body });
}

// On the condition that the item still is `replaces`, or that there is none yet.
export function putItem(table: string, item: Item, replaces: Item | null): Promise<void> {
  return consoleRequest('PUT', `${pathOf(table)}/items`, { body: { item, replaces } });
}

export function deleteItem(table: string, item: Item): Promise<void> {
  return consoleRequest('POST', `${pathOf(table)}/items/deletion`, { body: { item } });
}

export function loadChanges(
  table: string,
  after: string | undefined,
  signal: AbortSignal,
): Promise<ChangePage> {
  const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`;
  return consoleRequest('GET', `${pathOf(table)}/changes${query}`, { signal });
}
