// A public tree as people without an account see it: its address, and what the server says about it.

import { request } from '../../lib/api';
import type { PublicGraph, PublicPerson, PublicTree } from '../../lib/api_types';
import { chartKinds, type ChartKind } from '../chart/layout/chart_layout';
import { statusOrUsual, typeOrUsual, type Relationship, type TreeGraph } from '../model';

const path = (id: string, rest = '') => `/api/v1/public/trees/${encodeURIComponent(id)}${rest}`;

export const publicApi = {
  tree: (id: string): Promise<PublicTree> => request('GET', path(id)),
  graph: (id: string): Promise<PublicGraph> => request('GET', path(id, '/graph')),
  person: (id: string, personId: string): Promise<PublicPerson> =>
    request('GET', path(id, `/persons/${encodeURIComponent(personId)}`)),
};

// The server takes for a page what has letters, digits and few signs. Ids of other programs may have more.
const isInPath = /^[\w~-]+$/;

export function publicAddress(treeId: string): string {
  return isInPath.test(treeId)
    ? `/public/trees/${treeId}`
    : `/public/trees?${new URLSearchParams({ tree: treeId }).toString()}`;
}

// The tree that an address names; undefined if it names none.
export function treeAt(parts: readonly string[], query: URLSearchParams): string | undefined {
  const [first, second, id, ...rest] = parts;
  if (first !== 'public' || second !== 'trees' || rest.length > 0) return undefined;
  return (id ?? query.get('tree')) || undefined;
}

export function viewAt(query: URLSearchParams): ChartKind {
  return chartKinds.find((kind) => kind === query.get('view')) ?? 'hourglass';
}

// As a chart draws it.
export function drawable({ persons, relationships }: PublicGraph): TreeGraph {
  return {
    persons,
    relationships: relationships.map((each): Relationship =>
      each.relationshipType === 'Spousal'
        ? { ...each, status: statusOrUsual(each.status) }
        : { ...each, type: typeOrUsual(each.type) },
    ),
  };
}
