import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, OfflineError } from '../../lib/api';
import type { Entry } from '../../lib/types';
import { changed } from './entry_changes';
import { EntryCache } from './entry_cache';
import { EntryWrites } from './entry_writes';
import { ConflictError, GoneError } from './errors';
import { deferred, entryOf, later } from './test_entries';

const start = entryOf({ id: 'a' });
const november = { from: '2026-11-01', to: '2026-11-30' };
const problem = (status: number, current?: unknown) =>
  new ApiError({ status, title: '', detail: `problem ${status}`, current });

let cache: EntryCache;
let writes: EntryWrites;
const api = {
  changeEntry: vi.fn(),
  completeTask: vi.fn(),
  createEntry: vi.fn(),
  entry: vi.fn(),
  removeEntry: vi.fn(),
  restoreEntry: vi.fn(),
};
const onChange = vi.fn();

beforeEach(() => {
  vi.resetAllMocks();
  cache = new EntryCache();
  cache.answer(cache.ask('home', november), [start]);
  writes = new EntryWrites(cache, api, onChange);
});

const shown = () => cache.get('a');

describe('a change', () => {
  it('is shown at once, and then as the server has it', async () => {
    const reply = deferred<Entry>();
    api.changeEntry.mockReturnValue(reply.promise);
    const done = writes.change(start, { date: '2026-11-18' });
    expect(shown()?.date).toBe('2026-11-18');
    expect(onChange).toHaveBeenCalled();
    const saved = later(start, { date: '2026-11-18' }, '2026-11-15T14:00:00Z');
    reply.resolve(saved);
    expect(await done).toBe(saved);
    expect(shown()).toBe(saved);
    expect(api.changeEntry).toHaveBeenCalledWith('a', { date: '2026-11-18' }, start.etag);
  });

  it('goes to the server one after the other, each with the ETag of the one before', async () => {
    const replies = [deferred<Entry>(), deferred<Entry>()] as const;
    api.changeEntry.mockReturnValueOnce(replies[0].promise).mockReturnValueOnce(replies[1].promise);
    const first = writes.change(start, { date: '2026-11-18' });
    const second = writes.change(shown() ?? start, { title: 'Other' });
    await Promise.resolve();
    expect(api.changeEntry).toHaveBeenCalledTimes(1);
    expect(shown()).toMatchObject({ date: '2026-11-18', title: 'Other' });
    const saved = later(start, { date: '2026-11-18' });
    replies[0].resolve(saved);
    await first;
    expect(shown()).toMatchObject({ date: '2026-11-18', title: 'Other' });
    expect(api.changeEntry).toHaveBeenLastCalledWith('a', { title: 'Other' }, saved.etag);
    replies[1].resolve(later(saved, { title: 'Other' }));
    await second;
    expect(shown()).toEqual(later(saved, { title: 'Other' }));
  });

  it('also follows an own change that was answered while the mouse was still down', async () => {
    const saved = later(start, { date: '2026-11-18' });
    api.changeEntry.mockResolvedValueOnce(saved).mockResolvedValueOnce(saved);
    await writes.change(start, { date: '2026-11-18' });
    await writes.change(start, { title: 'Other' });
    expect(api.changeEntry).toHaveBeenLastCalledWith('a', { title: 'Other' }, saved.etag);
  });

  it('is not undone by news that come while it is under way', async () => {
    const reply = deferred<Entry>();
    api.changeEntry.mockReturnValue(reply.promise);
    const done = writes.change(start, { calendarId: 'work' });
    await vi.waitFor(() => expect(api.changeEntry).toHaveBeenCalled());
    const moved = later(start, { calendarId: 'work' }, '2026-11-15T14:00:00Z');
    cache.applyRemoval('home', 'a');
    expect(shown()?.calendarId).toBe('work');
    cache.applyChange(moved);
    reply.resolve(moved);
    await done;
    expect(shown()).toEqual(moved);
  });

  it('lets what somebody else did meanwhile be seen afterwards', async () => {
    const reply = deferred<Entry>();
    api.changeEntry.mockReturnValue(reply.promise);
    const done = writes.change(start, { title: 'Mine' });
    await vi.waitFor(() => expect(api.changeEntry).toHaveBeenCalled());
    const mine = later(start, { title: 'Mine' });
    cache.applyChange(mine);
    cache.applyChange(later(mine, { location: 'Main street' }));
    expect(shown()).toMatchObject({ title: 'Mine', location: null });
    reply.resolve(mine);
    await done;
    expect(shown()).toMatchObject({ title: 'Mine', location: 'Main street' });
  });
});

