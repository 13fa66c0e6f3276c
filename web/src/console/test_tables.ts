// A table for tests, with an index whose keys are others.

import type { Table } from './types';

export const notes: Table = {
  name: 'Notes',
  own: false,
  status: 'ACTIVE',
  partitionKey: { name: 'PK', type: 'S' },
  sortKey: { name: 'SK', type: 'S' },
  indexes: [
    {
      name: 'byDay',
      kind: 'global',
      partitionKey: { name: 'day', type: 'N' },
      sortKey: null,
      projection: 'ALL',
    },
    {
      name: 'byPicture',
      kind: 'local',
      partitionKey: { name: 'PK', type: 'S' },
      sortKey: { name: 'picture', type: 'B' },
      projection: 'KEYS_ONLY',
    },
  ],
  itemCount: 3,
  bytes: 300,
  stream: true,
  ttl: null,
};
