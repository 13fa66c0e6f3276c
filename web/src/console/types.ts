// What the API says to administrators about the server itself.

import type {
  Console,
  ConsoleBackups,
  ConsoleChanges,
  ConsoleHealth,
  ConsoleIndex,
  ConsoleItem,
  ConsoleKey,
  ConsolePage,
  ConsoleTable,
} from '../lib/api_types';
import type { AttributeValue, Item } from './attribute_value';

export type ConsoleState = Console;
export type KeyAttribute = ConsoleKey;
export type KeyType = ConsoleKey['type'];
export type TableIndex = ConsoleIndex;
export type Table = ConsoleTable;
export type Health = ConsoleHealth;
export type Backups = ConsoleBackups;
export type Backup = ConsoleBackups['backups'][number];

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

// The types of values are these; the API says only that there are some.
export type ShownItem = Omit<ConsoleItem, 'item'> & { item: Item };
export type ItemPage = Omit<ConsolePage, 'items'> & { items: ShownItem[] };
export type Change = Omit<ConsoleChanges['changes'][number], 'keys' | 'item' | 'before'> & {
  keys: Item;
  item: Item | null;
  before: Item | null;
};
export type ChangePage = Omit<ConsoleChanges, 'changes'> & { changes: Change[] };
