import { expect, it } from 'vitest';
import type { SearchHit } from '../lib/api_types';
import palette from './palette';

const hit = (parts: Partial<SearchHit>): SearchHit => ({
  app: 'family',
  kind: 'relative',
  id: 'p 1',
  title: 'Ada',
  within: { kind: 'tree', id: 't', name: 'Berg' },
  at: null,
  ...parts,
});

it.each<[Partial<SearchHit>, string | undefined]>([
  [{}, '/family/hourglass/t/person/p%201?person=p+1'],
  [{ kind: 'tree', id: 't', within: null }, '/family/hourglass/t'],
  [{ within: null }, undefined],
  [{ kind: 'photo' }, undefined],
  [{ app: 'projects' }, undefined],
])('%o is at %s', (parts, address) => {
  expect(palette.addressOfHit(hit(parts))).toBe(address);
});

it('begins a tree, and imports one', () => {
  expect(palette.actions().map(({ address }) => address)).toEqual([
    '/family/all/new',
    '/family/all/import',
  ]);
});
