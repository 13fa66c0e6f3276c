import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, OfflineError } from '../../lib/api';
import type { Calendar, Entry } from '../../lib/types';
import { EntryEditor } from './entry_editor.svelte';
import { ConflictError, GoneError } from '../entries/errors';
import { deferred } from '../entries/test_entries';
import { testEvent } from '../../events/test_parts';

const home = vi.hoisted(() => ({ create: vi.fn() }));
const data = vi.hoisted(() => ({
  ...{
    create: vi.fn(),
    change: vi.fn(),
    find: vi.fn(),
    turnIntoEvent: vi.fn(),
    moveEvent: vi.fn(),
    turnedHere: vi.fn(),
  },
  calendar: vi.fn(() => ({ color: '#3B82F6' })),
  home: vi.fn(() => home),
  events: { zone: 'Europe/Berlin' },
}));
vi.mock('../data.svelte', () => ({ data }));

const draft = { date: '2026-11-17', allDay: true, task: false };
const base: Entry = {
  id: 'e',
  calendarId: 'family',
  title: 'Dentist',
  description: null,
  location: null,
  date: '2026-11-17',
  color: '#3B82F6',
  kind: { type: 'AllDay' },
  createdAt: '2026-11-15T13:28:08Z',
  updatedAt: '2026-11-15T13:28:08Z',
  createdBy: null,
  updatedBy: null,
  etag: 'a',
};
const calendar = (id: string, color: string) => ({ id, color }) as Calendar;
const edit = () => new EntryEditor(base, draft, '');
const write = () => {
  const editor = new EntryEditor(undefined, draft, 'family');
  editor.form.title = 'Tea';
  return editor;
};

beforeEach(() => {
  for (const mock of [data.create, data.change, data.find, data.turnIntoEvent, data.moveEvent]) {
    mock.mockReset();
  }
  data.turnedHere.mockReset();
  home.create.mockReset();
});

