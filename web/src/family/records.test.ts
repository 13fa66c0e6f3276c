import { describe, expect, it, vi } from 'vitest';
import { deferred } from '../lib/test_calls';
import { Records } from './records.svelte';
import type { Fact, Source } from './types';

const fact = (factId: string, etag = '1') => ({ factId, personId: 'p', treeId: 't', etag }) as Fact;
const source = (sourceId: string, title: string) => ({ sourceId, treeId: 't', title }) as Source;
const shown = { treeId: 't', personId: 'p', isMember: true };

describe('facts and sources', () => {
  it('are loaded, and follow what is heard of them', async () => {
    const api = { facts: async () => [fact('a')], sources: async () => [source('s', 'Register')] };
    const records = new Records(api as never);
    await records.show(shown);
    records.learnFact(fact('b'), fact('b'));
    records.learnFact(fact('a'), fact('a', '2'));
    records.learnFact({ ...fact('c'), personId: 'other' }, fact('c'));
    expect(records.facts).toEqual([fact('a', '2'), fact('b')]);
    records.learnFact(fact('b'), null);
    records.learnSource(source('r', 'Book'), source('r', 'Book'));
    expect([records.facts?.length, records.sources?.map(({ title }) => title)]).toEqual([
      1,
      ['Book', 'Register'],
    ]);
    records.forget();
    expect([records.facts, records.sources]).toEqual([undefined, undefined]);
  });
  it('are asked for again when something was heard of meanwhile', async () => {
    const first = deferred<Fact[]>();
    const facts = vi
      .fn()
      .mockReturnValueOnce(first.promise)
      .mockResolvedValue([fact('a', '2')]);
    const records = new Records({ facts, sources: async () => [] } as never);
    const loading = records.show(shown);
    records.learnFact(fact('a'), fact('a', '2'));
    first.resolve([fact('a')]);
    await loading;
    expect([records.facts, facts.mock.calls.length]).toEqual([[fact('a', '2')], 2]);
  });
  it('of strangers are facts alone, and a failure is said', async () => {
    const sources = vi.fn();
    const facts = vi.fn().mockRejectedValueOnce(new Error('No.')).mockResolvedValue([]);
    const records = new Records({ facts, sources } as never);
    await records.show({ ...shown, isMember: false });
    expect(records.failure).toBe('No.');
    await records.reload();
    expect([records.failure, records.facts, sources.mock.calls.length]).toEqual(['', [], 0]);
  });
});
