import { beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '../../accounts/session.svelte';
import { ApiError, OfflineError } from '../../lib/api';
import { formatDay } from '../../lib/dates';
import { toasts } from '../../lib/toasts.svelte';
import type { Me } from '../../lib/types';
import { deleteEntry, moveEntry, moveMessage, sayInvited, tickEntry } from './actions';
import { conflicts } from '../editor/conflicts.svelte';
import { data } from '../data.svelte';
import { copyOf } from './entry_changes';
import { ConflictError, GoneError } from './errors';
import { entryOf, later } from './test_entries';
import { testEvent } from '../../events/test_parts';

vi.mock('../../lib/appearance.svelte', () => ({ appearance: { hour12: false } }));
vi.mock('../../accounts/session.svelte', () => ({ session: { me: null } }));

const entry = entryOf({ id: 'a' });
const moved = later(entry, { date: '2026-11-18' });
const day = formatDay('2026-11-18');

beforeEach(() => {
  vi.restoreAllMocks();
  toasts.list = [];
  conflicts.clear();
});

const texts = () => toasts.list.map(({ kind, text }) => `${kind}: ${text}`);
const press = async (label: string) => {
  const toast = toasts.list.at(-1);
  expect(toast?.action?.label).toBe(label);
  toasts.list = [];
  toast?.action?.run();
  await vi.waitFor(() => expect(toasts.list.length).toBeGreaterThan(0));
};

describe('moving', () => {
  it('says so, and can be undone on top of what others did meanwhile', async () => {
    const change = vi.spyOn(data, 'change').mockResolvedValue(moved);
    await moveEntry(entry, { date: '2026-11-18' });
    expect(texts()).toEqual([`done: Moved “Dentist” to ${day}`]);
    const newest = later(moved, { location: 'Main street' });
    vi.spyOn(data, 'known').mockReturnValue(newest);
    change.mockResolvedValue(entry);
    await press('Undo');
    expect(change).toHaveBeenLastCalledWith(newest, { date: entry.date });
    expect(texts()).toEqual([`done: Moved “Dentist” back to ${formatDay(entry.date)}`]);
  });

  it('is not undone on top of where somebody else moved it: the ETag shows what they did', async () => {
    const change = vi.spyOn(data, 'change').mockResolvedValue(moved);
    await moveEntry(entry, { date: '2026-11-18' });
    vi.spyOn(data, 'known').mockReturnValue(later(moved, { date: '2026-11-25' }));
    const theirs = new ConflictError({ date: entry.date }, moved, later(moved, {}));
    change.mockRejectedValue(theirs);
    toasts.undoNewest();
    await vi.waitFor(() => expect(conflicts.open).toBe(theirs));
    expect(change).toHaveBeenLastCalledWith(moved, { date: entry.date });
  });

  it('does not take back that a task was done meanwhile', async () => {
    const task = entryOf({ id: 't', kind: { type: 'Task', completed: false } });
    const change = vi.spyOn(data, 'change').mockResolvedValue(later(task, { date: '2026-11-18' }));
    await moveEntry(task, { date: '2026-11-18' });
    const done = later(task, { date: '2026-11-18', kind: { type: 'Task', completed: true } });
    vi.spyOn(data, 'known').mockReturnValue(done);
    await press('Undo');
    expect(change).toHaveBeenLastCalledWith(done, { date: task.date });
  });

  it('asks about one conflict after the other', async () => {
    const first = new ConflictError({ date: '2026-11-18' }, entry, moved);
    const other = entryOf({ id: 'b' });
    const second = new ConflictError({ date: '2026-11-18' }, other, later(other, {}));
    vi.spyOn(data, 'change').mockRejectedValueOnce(first).mockRejectedValueOnce(second);
    await moveEntry(entry, { date: '2026-11-18' });
    await moveEntry(other, { date: '2026-11-18' });
    expect(conflicts.open).toBe(first);
    conflicts.close();
    expect(conflicts.open).toBe(second);
    const more = new ConflictError({ date: '2026-11-19' }, other, later(other, {}));
    conflicts.show(more);
    expect(conflicts.open).toBe(more);
    conflicts.close();
    expect(conflicts.open).toBeNull();
  });

  it('asks when somebody else changed it', async () => {
    const conflict = new ConflictError({ date: '2026-11-18' }, entry, moved);
    vi.spyOn(data, 'change').mockRejectedValue(conflict);
    await moveEntry(entry, { date: '2026-11-18' });
    expect(conflicts.open).toBe(conflict);
    expect(texts()).toEqual([]);
  });

  it('says that somebody deleted it', async () => {
    vi.spyOn(data, 'change').mockRejectedValue(new GoneError(entry));
    await moveEntry(entry, { date: '2026-11-18' });
    expect(texts()[0]).toMatch(/^failed: “Dentist” no longer exists: someone else deleted/);
  });

  it('can be tried again when the server could not be reached', async () => {
    const change = vi.spyOn(data, 'change').mockRejectedValueOnce(new OfflineError());
    await moveEntry(entry, { date: '2026-11-18' });
    expect(texts()[0]).toContain('failed: Norn cannot be reached');
    change.mockResolvedValue(moved);
    await press('Retry');
    expect(texts()).toEqual([`done: Moved “Dentist” to ${day}`]);
  });

  it('says when it could not be undone', async () => {
    const change = vi.spyOn(data, 'change').mockResolvedValueOnce(moved);
    await moveEntry(entry, { date: '2026-11-18' });
    change.mockRejectedValue(new ApiError({ status: 403, title: '', detail: 'You may not.' }));
    await press('Undo');
    expect(texts()).toEqual(['failed: Could not undo. You may not.']);
  });
});

describe('deleting', () => {
  it('can be undone: it comes back from the bin', async () => {
    vi.spyOn(data, 'remove').mockResolvedValue(undefined);
    const restore = vi.spyOn(data, 'restore').mockRejectedValueOnce(new OfflineError());
    await deleteEntry(entry);
    expect(texts()).toEqual(['done: Deleted “Dentist”']);
    await press('Undo');
    expect(texts()[0]).toContain('failed: Could not undo. Norn cannot be reached');
    restore.mockResolvedValue(entry);
    await press('Retry');
    expect(texts()).toEqual(['done: Restored “Dentist”']);
    expect(restore).toHaveBeenLastCalledWith(entry.calendarId, 'a');
  });

  it('asks again when somebody changed it', async () => {
    const remove = vi.spyOn(data, 'remove');
    remove.mockRejectedValueOnce(new ConflictError({}, entry, moved)).mockResolvedValue(undefined);
    await deleteEntry(entry);
    expect(conflicts.open).toBeNull();
    expect(texts()[0]).toMatch(
      /^failed: Someone else has changed “Dentist”, so it was not deleted/,
    );
    await press('Delete anyway');
    expect(remove).toHaveBeenLastCalledWith(moved);
    expect(texts()).toEqual(['done: Deleted “Dentist”']);
  });

  it('says when it was oneself, in another window', async () => {
    session.me = { id: 'me' } as Me;
    const mine = later(entry, { updatedBy: 'me' });
    vi.spyOn(data, 'remove').mockRejectedValue(new ConflictError({}, entry, mine));
    await deleteEntry(entry);
    expect(texts()[0]).toMatch(/^failed: You have changed “Dentist” in another window, so/);
    session.me = null;
  });

  it('is fine when somebody else did it', async () => {
    vi.spyOn(data, 'remove').mockRejectedValue(new GoneError(entry));
    await deleteEntry(entry);
    expect(texts()).toEqual(['done: “Dentist” was already deleted.']);
  });
});

it('ticking off can be undone', async () => {
  const tick = vi.spyOn(data, 'tick').mockResolvedValue(entry);
  await tickEntry(entry, true);
  expect(texts()).toEqual(['done: Completed “Dentist”']);
  toasts.list[0]?.action?.run();
  expect(tick).toHaveBeenLastCalledWith(entry, false);
});

const timed = (start: string, end: string) => ({ kind: { type: 'Timed' as const, start, end } });
const days = (start: string, end: string) => ({
  date: start,
  kind: { type: 'MultiDay' as const, start, end },
});
it.each([
  [{}, { date: '2026-11-18' }, `Moved “Dentist” to ${day}`],
  [{}, timed('09:00:00', '10:00:00'), 'Moved “Dentist” to 9:00'],
  [timed('09:00', '10:00'), { date: '2026-11-18' }, `Moved “Dentist” to ${day}`],
  [timed('09:00', '10:00'), timed('11:00', '12:00'), 'Moved “Dentist” to 11:00'],
  [timed('09:00', '10:00'), timed('09:00', '12:00'), '“Dentist” now ends at 12:00'],
  [timed('09:00', '10:00'), timed('08:00', '10:00'), '“Dentist” now starts at 8:00'],
  [
    days('2026-11-17', '2026-11-19'),
    days('2026-11-18', '2026-11-19'),
    `“Dentist” now runs from ${day} to Thursday, 19 November`,
  ],
  [
    timed('09:00', '10:00'),
    { date: '2026-11-18', ...timed('11:00', '12:00') },
    `Moved “Dentist” to ${day}, 11:00`,
  ],
  [{}, { calendarId: 'x' }, 'Moved “Dentist” to another calendar'],
  [
    days('2026-11-17', '2026-11-18'),
    days('2026-11-17', '2026-11-20'),
    `“Dentist” now runs from ${formatDay('2026-11-17')} to ${formatDay('2026-11-20')}`,
  ],
])('says what moved: %j to %j', (before, after, message) => {
  const first = entryOf({ id: 'a', ...before });
  expect(moveMessage(first, later(first, after))).toBe(message);
});

describe('undoing an invitation that made an event of an entry', () => {
  const event = testEvent({ id: 'evt_a' });
  const guest = { id: 'gst_2', email: 'zoe@example.com', answer: 'waiting' as const };

  function home() {
    const { api } = data.home(entry.calendarId);
    vi.spyOn(api, 'get').mockResolvedValue(event);
    vi.spyOn(api, 'change').mockResolvedValue(event);
    return {
      remove: vi.spyOn(api, 'removeGuest').mockResolvedValue(),
      guests: vi.spyOn(api, 'guests').mockResolvedValue({ guests: [] }),
      turn: vi.spyOn(data, 'turnIntoEntry').mockResolvedValue(entry),
    };
  }

  it('withdraws it, and the entry is back', async () => {
    const { remove, turn } = home();
    sayInvited(entry, event, { guestId: 'gst_1', isOwn: true });
    expect(texts()).toEqual(['done: Saved “Dentist”']);
    await press('Undo');
    expect(remove).toHaveBeenCalledWith('evt_a', 'gst_1');
    expect(turn).toHaveBeenCalledWith(entry.calendarId, event, copyOf(entry));
    expect(texts()).toEqual(['done: Restored “Dentist”']);
  });

  it('leaves the event to others who are invited by then', async () => {
    const { guests, turn } = home();
    guests.mockResolvedValue({ guests: [guest] });
    sayInvited(entry, event, { guestId: 'gst_1', isOwn: true });
    await press('Undo');
    expect(turn).not.toHaveBeenCalled();
  });

  it('leaves an event that another member made of it as it is', async () => {
    const { remove, turn } = home();
    sayInvited(entry, event, { guestId: 'gst_1', isOwn: false });
    await press('Undo');
    expect(remove).toHaveBeenCalledWith('evt_a', 'gst_1');
    expect(turn).not.toHaveBeenCalled();
  });

  it('goes on when the invitation was withdrawn already, and says so when that fails', async () => {
    const { remove, turn } = home();
    const problem = { status: 404, title: '', detail: 'No.' };
    remove.mockRejectedValueOnce(new ApiError({ ...problem, code: 'guestNotFound' }));
    sayInvited(entry, event, { guestId: 'gst_1', isOwn: true });
    await press('Undo');
    expect(turn).toHaveBeenCalledOnce();
    remove.mockRejectedValueOnce(new ApiError({ ...problem, status: 403 }));
    sayInvited(entry, event, { guestId: 'gst_1', isOwn: true });
    await press('Undo');
    expect(turn).toHaveBeenCalledOnce();
    expect(texts()[0]).toMatch(/^failed: /);
  });
});
