import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, OfflineError } from '../../lib/api';
import { toasts } from '../../lib/toasts.svelte';
import { deleteEvent, moveOccurrence } from './actions';
import { scopeQuestions } from './scope_question.svelte';
import { conflict, eventOf, occurrenceOf, uuid } from '../test_parts';
import type { EventInput, PlannerEvent, Scope } from '../types';

const to = { start: '2026-11-18T14:00:00', end: '2026-11-18T15:00:00', isAllDay: false };
const series = eventOf({
  id: `mst_${uuid}`,
  kind: 'series',
  rrule: 'FREQ=WEEKLY',
  exdate: ['20261110', '20261201'],
  etag: 'v7',
});
const occurrence = occurrenceOf({
  id: `inst_20261117_${uuid}`,
  kind: 'occurrence',
  masterId: series.id,
  etag: 'v1.0',
});

function fakeData() {
  const takeBack = vi.fn();
  const known = new Map<string, PlannerEvent>([[series.id, series]]);
  return {
    takeBack,
    known,
    zone: 'Europe/Berlin',
    place: vi.fn(() => takeBack),
    change: vi.fn((id: string) => Promise.resolve(eventOf({ id, etag: 'v9' }))),
    remove: vi.fn(() => Promise.resolve()),
    restore: vi.fn((id: string) => Promise.resolve(eventOf({ id, etag: 'v9.0' }))),
    restoreDeleted: vi.fn((id: string) => Promise.resolve(eventOf({ id }))),
    create: vi.fn((input: EventInput) => Promise.resolve({ ...series, title: input.title })),
    refresh: vi.fn(() => Promise.resolve()),
    get: vi.fn((id: string) => Promise.resolve(known.get(id) ?? eventOf({ id, etag: 'v9.0' }))),
    api: { series: vi.fn(() => Promise.resolve({ series, exceptions: [] as PlannerEvent[] })) },
  };
}

let fake: ReturnType<typeof fakeData>;
let data: Parameters<typeof moveOccurrence>[0];
beforeEach(() => {
  vi.useFakeTimers();
  fake = fakeData();
  data = fake as unknown as typeof data;
});
afterEach(() => {
  toasts.clear();
  vi.useRealTimers();
});

async function answering<T>(scope: Scope | undefined, action: Promise<T>): Promise<T> {
  await vi.advanceTimersByTimeAsync(0);
  scopeQuestions.answer(scope);
  return action;
}
async function undo() {
  toasts.undoNewest();
  await vi.advanceTimersByTimeAsync(0);
}

