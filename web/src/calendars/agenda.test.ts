import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fits, type AgendaItem } from '../lib/agenda_types';
import { ApiError } from '../lib/api';
import { toasts } from '../lib/toasts.svelte';
import type { Calendar, Entry, EntryChange, NewEntry } from '../lib/types';
import type { PlannerEvent } from '../events/types';
import { eventApi } from '../events/event_api';
import { eventOf, testApi } from '../events/test_parts';
import { scopeQuestions } from '../events/changes/scope_question.svelte';
import { calendarApi } from './calendar_api';
import { changed } from './entries/entry_changes';
import { entryOf } from './entries/test_entries';

vi.mock('../accounts/session.svelte', () => ({ session: { me: null } }));
vi.mock('./calendar_api', () => ({
  calendarApi: {
    ...{ entry: vi.fn(), changeEntry: vi.fn(), completeTask: vi.fn(), removeEntry: vi.fn() },
    ...{ restoreEntry: vi.fn(), list: vi.fn(), createEntry: vi.fn() },
    ...{ turnIntoEvent: vi.fn(), turnIntoEntry: vi.fn(), events: vi.fn() },
  },
}));
vi.mock('../events/changes/ScopeQuestion.svelte', () => ({ default: {} }));
const eventRoutes = vi.hoisted(() => ({
  ...{ get: vi.fn(), change: vi.fn(), remove: vi.fn(), restore: vi.fn(), restoreDeleted: vi.fn() },
}));
vi.mock('../events/event_api', () => ({ eventApi: vi.fn(() => eventRoutes) }));
const { default: agenda } = await import('./agenda');

const api = vi.mocked(calendarApi);
const refresh = vi.fn(() => Promise.resolve());
const host = { zone: 'Europe/Berlin', newMinutes: 30, refresh };
const id = '8d7f4a0e-3f3c-4b77-9a53-2f4f6c0d1b2a';
const timed = { type: 'Timed', start: '09:00:00', end: '10:00:00' } as const;
const dentist = entryOf({ id, title: 'Dentist', date: '2026-11-17', kind: timed });
const item = {
  ...{ kind: 'entry', app: 'calendars', id, title: 'Dentist', allDay: false, may: ['move'] },
  ...{ start: '2026-11-17T09:00:00', end: '2026-11-17T10:00:00', self: '', etag: 'seen' },
  owner: { kind: 'calendar', id: 'home', name: 'Home' },
} as AgendaItem;
const to = (start: string, end: string) => ({ start, end, allDay: false });

beforeEach(() => {
  vi.clearAllMocks();
  api.entry.mockResolvedValue(dentist);
  api.changeEntry.mockImplementation((_, change: EntryChange) =>
    Promise.resolve({ ...changed(dentist, change), etag: 'v2' }),
  );
});
afterEach(() => toasts.clear());

