// What the API says to administrators about the server itself.

import type { AttributeValue, Item } from './attribute_value';

export interface ConsoleState {
  // Until when this session may look around; null before they have confirmed who they are.
  confirmedUntil: string | null;
  secondFactor: boolean;
  hasPassword: boolean;
  // Whether Norn's own tables may be written to.
  writesOwnTables: boolean;
}

export type KeyType = 'S' | 'N' | 'B';

export interface KeyAttribute {
  name: string;
  type: KeyType;
}

export interface TableIndex {
  name: string;
  kind: 'global' | 'local';
  partitionKey: KeyAttribute;
  sortKey: KeyAttribute | null;
  projection: string;
}

export interface Table {
  name: string;
  // One of Norn's own: accounts and sessions, files, search.
  own: boolean;
  status: string;
  partitionKey: KeyAttribute;
  sortKey: KeyAttribute | null;
  indexes: TableIndex[];
  itemCount: number;
  bytes: number;
  stream: boolean;
  // The attribute with the moment at which an item goes.
  ttl: string | null;
}

export const sortOperators = ['=', '<', '<=', '>', '>=', 'between', 'begins_with'] as const;
export type SortOperator = (typeof sortOperators)[number];

export const filterOperators = [
  '=',
  '<>',
  '<',
  '<=',
  '>',
  '>=',
  'contains',
  'begins_with',
  'exists',
  'not_exists',
] as const;
export type FilterOperator = (typeof filterOperators)[number];

export interface SortCondition {
  operator: SortOperator;
  values: AttributeValue[];
}

export interface Filter {
  attribute: string;
  operator: FilterOperator;
  value?: AttributeValue;
}

export interface ScanRequest {
  index?: string;
  filter?: Filter[];
  limit?: number;
  after?: string;
}

export interface QueryRequest extends ScanRequest {
  partition: AttributeValue;
  sort?: SortCondition;
  descending?: boolean;
}

export interface ShownItem {
  item: Item;
  // Attributes that are there and that the server does not show.
  hidden: string[];
}

export interface ItemPage {
  items: ShownItem[];
  after: string | null;
  scanned: number;
  capacityUnits: number;
}

export interface Change {
  id: string;
  at: string;
  kind: 'INSERT' | 'MODIFY' | 'REMOVE';
  keys: Item;
  item: Item | null;
  before: Item | null;
  hidden: string[];
}

export interface ChangePage {
  // The oldest first.
  changes: Change[];
  after: string;
  // There were changes in between that cannot be read any more.
  missed: boolean;
}

export interface Health {
  version: string;
  startedAt: string;
  store: {
    kind: 'embedded' | 'remote';
    location: string;
    bytes: number | null;
    freeBytes: number | null;
  };
  checks: { name: string; state: 'ok' | 'warning' | 'failed'; detail: string }[];
  metrics: { name: string; value: number; unit: string }[];
}

export interface Backup {
  id: string;
  at: string;
  bytes: number;
  files: number;
  // Why it cannot be restored.
  damage: string | null;
  verified: string | null;
}

export interface Backups {
  available: boolean;
  // Why there are none to be had.
  reason?: string;
  schedule: { daily: string; keep: number; folder: string; failure: string | null } | null;
  backups: Backup[];
  running: {
    what: 'backup' | 'verification';
    copiedBytes: number;
    totalBytes: number;
  } | null;
  // Why what was asked for last failed.
  failure: string | null;
}
