import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api';
import { loadMessages } from '../../lib/messages';
import type { DifferenceClass, ReimportChoices, TreeDifference, TreeReimport } from '../types';

vi.mock('../../accounts/session.svelte', () => ({ session: { me: { id: 'nora' } } }));
const cancelUpload = vi.fn<(id: string) => void>();
vi.mock('../../lib/upload', () => ({ upload: vi.fn(), cancelUpload }));
const { ReimportSession } = await import('./reimport_session.svelte');

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
});

beforeEach(async () => {
  kept.clear();
  cancelUpload.mockReset();
  await loadMessages('family', 'familyImport', 'familyReimport');
});

const file = new File(['0 HEAD\n0 TRLR\n'], 'Berg.ged');
const counts = { new: 2, changed: 1, conflict: 1, refused: 0, same: 3, missing: 0 };
const differences: TreeDifference[] = [
  { id: 'n1', class: 'new', needs: [] as string[] },
  { id: 'n2', class: 'new', needs: ['n1'] },
  { id: 'c1', class: 'changed', needs: [] },
  { id: 'x1', class: 'conflict', needs: [] },
].map((each) => ({ kind: 'person', title: each.id, people: [], attributes: [], ...each }) as never);
const of = (id: string) => differences.find((each) => each.id === id) as TreeDifference;

type Begin = (treeId: string, id: string, choices: ReimportChoices) => Promise<TreeReimport>;

// A server on which everything is over at once.
function server() {
  const now = { id: 'r', treeId: 't', percent: 0, problem: null, counts, notes: [] };
  const state = { ...now, state: 'compared' } as unknown as TreeReimport;
  const to = (next: TreeReimport['state']) => {
    state.state = next;
    return Promise.resolve({ ...state });
  };
  return {
    state,
    compareTree: vi.fn(() => to('compared')),
    reimport: vi.fn(() => Promise.resolve({ ...state })),
    differences: vi.fn((_tree: string, _id: string, kind: DifferenceClass, cursor?: string) => {
      const all = differences.filter((each) => each.class === kind);
      const from = Number(cursor ?? 0);
      const next = from + 1 < all.length ? String(from + 1) : null;
      return Promise.resolve({ differences: all.slice(from, from + 1), next });
    }),
    beginReimport: vi.fn<Begin>(() => to('done')),
    undoReimport: vi.fn(() => to('undone')),
    deleteReimport: vi.fn(() => Promise.resolve()),
  };
}

function start(api = server(), treeId = 't') {
  const data = {
    api: api as never,
    me: { id: 'nora' } as never,
    refreshGraph: vi.fn(() => Promise.resolve()),
    refreshLists: vi.fn(() => Promise.resolve()),
  };
  const send = vi.fn(() => Promise.resolve('upload'));
  return { session: new ReimportSession(data, treeId, send), api, data };
}

async function compared() {
  const made = start();
  await made.session.compare(file);
  return made;
}

describe('what is taken from a file', () => {
  it('is what is new and changed, and no conflict, unless a person chooses', async () => {
    const { session, api, data } = await compared();
    expect(session.step).toBe('compared');
    await session.run();
    const choices = { new: 'add', changed: 'take', conflicts: 'keep', take: [], keep: [] };
    expect(api.beginReimport).toHaveBeenCalledWith('t', 'r', choices);
    expect(session.step).toBe('done');
    expect(data.refreshGraph).toHaveBeenCalledWith('t');
  });

  it('is chosen one by one, and for all of a class', async () => {
    const { session, api } = await compared();
    for (const kind of ['new', 'changed', 'conflict'] as const) await session.listOf(kind).more();
    session.choose(of('n1'), 'keep');
    session.choose(of('x1'), 'take');
    session.choose(of('c1'), 'keep');
    expect(['n1', 'n2', 'c1', 'x1'].map((id) => session.choiceOf(of(id)))).toEqual([
      'keep',
      'take',
      'keep',
      'take',
    ]);
    // Chosen back, and for all.
    session.choose(of('c1'), 'take');
    session.chooseAll('conflict', 'keep');
    await session.run();
    expect(api.beginReimport.mock.calls[0]?.[2]).toEqual({
      new: 'add',
      changed: 'take',
      conflicts: 'keep',
      take: [],
      keep: ['n1'],
    });
  });

  it('lacks what it needs when that is left out', async () => {
    const { session } = await compared();
    expect(session.lacks(of('n2'))).toBe(false);
    session.choose(of('n1'), 'keep');
    expect(session.lacks(of('n2'))).toBe(true);
    session.choose(of('n1'), 'take');
    session.chooseAll('new', 'keep');
    expect(session.lacks(of('n2'))).toBe(true);
    expect(session.lacks(of('x1'))).toBe(false);
  });

  it('is listed page by page', async () => {
    const { session } = await compared();
    const list = session.listOf('new');
    await list.more();
    expect([list.all.map(({ id }) => id), list.hasMore]).toEqual([['n1'], true]);
    await list.more();
    expect([list.all.map(({ id }) => id), list.hasMore]).toEqual([['n1', 'n2'], false]);
  });
});

describe('an import into a tree', () => {
  it('says why it has failed, and begins anew', async () => {
    const { session, api } = await compared();
    const problem = { text: 'The tree was changed.', code: 'x' };
    api.beginReimport.mockResolvedValueOnce({ ...api.state, state: 'failed', problem } as never);
    await session.run();
    expect([session.step, session.failure]).toEqual(['choose', problem.text]);
  });

  it('stays compared when it cannot begin now', async () => {
    const { session, api } = await compared();
    const busy = new ApiError({ status: 409, title: '', detail: 'Another import runs.' });
    api.beginReimport.mockRejectedValueOnce(busy);
    await session.run();
    expect([session.step, session.failure]).toEqual(['compared', 'Another import runs.']);
  });

  it('is undone', async () => {
    const { session } = await compared();
    await session.run();
    await session.undo();
    expect(session.step).toBe('undone');
  });

  it('stays done, and says why, when it cannot be undone', async () => {
    const { session, api } = await compared();
    await session.run();
    const problem = { text: 'The tree was changed since.', code: 'x' };
    api.undoReimport.mockResolvedValueOnce({ ...api.state, state: 'done', problem } as never);
    await session.undo();
    expect([session.step, session.failure]).toEqual(['done', problem.text]);
  });

  it('is found again in its own tree', async () => {
    const { session, api } = await compared();
    session.leave();
    const elsewhere = start(api, 'another');
    await elsewhere.session.resume();
    expect(elsewhere.session.step).toBe('choose');
    const after = start(api);
    await after.session.resume();
    expect([after.session.step, after.session.fileName]).toEqual(['compared', 'Berg.ged']);
    after.session.discard();
    expect(api.deleteReimport).toHaveBeenCalledWith('t', 'r');
    expect(cancelUpload).toHaveBeenCalledWith('upload');
    const later = start(api);
    await later.session.resume();
    expect(later.session.step).toBe('choose');
  });
});
