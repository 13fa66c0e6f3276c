import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fits, type AgendaItem } from '../lib/agenda_types';
import { OfflineError } from '../lib/api';
import { toasts } from '../lib/toasts.svelte';
import agenda from './agenda';
import { projectsApi } from './projects_api';
import { memberOf, projectOf, tagOf, taskOf } from './test_things';
import type { ProjectEvent, TaskChange } from './types';

vi.mock('./projects_api', () => ({
  projectsApi: {
    ...{ task: vi.fn(), changeTask: vi.fn(), event: vi.fn(), changeEvent: vi.fn() },
    ...{ projects: vi.fn(), createTask: vi.fn(), deleteTask: vi.fn(), tags: vi.fn() },
    ...{ createTag: vi.fn(), members: vi.fn() },
  },
}));

const api = vi.mocked(projectsApi);
const refresh = vi.fn(() => Promise.resolve());
const host = { zone: 'Europe/Berlin', newMinutes: 30, refresh };
const task = taskOf({ id: 't', title: 'Dig', dueDate: '2026-11-17T23:59:59Z', etag: 'v1' });
const item = {
  ...{ kind: 'task', app: 'projects', id: 't', title: 'Dig', allDay: true, may: ['move'] },
  ...{ start: '2026-11-17', end: '2026-11-18', self: '' },
  owner: { kind: 'project', id: 'p', name: 'House' },
  task: { done: false, as: 'due' },
} as AgendaItem;
const day = { start: '2026-11-20', end: '2026-11-21', allDay: true };
const hours = { start: '2026-11-20T09:00:00', end: '2026-11-20T09:30:00', allDay: false };

beforeEach(() => {
  vi.clearAllMocks();
  api.task.mockResolvedValue(task);
  api.changeTask.mockImplementation((_, change: TaskChange) =>
    Promise.resolve({ ...task, ...(change as object), etag: 'v2' }),
  );
});
afterEach(() => toasts.clear());

describe('a task in the agenda', () => {
  it('opens the task', () => {
    expect(agenda.addressOf(item)).toBe('/projects/tasks/t');
  });

  it('is ticked, and can be undone', async () => {
    await agenda.complete?.(item, true, host);
    expect(api.changeTask).toHaveBeenCalledWith('t', { status: 'DONE' }, 'v1');
    expect(toasts.shown?.text).toBe('Done: “Dig”');
    expect(refresh).toHaveBeenCalled();
    toasts.undoNewest();
    await vi.waitFor(() => expect(api.changeTask).toHaveBeenCalledTimes(2));
    expect(api.changeTask).toHaveBeenLastCalledWith('t', { status: 'TODO' }, 'v2');
  });

  it('is due on the day to which it was moved', async () => {
    await agenda.move?.(item, day, host);
    expect(api.changeTask).toHaveBeenCalledWith('t', { dueDate: '2026-11-20' }, 'v1');
    expect(toasts.shown?.text).toBe('“Dig” is now due Fri 20 Nov');
  });

  it('is put off: what is late is due then, and what was left is planned for then', async () => {
    const late = {
      ...item,
      start: '2026-11-19',
      end: '2026-11-20',
      task: { done: false, as: 'overdue' },
    };
    await agenda.move?.(late as AgendaItem, day, host);
    expect(api.changeTask).toHaveBeenCalledWith('t', { dueDate: '2026-11-20' }, 'v1');
    const plan = { plannedStart: '2026-11-18T22:30:00Z', plannedEnd: '2026-11-18T22:45:00Z' };
    const planned = { plannedStart: '2026-11-20', plannedEnd: '2026-11-20' };
    api.task.mockResolvedValue({ ...task, ...plan, dueDate: null });
    await agenda.move?.(late as AgendaItem, day, host);
    expect(api.changeTask).toHaveBeenLastCalledWith('t', planned, 'v1');
    api.task.mockResolvedValue({ ...task, ...plan });
    await agenda.move?.(late as AgendaItem, day, host);
    expect(api.changeTask).toHaveBeenLastCalledWith(
      't',
      { ...planned, dueDate: '2026-11-20' },
      'v1',
    );
  });

  it('is planned for the hours into which it was moved, and due as before', async () => {
    await agenda.move?.(item, hours, host);
    const planned = { plannedStart: '2026-11-20T08:00:00Z', plannedEnd: '2026-11-20T08:30:00Z' };
    expect(api.changeTask).toHaveBeenCalledWith('t', planned, 'v1');
    expect(toasts.shown?.text).toBe('Planned “Dig” for Fri 20 Nov, 9:00');
  });

  it('is planned for whole days', async () => {
    await agenda.plan?.(item, day, host);
    const planned = { plannedStart: '2026-11-20', plannedEnd: '2026-11-20' };
    expect(api.changeTask).toHaveBeenCalledWith('t', planned, 'v1');
  });

  it('says what failed, and can be tried again', async () => {
    api.task.mockRejectedValue(new OfflineError());
    await agenda.complete?.(item, true, host);
    expect(toasts.shown?.action?.label).toBe('Retry');
  });
});