describe('saving', () => {
  it('is not tried while something is wrong', async () => {
    const editor = new EntryEditor(undefined, draft, 'family');
    expect(await editor.save()).toBeUndefined();
    expect(editor.problems).toHaveProperty('title');
    expect(data.create).not.toHaveBeenCalled();
  });

  it('sends only what was changed, on top of what was read', async () => {
    const editor = edit();
    editor.form.title = 'Doctor';
    data.change.mockResolvedValue({ ...base, title: 'Doctor' });
    expect(await editor.save()).toMatchObject({ title: 'Doctor' });
    expect(data.change).toHaveBeenCalledWith(base, { title: 'Doctor' });
  });

  it('sends nothing when nothing was changed', async () => {
    expect(await edit().save()).toBe(base);
    expect(data.change).not.toHaveBeenCalled();
  });

  it('is sent once, however often it is asked for', async () => {
    const editor = write();
    data.create.mockResolvedValue(base);
    const [first, second] = await Promise.all([editor.save(), editor.save()]);
    expect([first, second]).toEqual([base, undefined]);
    expect(data.create).toHaveBeenCalledOnce();
  });

  it('uses the same key when it is tried again, and another one for something else', async () => {
    const editor = write();
    data.create.mockRejectedValue(new OfflineError());
    await editor.save();
    expect(editor.isOffline).toBe(true);
    expect(editor.form.title).toBe('Tea');
    await editor.save();
    editor.form.title = 'Coffee';
    await editor.save();
    const keys = data.create.mock.calls.map((call) => call[2] as string);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('puts a problem of the server at its field, or above all', async () => {
    const editor = write();
    const problem = { status: 400, title: '', detail: 'No.' };
    data.create.mockRejectedValueOnce(new ApiError({ ...problem, field: 'kind.end' }));
    await editor.save();
    expect(editor.problems).toEqual({ endDate: 'No.' });
    data.create.mockRejectedValueOnce(new ApiError(problem));
    await editor.save();
    expect(editor.failure).toBe('No.');
    expect(editor.problems).toEqual({});
  });

  it('asks when somebody else was faster', async () => {
    const editor = edit();
    editor.form.title = 'Doctor';
    const conflict = new ConflictError({ title: 'Doctor' }, base, { ...base, etag: 'b' });
    data.change.mockRejectedValue(conflict);
    expect(await editor.save()).toBeUndefined();
    expect(editor.conflict).toBe(conflict);
    expect(editor.form.title).toBe('Doctor');
  });

  it('can make a new entry of one that somebody deleted', async () => {
    const editor = edit();
    editor.form.title = 'Doctor';
    data.change.mockRejectedValue(new GoneError(base));
    await editor.save();
    expect(editor.isGone).toBe(true);
    data.create.mockResolvedValue({ ...base, id: 'new' });
    expect(await editor.saveAsNew()).toMatchObject({ id: 'new' });
    expect(data.create.mock.calls[0]?.[1]).toMatchObject({ title: 'Doctor', color: base.color });
  });
});

describe('what somebody else does meanwhile', () => {
  const theirs = { ...base, title: 'Dentist, Ada', etag: 'b' };

  it('is taken over while nothing is written here', () => {
    const editor = edit();
    editor.heard(theirs);
    expect(editor.form.title).toBe('Dentist, Ada');
    expect([editor.isTakenOver, editor.isChanged]).toEqual([true, false]);
    expect(editor.base).toBe(theirs);
  });

  it('is offered when something is', () => {
    const editor = edit();
    editor.form.location = 'Oslo';
    editor.heard(theirs);
    expect(editor.form).toMatchObject({ title: 'Dentist', location: 'Oslo' });
    expect(editor.base).toBe(base);
    editor.compare();
    expect(editor.conflict).toEqual({ mine: { location: 'Oslo' }, base, current: theirs });
  });

  it('is nothing when it is the state that is known', () => {
    const editor = edit();
    editor.heard({ ...base });
    expect([editor.isTakenOver, editor.theirs]).toEqual([false, undefined]);
  });

  it('may be that it is gone, which is looked up', async () => {
    const editor = edit();
    editor.heard(undefined);
    expect(data.find).not.toHaveBeenCalled();
    editor.heard(base);
    data.find.mockResolvedValueOnce(base);
    editor.heard(undefined);
    await Promise.resolve();
    expect(editor.isGone).toBe(false);
    data.find.mockResolvedValueOnce(undefined);
    editor.heard(undefined);
    await vi.waitFor(() => expect(editor.isGone).toBe(true));
    editor.heard(undefined);
    expect(data.find).toHaveBeenCalledTimes(2);
  });

  it('says nothing about the new entry that it has become meanwhile', async () => {
    const editor = edit();
    editor.heard(base);
    const answer = deferred<Entry | undefined>();
    data.find.mockReturnValue(answer.promise);
    editor.heard(undefined);
    data.create.mockRejectedValue(new OfflineError());
    await editor.saveAsNew();
    answer.resolve(undefined);
    await answer.promise;
    expect(editor.isGone).toBe(false);
  });
});

describe('another calendar', () => {
  const [family, club] = [calendar('family', '#3b82f6'), calendar('club', '#3D9152')];

  it('brings its colour to an entry that had that of its calendar', () => {
    const editor = edit();
    editor.moveTo(family, club);
    expect(editor.form).toMatchObject({ calendarId: 'club', color: '#3D9152' });
  });

  it('leaves a colour of its own alone', () => {
    const editor = edit();
    editor.form.color = '#000000';
    editor.moveTo(family, club);
    expect(editor.form.color).toBe('#000000');
    const fresh = write();
    fresh.moveTo(family, club);
    expect(fresh.form).toMatchObject({ calendarId: 'club', color: '' });
  });
});

describe('what an entry cannot say', () => {
  const event = testEvent({ id: 'mst_e', kind: 'series' });

  it('makes an event of something new', async () => {
    const editor = write();
    editor.form.rrule = 'FREQ=WEEKLY';
    home.create.mockResolvedValue(event);
    expect(await editor.store()).toEqual({ event, calendarId: 'family' });
    expect(data.create).not.toHaveBeenCalled();
    expect(home.create.mock.calls[0]?.[0]).toMatchObject({ title: 'Tea', rrule: 'FREQ=WEEKLY' });
  });

  it('turns the entry, in one request', async () => {
    const editor = edit();
    editor.form.rrule = 'FREQ=WEEKLY';
    data.turnIntoEvent.mockResolvedValue(event);
    expect(await editor.store()).toEqual({ event, calendarId: 'family' });
    expect(data.turnIntoEvent).toHaveBeenCalledWith(base, { rrule: 'FREQ=WEEKLY' });
    expect(editor.replaced).toBe(base);
    expect(data.moveEvent).not.toHaveBeenCalled();
  });

  it('goes on to where it was put', async () => {
    const editor = edit();
    editor.moveTo(undefined, { id: 'planner', color: '#1F8F87' });
    data.turnIntoEvent.mockResolvedValue(event);
    data.moveEvent.mockResolvedValue(event);
    expect(await editor.store()).toEqual({ event, calendarId: 'planner' });
    expect(data.moveEvent).toHaveBeenCalledWith('family', event, 'planner');
  });

  it('stays written on top of what somebody else made of the entry', async () => {
    const editor = edit();
    editor.form.rrule = 'FREQ=WEEKLY';
    const current = { ...base, title: 'Doctor', etag: 'b' };
    data.turnIntoEvent.mockRejectedValueOnce(new ConflictError({}, base, current));
    expect(await editor.store()).toBeUndefined();
    expect(editor.form).toMatchObject({ title: 'Doctor', rrule: 'FREQ=WEEKLY' });
    expect(editor.failure).toMatch(/save again/);
    data.turnIntoEvent.mockResolvedValue(event);
    await editor.store();
    expect(data.turnIntoEvent).toHaveBeenLastCalledWith(current, { rrule: 'FREQ=WEEKLY' });
  });
});

describe('becoming an event as it is', () => {
  const event = testEvent({ id: 'evt_e' });

  it('sends no change, and leaves what comes next to the event', async () => {
    const editor = edit();
    data.turnIntoEvent.mockResolvedValue(event);
    expect(await editor.turn(base)).toEqual({ event, isOwn: true });
    expect(data.turnIntoEvent).toHaveBeenCalledWith(base, {});
    // That the entry is gone is its own doing.
    editor.heard(undefined);
    expect(data.find).not.toHaveBeenCalled();
    expect(editor.isGone).toBe(false);
  });

  it('finds the event that it has become already', async () => {
    data.turnIntoEvent.mockRejectedValue(new GoneError(base));
    data.turnedHere.mockResolvedValue(event);
    expect(await edit().turn(base)).toEqual({ event, isOwn: false });
  });

  it('fails as it is told, and the entry can be used', async () => {
    const editor = edit();
    data.turnedHere.mockResolvedValue(undefined);
    for (const error of [new GoneError(base), new ConflictError({}, base, base)]) {
      data.turnIntoEvent.mockRejectedValueOnce(error);
      await expect(editor.turn(base)).rejects.toBe(error);
      expect(editor.isBusy).toBe(false);
    }
  });
});
