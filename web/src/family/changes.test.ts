import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../lib/api';
import { toasts } from '../lib/toasts.svelte';
import { Changes } from './changes';
import type { Couple, Fact } from './types';

const fact = (value: string, etag: string, factId = 'f') =>
  ({
    factId,
    personId: 'p',
    treeId: 't',
    kind: 'Occupation',
    value,
    citations: [],
    etag,
  }) as never as Fact;
const couple = (status: Couple['status'], etag: string) =>
  ({
    ...{ relationshipType: 'Spousal', treeId: 't', person1Id: 'a', person2Id: 'b' },
    ...{ status, history: [], etag },
  }) as never as Couple;
const stale = (current: unknown) =>
  new ApiError({ status: 412, title: '', detail: '', current } as never);

const api = {
  createFact: vi.fn(),
  changeFact: vi.fn(),
  deleteFact: vi.fn(),
  changeRelationship: vi.fn(),
  unrelate: vi.fn(),
  relate: vi.fn(),
};
const learnRelationship = vi.fn();
const records = { learnFact: vi.fn(), learnSource: vi.fn() };
let changes: Changes;

async function undo() {
  expect(toasts.undoNewest()).toBe(true);
  await new Promise((resolve) => setTimeout(resolve));
}

beforeEach(() => {
  vi.resetAllMocks();
  toasts.clear();
  changes = new Changes({ api, records, learnRelationship } as never);
});

describe('Ctrl+Z', () => {
  it('takes back what was done to a fact, one after the other, though its id changes', async () => {
    const [first, second] = [fact('Carpenter', 'v1'), fact('Joiner', 'v2')];
    changes.savedFact(first, undefined);
    changes.savedFact(second, first);
    await changes.removeFact(second);
    expect(records.learnFact).toHaveBeenLastCalledWith(second, null);

    const again = fact('Joiner', 'v3', 'g');
    api.createFact.mockResolvedValueOnce(again);
    await undo();
    expect(records.learnFact).toHaveBeenLastCalledWith(again, again);

    const restored = fact('Carpenter', 'v4', 'g');
    api.changeFact.mockRejectedValueOnce(stale(again)).mockResolvedValueOnce(restored);
    await undo();
    expect(api.changeFact).toHaveBeenLastCalledWith(
      again,
      expect.objectContaining({ value: 'Carpenter' }),
    );

    api.deleteFact.mockRejectedValueOnce(stale(restored)).mockResolvedValueOnce(undefined);
    await undo();
    expect(api.deleteFact).toHaveBeenLastCalledWith(restored);
    expect(toasts.undoNewest()).toBe(false);
  });

  it('leaves what others have changed since then', async () => {
    const [before, now] = [fact('Carpenter', 'v1'), fact('Joiner', 'v2')];
    changes.savedFact(now, before);
    api.changeFact.mockRejectedValueOnce(stale(fact('Smith', 'v3')));
    await undo();
    expect(api.changeFact).toHaveBeenCalledOnce();
    expect(toasts.shown?.kind).toBe('failed');
  });

  it('takes back a divorce, and a relationship that was removed', async () => {
    const [married, divorced] = [couple('Married', 'v1'), couple('Divorced', 'v2')];
    changes.savedRelationship(divorced, married, 'A and B');
    api.changeRelationship.mockResolvedValueOnce(married);
    await undo();
    expect(api.changeRelationship).toHaveBeenCalledWith(divorced, { status: 'Married' });

    await changes.removeRelationship(married, 'A and B');
    expect(learnRelationship).toHaveBeenLastCalledWith(married, true);
    api.relate.mockResolvedValueOnce(married);
    await undo();
    expect(api.relate).toHaveBeenCalledWith('t', expect.not.objectContaining({ etag: 'v1' }));
    expect(learnRelationship).toHaveBeenLastCalledWith(married);
  });

  it('is offered for nothing that was not changed', () => {
    const same = fact('Carpenter', 'v1');
    changes.savedFact(same, same);
    expect(toasts.undoNewest()).toBe(false);
  });
});