describe('an event of a project in the agenda', () => {
  const event = {
    ...{ id: 'e', projectId: 'p', title: 'Fair', allDay: false, etag: 'v1' },
    ...{ startDate: '2026-11-17T08:00:00Z', endDate: '2026-11-17T09:00:00Z' },
  } as ProjectEvent;

  it('opens above the calendar of its project', () => {
    const address = '/projects/calendar/p/events/e';
    expect(agenda.addressOf({ ...item, kind: 'event', id: 'e' })).toBe(address);
  });

  it.each([
    [hours, { allDay: false, startDate: '2026-11-20T08:00:00Z', endDate: '2026-11-20T08:30:00Z' }],
    [
      { ...day, end: '2026-11-23' },
      { allDay: true, startDate: '2026-11-20', endDate: '2026-11-22' },
    ],
  ])('is moved: %#', async (to, change) => {
    api.event.mockResolvedValue(event);
    api.changeEvent.mockResolvedValue({ ...event, etag: 'v2' });
    await agenda.move?.({ ...item, kind: 'event', id: 'e' }, to, host);
    expect(api.changeEvent).toHaveBeenCalledWith('e', change, 'v1');
  });
});

describe('a line', () => {
  const context = {
    nowMs: () => Date.parse('2026-11-18T09:00:00Z'),
    ...{ zone: 'Europe/Berlin', isDayFirst: true, hour12: () => false, myId: 'nora' },
  };

  async function targets() {
    api.projects.mockResolvedValue([
      projectOf({ id: 'p', name: 'House' }),
      projectOf({ id: 'q', name: 'Garden', permissions: ['READ'] }),
    ]);
    api.members.mockResolvedValue({
      members: [memberOf('nora', 'Nora'), memberOf('ben', 'Ben Berg')],
      invitations: [],
    });
    return (await agenda.targets?.(context)) ?? [];
  }

  it('goes to the project that it names, to be done by the person', async () => {
    const [target, ...others] = await targets();
    expect(others).toEqual([]);
    expect(target?.name).toBe('Project House');
    const reading = target?.read('Call plumber !high #house #pipes');
    expect(reading).toMatchObject({ fit: fits.named, title: 'Call plumber', problem: '' });
    expect(reading?.facts).toEqual(['High', '#pipes']);
    api.tags.mockResolvedValue([tagOf('g', 'Garden')]);
    api.createTag.mockResolvedValue(tagOf('new', 'pipes'));
    api.createTask.mockResolvedValue({ ...task, id: 'made' });
    const made = await reading?.create('key');
    expect(api.createTask).toHaveBeenCalledWith(
      'p',
      { title: 'Call plumber', priority: 'HIGH', assigneeId: 'nora', tagIds: ['new'] },
      'key',
    );
    await made?.undo();
    expect(api.deleteTask).toHaveBeenCalledWith('made', 'v1');
  });

  it('is for who is named, if they are in the project', async () => {
    const [target] = await targets();
    const reading = target?.read('Call plumber @ben');
    expect(reading).toMatchObject({ fit: fits.signs, title: 'Call plumber', person: 'Ben Berg' });
    api.createTask.mockResolvedValue({ ...task, id: 'made' });
    await reading?.create('key');
    const made = { title: 'Call plumber', assigneeId: 'ben' };
    expect(api.createTask).toHaveBeenLastCalledWith('p', made, 'key');
    expect(target?.read('Call plumber @anna').person).toBeUndefined();
  });

  it.each([
    ['Call plumber !high', fits.signs],
    ['Call plumber', fits.usual],
    ['Dentist Tue 9', fits.possible],
  ])('%s', async (text, fit) => {
    const [target] = await targets();
    expect(target?.read(text).fit).toBe(fit);
  });
});