describe('moving', () => {
  it('shows it at once, sends it, and takes it back by the old times', async () => {
    const event = occurrenceOf();
    await moveOccurrence(data, event, to);
    expect(fake.place).toHaveBeenCalledWith(event.id, to);
    const patch = { start: to.start, end: to.end };
    expect(fake.change).toHaveBeenCalledWith(event.id, 'v1', patch, undefined);
    expect(fake.takeBack).toHaveBeenCalled();
    await undo();
    const back = { start: '2026-11-17T09:00:00', end: '2026-11-17T10:00:00' };
    expect(fake.change.mock.lastCall).toMatchObject([event.id, 'v9', back]);
  });

  it('asks which ones, and does nothing when none are meant', async () => {
    await answering(undefined, moveOccurrence(data, occurrence, to));
    expect(fake.change).not.toHaveBeenCalled();
    expect(fake.takeBack).toHaveBeenCalled();
  });

  it('makes one occurrence again what the series says', async () => {
    await answering('this', moveOccurrence(data, occurrence, to));
    await undo();
    expect(fake.restore).toHaveBeenCalledWith(occurrence.id, 'v9');
  });

  it('gives an occurrence that was an exception its old times', async () => {
    const exception = { ...occurrence, isException: true };
    await answering('this', moveOccurrence(data, exception, to));
    await undo();
    expect(fake.restore).not.toHaveBeenCalled();
    expect(fake.change).toHaveBeenCalledTimes(2);
  });

  it('moves a whole series back by the same occurrence', async () => {
    fake.change.mockResolvedValueOnce({ ...series, etag: 'v9' });
    await answering('all', moveOccurrence(data, occurrence, to));
    await undo();
    const there = `inst_20261118_${uuid}`;
    expect(fake.change.mock.lastCall).toMatchObject([
      there,
      'v9.0',
      { start: '2026-11-17T09:00:00' },
      'all',
    ]);
  });

  it('makes one series again of one that was parted, with what was special in its rest', async () => {
    const special = (day: string) => eventOf({ id: `inst_${day}_${uuid}`, title: 'Other' });
    const exceptions = [special('20261110'), special('20261124')];
    fake.api.series.mockResolvedValueOnce({ series, exceptions });
    const rest = eventOf({ id: 'mst_rest', kind: 'series', etag: 'v1' });
    fake.change.mockResolvedValueOnce(rest);
    fake.known.set(rest.id, rest);
    await answering('following', moveOccurrence(data, occurrence, to));
    await undo();
    expect(fake.change.mock.calls.slice(1)).toMatchObject([
      [series.id, 'v7', { rruleUntil: null, exdate: series.exdate, rdate: [] }],
      [`inst_20261124_${uuid}`, 'v9.0', { title: 'Other' }, 'this'],
    ]);
    expect(fake.remove).toHaveBeenCalledWith(rest.id, 'v1');
  });

  it('moves back a series that was moved as a whole, because its first occurrence was', async () => {
    fake.change.mockResolvedValueOnce({ ...series, etag: 'v9' });
    await answering('following', moveOccurrence(data, occurrence, to));
    await undo();
    const there = [`inst_20261118_${uuid}`, 'v9.0', { start: '2026-11-17T09:00:00' }, 'all'];
    expect(fake.change.mock.lastCall).toMatchObject(there);
    expect(fake.remove).not.toHaveBeenCalled();
  });

  it('goes back and says why when the server says no', async () => {
    fake.change.mockRejectedValueOnce(conflict(eventOf()));
    await moveOccurrence(data, occurrenceOf(), to);
    expect(fake.takeBack).toHaveBeenCalled();
    expect(fake.refresh).toHaveBeenCalled();
    expect(toasts.list[0]?.text).toMatch(/was changed elsewhere/);
  });

  it('can be tried again when the server cannot be reached', async () => {
    fake.change.mockRejectedValueOnce(new OfflineError());
    await moveOccurrence(data, occurrenceOf(), to);
    expect(toasts.list[0]?.action?.label).toBe('Retry');
  });
});

describe('deleting', () => {
  it('brings an event back from the bin', async () => {
    const event = eventOf();
    expect(await deleteEvent(data, event)).toBe(true);
    expect(fake.remove).toHaveBeenCalledWith(event.id, 'v1', undefined);
    await undo();
    expect(fake.restoreDeleted).toHaveBeenCalledWith(event.id);
    expect(toasts.list[0]?.text).toBe('Restored “Dentist”');
  });

  it.each([
    ['this', occurrence.id],
    ['following', `following_${occurrence.id}`],
    ['all', series.id],
  ] as const)('brings back what was deleted of a series: %s', async (scope, id) => {
    await answering(scope, deleteEvent(data, occurrence));
    await undo();
    expect(fake.restoreDeleted).toHaveBeenCalledWith(id);
    expect(fake.create).not.toHaveBeenCalled();
  });

  it('says why it could not be brought back, and tries again', async () => {
    await deleteEvent(data, eventOf());
    fake.restoreDeleted.mockRejectedValueOnce(new OfflineError());
    await undo();
    expect(toasts.list[0]?.text).toMatch(/^Could not undo/);
    toasts.list[0]?.action?.run();
    await vi.advanceTimersByTimeAsync(0);
    expect(fake.restoreDeleted).toHaveBeenCalledTimes(2);
  });

  it('is back when only the reply to that was lost', async () => {
    await deleteEvent(data, eventOf());
    const gone = new ApiError({ status: 404, title: 'Not Found', detail: 'Gone.' });
    fake.restoreDeleted.mockRejectedValueOnce(gone);
    await undo();
    expect(toasts.list[0]?.text).toBe('Restored “Dentist”');
    await deleteEvent(data, eventOf());
    fake.restoreDeleted.mockRejectedValueOnce(gone);
    fake.get.mockRejectedValueOnce(gone);
    await undo();
    expect(toasts.list[0]?.text).toBe('Could not undo. Gone.');
  });

  it('asks again when it was changed meanwhile', async () => {
    fake.remove.mockRejectedValueOnce(conflict(eventOf({ etag: 'v5' })));
    expect(await deleteEvent(data, eventOf())).toBe(false);
    expect(toasts.list[0]?.action?.label).toBe('Delete anyway');
    toasts.list[0]?.action?.run();
    await vi.advanceTimersByTimeAsync(0);
    expect(fake.remove).toHaveBeenLastCalledWith(eventOf().id, 'v5', undefined);
  });
});
