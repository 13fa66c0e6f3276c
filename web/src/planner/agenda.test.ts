import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fits, type AgendaItem } from '../lib/agenda_types';
import { toasts } from '../lib/toasts.svelte';
import { scopeQuestions } from '../events/changes/scope_question.svelte';
import { plannerApi } from './planner_api';
import { conflict, eventOf, uuid } from '../events/test_parts';
import { preferences } from './test_server';
import type { Bootstrap } from './types';

vi.mock('./planner_api', () => ({
  plannerApi: {
    ...{ get: vi.fn(), change: vi.fn(), remove: vi.fn(), restoreDeleted: vi.fn() },
    ...{ restore: vi.fn(), bootstrap: vi.fn(), create: vi.fn() },
  },
}));
vi.mock('../events/changes/ScopeQuestion.svelte', () => ({ default: {} }));
const { default: agenda } = await import('./agenda');

const api = vi.mocked(plannerApi);
const refresh = vi.fn(() => Promise.resolve());
const host = { zone: 'Europe/Berlin', newMinutes: 30, refresh };
const id = `evt_${uuid}`;
const item = {
  ...{ kind: 'event', app: 'planner', id, title: 'Dentist', allDay: false, may: ['move'] },
  ...{ start: '2026-11-17T09:00:00', end: '2026-11-17T10:00:00', self: '', etag: 'seen' },
  owner: { kind: 'person', id: 'nora', name: 'Nora' },
} as AgendaItem;
const to = { start: '2026-11-18T09:00:00', end: '2026-11-18T10:00:00', allDay: false };

beforeEach(() => {
  vi.clearAllMocks();
  api.get.mockResolvedValue(eventOf({ id }));
  api.change.mockImplementation((changedId) =>
    Promise.resolve(eventOf({ id: changedId, etag: 'v2' })),
  );
});
afterEach(() => toasts.clear());

describe('an event in the agenda', () => {
  it('opens the event', () => {
    expect(agenda.addressOf(item)).toBe(`/planner/events/${id}`);
    expect(agenda.addressOf({ ...item, id: 'x' })).toBeUndefined();
  });

  it('is moved in the version that was seen, and back', async () => {
    await agenda.move?.(item, to, host);
    const { start, end } = to;
    expect(api.change).toHaveBeenCalledWith(id, 'seen', { start, end }, undefined);
    expect(refresh).toHaveBeenCalled();
    toasts.undoNewest();
    await vi.waitFor(() => expect(api.change).toHaveBeenCalledTimes(2));
    const before = { start: '2026-11-17T09:00:00', end: '2026-11-17T10:00:00' };
    expect(api.change.mock.calls[1]?.[2]).toMatchObject(before);
  });

  it('is asked about when it is one of a series', async () => {
    api.get.mockResolvedValue(eventOf({ id, kind: 'occurrence' }));
    const moving = agenda.move?.(item, to, host);
    await vi.waitFor(() => expect(scopeQuestions.open?.purpose).toBe('change'));
    scopeQuestions.answer(undefined);
    await moving;
    expect(api.change).not.toHaveBeenCalled();
  });

  it('is shown as it is when it was changed elsewhere', async () => {
    api.change.mockRejectedValue(conflict(eventOf({ id })));
    await agenda.move?.(item, to, host);
    expect(toasts.shown?.kind).toBe('failed');
    expect(refresh).toHaveBeenCalled();
  });

  it('is deleted and brought back', async () => {
    await agenda.remove?.(item, host);
    expect(api.remove).toHaveBeenCalledWith(id, 'seen', undefined);
    toasts.undoNewest();
    await vi.waitFor(() => expect(api.restoreDeleted).toHaveBeenCalledWith(id));
  });
});

describe('a line', () => {
  const context = {
    nowMs: () => Date.parse('2026-11-18T09:00:00Z'),
    ...{ zone: 'Europe/Berlin', isDayFirst: true, hour12: () => false, myId: 'nora' },
  };

  it('becomes an event', async () => {
    api.bootstrap.mockResolvedValue({ preferences, tags: [] } as unknown as Bootstrap);
    const [target] = (await agenda.targets?.(context)) ?? [];
    const reading = target?.read('Dentist Tue 9 #health');
    expect(reading).toMatchObject({ fit: fits.usual, title: 'Dentist', problem: '' });
    expect(reading?.facts).toContain('#health');
    api.create.mockResolvedValue(eventOf({ id, etag: 'v1' }));
    await (await reading?.create('key'))?.undo();
    expect(api.create.mock.calls[0]).toMatchObject([
      { title: 'Dentist', start: '2026-11-24T09:00', startTzid: 'Europe/Berlin' },
      'key',
    ]);
    expect(api.remove).toHaveBeenCalledWith(id, 'v1');
    expect(target?.read('Dentist').fit).toBe(fits.fallback);
    expect(target?.read('tomorrow').problem).toMatch(/What is it/);
  });
});