describe('an entry in the agenda', () => {
  it('opens the entry, or its day where its id has no address', () => {
    expect(agenda.addressOf(item)).toBe(`/calendar/entries/${id}`);
    expect(agenda.addressOf({ ...item, id: 'x' })).toBe('/calendar/day/2026-11-17');
  });

  it('is moved in the version that was seen, and back', async () => {
    await agenda.move?.(item, to('2026-11-18T10:00:00', '2026-11-18T11:00:00'), host);
    const kind = { type: 'Timed', start: '10:00:00', end: '11:00:00' };
    expect(api.changeEntry).toHaveBeenCalledWith(id, { date: '2026-11-18', kind }, 'seen');
    expect(toasts.shown?.text).toBe('Moved “Dentist” to Wednesday, 18 November, 10:00');
    toasts.undoNewest();
    await vi.waitFor(() => expect(api.changeEntry).toHaveBeenCalledTimes(2));
    const back = { date: '2026-11-17', kind: timed };
    expect(api.changeEntry).toHaveBeenLastCalledWith(id, back, 'v2');
  });

  it('becomes an event over midnight, and an entry again', async () => {
    api.turnIntoEvent.mockResolvedValue(eventOf({ id: `evt_${id}`, etag: 'v1' }));
    const [start, end] = ['2026-11-17T23:30:00', '2026-11-18T00:30:00'];
    await agenda.move?.(item, to(start, end), host);
    expect(api.changeEntry).not.toHaveBeenCalled();
    const seen = expect.objectContaining({ id, etag: 'seen' }) as Entry;
    expect(api.turnIntoEvent).toHaveBeenCalledWith(seen, { start, end, isAllDay: false });
    toasts.undoNewest();
    await vi.waitFor(() => expect(api.turnIntoEntry).toHaveBeenCalled());
    const event = expect.objectContaining({ id: `evt_${id}`, etag: 'v1' }) as PlannerEvent;
    const said = expect.objectContaining({ title: 'Dentist', kind: timed }) as NewEntry;
    expect(api.turnIntoEntry).toHaveBeenCalledWith(dentist.calendarId, event, said);
  });

  it('shows what it is when somebody else was faster', async () => {
    api.changeEntry.mockRejectedValue(new ApiError({ status: 412, title: '', detail: 'No.' }));
    await agenda.move?.(item, to('2026-11-18T10:00:00', '2026-11-18T11:00:00'), host);
    expect(toasts.shown?.text).toMatch(/Someone else has changed “Dentist”/);
    expect(refresh).toHaveBeenCalled();
  });

  it('is ticked and opened again', async () => {
    await agenda.complete?.(item, true, host);
    expect(api.completeTask).toHaveBeenLastCalledWith(id, true);
    toasts.undoNewest();
    await vi.waitFor(() => expect(api.completeTask).toHaveBeenLastCalledWith(id, false));
  });

  it('is deleted and brought back', async () => {
    await agenda.remove?.(item, host);
    expect(api.removeEntry).toHaveBeenCalledWith(id, 'seen');
    toasts.undoNewest();
    await vi.waitFor(() => expect(api.restoreEntry).toHaveBeenCalledWith(dentist.calendarId, id));
  });
});

describe('a line', () => {
  const context = {
    nowMs: () => Date.parse('2026-11-18T09:00:00Z'),
    ...{ zone: 'Europe/Berlin', isDayFirst: true, hour12: () => false, myId: 'nora' },
  };

  async function targets() {
    api.list.mockResolvedValue([
      { id: 'home', name: 'Home', role: 'owner' },
      { id: 'club', name: 'Club', role: 'reader' },
    ] as Calendar[]);
    return (await agenda.targets?.(context)) ?? [];
  }

  it('goes to the calendar that it names', async () => {
    const [target, ...others] = await targets();
    expect(others.map(({ name }) => name)).toEqual(['Calendar Home, as a task']);
    const reading = target?.read('Swimming tomorrow 16:00-17:00 #home');
    expect(reading).toMatchObject({ fit: fits.named, title: 'Swimming', problem: '' });
    api.createEntry.mockResolvedValue({ ...dentist, id: 'new', etag: 'v1' });
    await (await reading?.create('key'))?.undo();
    const kind = { type: 'Timed', start: '16:00:00', end: '17:00:00' };
    const texts = { description: null, location: null };
    const entry = { title: 'Swimming', date: '2026-11-19', kind, ...texts };
    expect(api.createEntry).toHaveBeenCalledWith('home', entry, 'key');
    expect(api.removeEntry).toHaveBeenCalledWith('new', 'v1');
  });

  it('becomes a task of the calendar that it names where it has no time', async () => {
    const [event, target] = await targets();
    const reading = target?.read('Buy milk #home');
    expect(reading).toMatchObject({ fit: fits.named, title: 'Buy milk', problem: '' });
    expect(event?.read('Buy milk #home').fit).toBe(fits.signs);
    expect(target?.read('Buy milk tomorrow #home').fit).toBe(fits.signs);
    expect(target?.read('Buy milk !15m #home').fit).toBe(fits.signs);
    expect(target?.read('Buy milk').fit).toBe(fits.possible);
    api.createEntry.mockResolvedValue({ ...dentist, id: 'new', etag: 'v1' });
    await (await reading?.create('key'))?.undo();
    expect(api.createEntry).toHaveBeenLastCalledWith(
      'home',
      expect.objectContaining({ date: '2026-11-18', kind: { type: 'Task', completed: false } }),
      'key',
    );
    expect(api.removeEntry).toHaveBeenLastCalledWith('new', 'v1');
    expect(target?.read('Buy milk tomorrow 9:00').problem).toBe('Tasks have a day but no time.');
    expect(target?.read('Buy milk every day').problem).toMatch(/cannot repeat/);
  });

  it('becomes an event where it repeats', async () => {
    const [target] = await targets();
    const reading = target?.read('Swimming every Wed 16:00 #home');
    expect(reading).toMatchObject({ fit: fits.named, title: 'Swimming', problem: '' });
    expect(reading?.facts.join()).toMatch(/Wednesday/);
    const create = vi.fn(async () => eventOf({ id: 'mst_1', etag: 'v1' }));
    const remove = vi.fn(async () => undefined);
    api.events.mockReturnValue(testApi({ create, remove }));
    await (await reading?.create('key'))?.undo();
    expect(create).toHaveBeenCalledWith(
      expect.objectContaining({
        ...{ title: 'Swimming', rrule: 'FREQ=WEEKLY;BYDAY=WE', startTzid: null },
        start: '2026-11-18T16:00:00',
      }),
      'key',
    );
    expect(remove).toHaveBeenCalledWith('mst_1', 'v1');
  });

  it('keeps signs that are no name of it, and asks for a title', async () => {
    const [target] = await targets();
    expect(target?.read('Swimming #club')).toMatchObject({
      ...{ fit: fits.possible, title: 'Swimming #club' },
    });
    expect(target?.read('Party tomorrow 22:00-02:00').problem).toBe('');
    expect(target?.read('tomorrow').problem).toMatch(/What is it/);
  });
});

