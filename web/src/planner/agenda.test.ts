import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fits, type AgendaItem } from '../lib/agenda_types';
import { toasts } from '../lib/toasts.svelte';
import { scopeQuestions } from '../events/changes/scope_question.svelte';
import { plannerApi } from './planner_api';
import { conflict, eventOf, uuid } from '../events/test_parts';
import { taskApi } from './tasks/task_api';
import { taskOf } from './tasks/test_tasks';
import { preferences } from './test_server';
import type { Bootstrap } from './types';

vi.mock('./planner_api', () => ({
  plannerApi: {
    ...{ get: vi.fn(), change: vi.fn(), remove: vi.fn(), restoreDeleted: vi.fn() },
    ...{ restore: vi.fn(), bootstrap: vi.fn(), create: vi.fn() },
  },
}));
vi.mock('./tasks/task_api', () => ({ taskApi: { create: vi.fn(), remove: vi.fn() } }));
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

  it('opens what another one invites to where it is answered', () => {
    const self = `/api/v1/planner/invitations/cal_1/${id}`;
    const invited: AgendaItem = { ...item, may: ['answer'], self };
    const address = `/agenda/day/2026-11-17/invitation/cal_1/${id}`;
    expect(agenda.addressOf(invited)).toBe(address);
    expect(agenda.addressOf({ ...invited, self: '' })).toBeUndefined();
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

  const targets = async () => {
    api.bootstrap.mockResolvedValue({ preferences, tags: ['Home'] } as unknown as Bootstrap);
    return (await agenda.targets?.(context)) ?? [];
  };

  it('becomes a task', async () => {
    const [, target] = await targets();
    const reading = target?.read('Call the plumber tomorrow 9:00 !high #home');
    expect(reading).toMatchObject({ fit: fits.signs, title: 'Call the plumber', problem: '' });
    expect(reading?.facts).toEqual(['High', 'Due Thursday, 19 November, 9:00', '#Home']);
    vi.mocked(taskApi).create.mockResolvedValue(taskOf({ id: 'tsk_new', etag: 'v1' }));
    await (await reading?.create('key'))?.undo();
    const due = { due: '2026-11-19T09:00', dueTzid: 'Europe/Berlin' };
    const input = { title: 'Call the plumber', priority: 'HIGH', tags: ['Home'], ...due };
    expect(taskApi.create).toHaveBeenCalledWith(input, 'key');
    expect(taskApi.remove).toHaveBeenCalledWith('tsk_new', 'v1');
    await target?.read('Call the plumber').create('key');
    expect(taskApi.create).toHaveBeenLastCalledWith({ title: 'Call the plumber' }, 'key');
  });

  it.each([
    ['task', 'Call the plumber'],
    ['task', 'Call the plumber !high'],
    ['task', 'Call the plumber tomorrow !high'],
    ['task', 'Remind me to call the plumber'],
    ['event', 'Dentist tomorrow'],
    ['event', 'Dentist 9:00'],
    ['event', 'Dentist every Tuesday'],
    ['event', 'Dentist every Tuesday !high'],
  ])('becomes the %s that it looks like: %s', async (kind, text) => {
    const [event, task] = (await targets()).map(({ read }) => read(text).fit);
    expect((task ?? 0) > (event ?? 0) ? 'task' : 'event').toBe(kind);
  });

  it('becomes no task that repeats', async () => {
    const [event, task] = await targets();
    expect([event?.name, task?.name]).toEqual(['Planner, as an event', 'Planner, as a task']);
    expect(task?.read('Water the plants every day').problem).toMatch(/cannot repeat/);
    expect(task?.read('tomorrow').problem).toMatch(/What is it/);
  });

  it('becomes an event', async () => {
    const [target] = await targets();
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