describe('a change that fails', () => {
  it('is taken back when the server cannot be reached', async () => {
    api.changeEntry.mockRejectedValue(new OfflineError());
    await expect(writes.change(start, { title: 'x' })).rejects.toThrow(OfflineError);
    expect(shown()).toBe(start);
  });

  it('is a conflict when somebody else was faster', async () => {
    const current = later(start, { title: 'Theirs' });
    api.changeEntry.mockRejectedValue(problem(412, current));
    const error = await writes.change(start, { title: 'Mine' }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ConflictError);
    expect(error).toMatchObject({ mine: { title: 'Mine' }, base: start, current });
    expect(shown()).toEqual(current);
  });

  it('is no conflict when it is what the server has already: a reply was lost', async () => {
    const current = later(start, { title: 'Mine' });
    api.changeEntry.mockRejectedValue(problem(412, current));
    expect(await writes.change(start, { title: 'Mine' })).toEqual(current);
  });

  it('asks about everything that was done after a change in conflict in one question', async () => {
    const current = later(start, { title: 'Theirs' });
    const reply = deferred<Entry>();
    api.changeEntry.mockReturnValueOnce(reply.promise);
    const first = writes.change(start, { title: 'Mine' });
    const second = writes.change(shown() ?? start, { date: '2026-11-20' });
    reply.reject(problem(412, current));
    await expect(first).rejects.toMatchObject({ mine: { title: 'Mine' } });
    await expect(second).rejects.toMatchObject({
      mine: { title: 'Mine', date: '2026-11-20' },
      base: start,
    });
    expect(api.changeEntry).toHaveBeenCalledTimes(1);
    expect(shown()).toEqual(current);
  });

  it('says that the entry is gone', async () => {
    api.changeEntry.mockRejectedValue(problem(404));
    api.entry.mockRejectedValue(problem(404));
    await expect(writes.change(start, { title: 'x' })).rejects.toBeInstanceOf(GoneError);
    expect(shown()).toBeUndefined();
  });

  it('keeps the entry when it is the other calendar that is not there', async () => {
    api.changeEntry.mockRejectedValue(problem(404));
    api.entry.mockResolvedValue(start);
    await expect(writes.change(start, { calendarId: 'x' })).rejects.toBeInstanceOf(ApiError);
    expect(shown()).toEqual(start);
  });

  it('does not keep a later change from being sent', async () => {
    api.changeEntry.mockRejectedValueOnce(problem(400));
    api.changeEntry.mockResolvedValueOnce(later(start, { title: 'Good' }));
    const bad = writes.change(start, { title: '' });
    const good = writes.change(start, { title: 'Good' });
    await expect(bad).rejects.toBeInstanceOf(ApiError);
    await good;
    expect(shown()?.title).toBe('Good');
  });
});

describe('deleting', () => {
  it('hides it at once and for good', async () => {
    api.removeEntry.mockResolvedValue(undefined);
    const done = writes.remove(start);
    expect(shown()).toBeUndefined();
    await done;
    cache.applyChange(start);
    expect(shown()).toBeUndefined();
  });

  it('brings it back as it is now when somebody changed it', async () => {
    const current = later(start, { title: 'Theirs' });
    api.removeEntry.mockRejectedValue(problem(412, current));
    await expect(writes.remove(start)).rejects.toMatchObject({ mine: {}, current });
    expect(shown()).toEqual(current);
  });
});

describe('restoring', () => {
  it('brings back what was deleted', async () => {
    await writes.remove(start);
    expect(shown()).toBeUndefined();
    api.restoreEntry.mockResolvedValue(start);
    expect(await writes.restore('home', 'a')).toBe(start);
    expect(shown()).toBe(start);
  });

  it('takes what is there already, because only the reply was lost', async () => {
    await writes.remove(start);
    api.restoreEntry.mockRejectedValue(problem(404));
    api.entry.mockRejectedValueOnce(problem(404));
    await expect(writes.restore('home', 'a')).rejects.toThrow('problem 404');
    api.entry.mockResolvedValue(start);
    expect(await writes.restore('home', 'a')).toBe(start);
  });
});

describe('ticking off', () => {
  const task = entryOf({ id: 'a', kind: { type: 'Task', completed: false } });
  const ticked = later(task, { kind: { type: 'Task', completed: true } });
  beforeEach(() => cache.applyChange(task));

  it('is shown at once, and a change after it follows from it', async () => {
    api.completeTask.mockResolvedValue(ticked);
    api.changeEntry.mockResolvedValue(ticked);
    const done = writes.tick(task, true);
    expect(shown()?.kind).toEqual({ type: 'Task', completed: true });
    await Promise.all([done, writes.change(shown() ?? task, { title: 'x' })]);
    expect(api.changeEntry).toHaveBeenCalledWith('a', { title: 'x' }, ticked.etag);
  });

  it('does not hide that somebody else changed it before', async () => {
    api.completeTask.mockResolvedValue(later(ticked, { title: 'Theirs' }));
    api.changeEntry.mockRejectedValue(problem(412, later(ticked, { title: 'Theirs' })));
    await writes.tick(task, true);
    await expect(writes.change(task, { title: 'Mine' })).rejects.toBeInstanceOf(ConflictError);
    expect(api.changeEntry).toHaveBeenCalledWith('a', { title: 'Mine' }, task.etag);
  });
});

it('shows what was created, and once', async () => {
  const created = entryOf({ id: 'b' });
  const question = cache.ask('home', november);
  cache.applyChange(created);
  api.createEntry.mockResolvedValue(created);
  await writes.create('home', { title: 'Dentist', kind: { type: 'AllDay' } }, 'key');
  cache.answer(question, [start]);
  expect(cache.all(() => true)).toEqual([start, created]);
});

it.each([
  [{ date: '2026-11-05' }, '2026-11-05', '2026-11-08'],
  [
    { kind: { type: 'MultiDay', start: '2026-11-01', end: '2026-11-03' } },
    '2026-11-01',
    '2026-11-03',
  ],
] as const)('moves several days as the server does: %j', (change, first, last) => {
  const kind = { type: 'MultiDay', start: '2026-10-30', end: '2026-11-02' } as const;
  const entry = changed(entryOf({ id: 'm', date: '2026-10-30', kind }), change);
  expect(entry).toMatchObject({ date: first, kind: { start: first, end: last } });
});