describe('an event of a calendar in the agenda', () => {
  const eventId = `evt_${id}`;
  const choir = { ...item, kind: 'event', id: eventId, owner: { ...item.owner, id } } as AgendaItem;

  beforeEach(() => {
    eventRoutes.get.mockResolvedValue(eventOf({ id: eventId }));
    eventRoutes.change.mockResolvedValue(eventOf({ id: eventId, etag: 'v2' }));
  });

  it('opens the event, or its day where its id has no address', () => {
    expect(agenda.addressOf(choir)).toBe(`/calendar/events/${id}/${eventId}`);
    expect(agenda.addressOf({ ...choir, id: 'evt_x' })).toBe('/calendar/day/2026-11-17');
  });

  it('is moved by the routes of its calendar, in the version that was seen, and back', async () => {
    await agenda.move?.(choir, to('2026-11-18T10:00:00', '2026-11-18T11:00:00'), host);
    expect(eventApi).toHaveBeenCalledWith(`/api/v1/calendars/${id}`);
    const [start, end] = ['2026-11-18T10:00:00', '2026-11-18T11:00:00'];
    expect(eventRoutes.change).toHaveBeenCalledWith(eventId, 'seen', { start, end }, undefined);
    expect(refresh).toHaveBeenCalled();
    toasts.undoNewest();
    await vi.waitFor(() => expect(eventRoutes.change).toHaveBeenCalledTimes(2));
  });

  it('is asked about when it is one of a series', async () => {
    eventRoutes.get.mockResolvedValue(eventOf({ id: eventId, kind: 'occurrence' }));
    const removing = agenda.remove?.(choir, host);
    await vi.waitFor(() => expect(scopeQuestions.open?.purpose).toBe('delete'));
    scopeQuestions.answer('this');
    await removing;
    expect(eventRoutes.remove).toHaveBeenCalledWith(eventId, 'seen', 'this');
  });

  it('is deleted and brought back', async () => {
    await agenda.remove?.(choir, host);
    expect(eventRoutes.remove).toHaveBeenCalledWith(eventId, 'seen', undefined);
    toasts.undoNewest();
    await vi.waitFor(() => expect(eventRoutes.restoreDeleted).toHaveBeenCalledWith(eventId));
  });
});
