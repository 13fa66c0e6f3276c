// What a person does to an entry, with its message and its undo. These never throw: whatever goes
// wrong is said in a message, or asked in the dialog of conflicts.

import type { EventApi } from '../../events/event_api';
import { ApiError } from '../../lib/api';
import { session } from '../../accounts/session.svelte';
import { formatDay, formatTime } from '../../lib/dates';
import { appearance } from '../../lib/appearance.svelte';
import { sayFailure, sayUndoable } from '../../lib/live_data/undo';
import { toasts } from '../../lib/toasts.svelte';
import type { PlannerEvent } from '../../events/types';
import type { Entry, EntryChange } from '../../lib/types';
import { conflicts } from '../editor/conflicts.svelte';
import { data } from '../data.svelte';
import { changeBetween, firstDay, isDone, reversed } from './entry_changes';
import { ConflictError, GoneError } from './errors';
import { turnBack } from './turning';
import { t } from '../../lib/messages';

export async function moveEntry(entry: Entry, change: EntryChange): Promise<void> {
  const base = { ...entry };
  try {
    const moved = await data.change(entry, change);
    const undo = async () => {
      const restored = await undoChange(moved, change, reversed(base, change));
      const day = formatDay(firstDay(restored));
      return t.calendars.changes.movedBack({ title: restored.title, day });
    };
    sayUndoable(moveMessage(base, moved), undo, notUndone);
  } catch (error) {
    failed(error, () => void moveEntry(data.known(entry.id) ?? entry, change));
  }
}

// Over midnight it is an event.
export async function moveIntoNight(
  entry: Entry,
  night: { start: string; end: string },
): Promise<void> {
  try {
    const event = await data.turnIntoEvent(entry, { ...night, isAllDay: false });
    const time = formatTime(night.start.slice(11, 16), appearance.hour12);
    const day = formatDay(night.start.slice(0, 10));
    const message = t.calendars.changes.toDayAndTime({ title: entry.title, day, time });
    sayUndoable(message, () => undoTurning(entry, event, entry.calendarId), notUndone);
  } catch (error) {
    failed(error, () => void moveIntoNight(data.known(entry.id) ?? entry, night));
  }
}

// An entry has become an event in its dialog.
export function sayTurned(entry: Entry, event: PlannerEvent, where: string): void {
  const message = t.calendars.changes.saved({ title: event.title });
  sayUndoable(message, () => undoTurning(entry, event, where), notUndone);
}

async function undoTurning(entry: Entry, event: PlannerEvent, where: string): Promise<string> {
  const { title } = await turnBack(entry, event, where);
  return t.calendars.changes.restored({ title });
}

// A guest was invited to an entry, which has become an event. Undo withdraws that invitation; the entry is back if it became
// an event here (`isOwn`), unless others are invited by then.
export function sayInvited(
  entry: Entry,
  event: PlannerEvent,
  { guestId, isOwn }: { guestId: string; isOwn: boolean },
): void {
  const undo = async () => {
    const { api } = data.home(entry.calendarId);
    await withoutGuest(api, event.id, guestId);
    const { guests } = await api.guests(event.id);
    if (isOwn && guests.length === 0) return undoTurning(entry, event, entry.calendarId);
    return t.calendars.changes.restored({ title: entry.title });
  };
  sayUndoable(t.calendars.changes.saved({ title: entry.title }), undo, notUndone);
}

async function withoutGuest(api: EventApi, eventId: string, guestId: string): Promise<void> {
  try {
    await api.removeGuest(eventId, guestId);
  } catch (error) {
    // Whose invitation is withdrawn already.
    const isGuest = error instanceof ApiError && error.code === 'guestNotFound';
    if (!isGuest) throw error;
  }
}

// An event is an entry again, because that is all that it is.
export async function makeSimple(calendarId: string, event: PlannerEvent): Promise<boolean> {
  try {
    const entry = await data.turnIntoEntry(calendarId, event);
    toasts.done(t.calendars.changes.saved({ title: entry.title }));
    return true;
  } catch (error) {
    failed(error, () => void makeSimple(calendarId, event));
    return false;
  }
}

// An entry was saved in its dialog. `before` is what it was; undefined when it is new.
export function saySaved(saved: Entry, before: Entry | undefined): void {
  const message = t.calendars.changes.saved({ title: saved.title });
  if (before?.etag === saved.etag) return void toasts.done(message);
  const undo = async () => {
    if (!before) {
      await data.remove(data.known(saved.id) ?? saved);
      return t.calendars.changes.removed({ title: saved.title });
    }
    const change = changeBetween(before, saved);
    const restored = await undoChange(saved, change, reversed(before, change));
    return t.calendars.changes.restored({ title: restored.title });
  };
  sayUndoable(message, undo, notUndone);
}

export async function deleteEntry(entry: Entry): Promise<void> {
  try {
    await data.remove(entry);
    const undo = async () => {
      await data.restore(entry.calendarId, entry.id);
      return t.calendars.changes.restored({ title: entry.title });
    };
    sayUndoable(t.calendars.changes.deleted({ title: entry.title }), undo, notUndone);
  } catch (error) {
    if (error instanceof ConflictError) {
      // It is not a choice between two versions, so it needs no dialog.
      toasts.failed(stillThere(error.current), {
        label: t.calendars.changes.deleteAnyway(),
        run: () => void deleteEntry(error.current),
      });
    } else if (error instanceof GoneError) {
      toasts.done(t.calendars.changes.alreadyDeleted({ title: entry.title }));
    } else {
      failed(error, () => void deleteEntry(data.known(entry.id) ?? entry));
    }
  }
}

export async function tickEntry(entry: Entry, completed: boolean): Promise<void> {
  try {
    await data.tick(entry, completed);
    const undo = async () => {
      await data.tick(data.known(entry.id) ?? entry, !completed);
      return undefined;
    };
    const { title } = entry;
    sayUndoable(
      completed
        ? t.calendars.changes.completed({ title })
        : t.calendars.changes.reopened({ title }),
      undo,
    );
  } catch (error) {
    failed(error, () => void tickEntry(entry, completed));
  }
}

function stillThere({ title, updatedBy }: Entry): string {
  const isMine = updatedBy !== null && updatedBy === session.me?.id;
  return isMine
    ? t.calendars.changes.changedByYou({ title })
    : t.calendars.changes.changedByOthers({ title });
}

// Sends the old values on top of whatever the entry is by now: undo means this change, not others.
// But where somebody else has changed the same since, it is theirs, and the person is asked.
async function undoChange(moved: Entry, change: EntryChange, back: EntryChange): Promise<Entry> {
  const known = data.known(moved.id) ?? moved;
  return data.change(isDone(known, change) ? known : moved, back);
}

function notUndone(error: unknown, retry: () => void): void {
  failed(error, retry, (why) => t.ui.notUndone({ why }));
}

function failed(error: unknown, retry: () => void, words?: (why: string) => string): void {
  if (error instanceof ConflictError) conflicts.show(error);
  else sayFailure(error, retry, words);
}

// Says what changed of the things that a person moves: the calendar, the day, the time.
export function moveMessage(before: Entry, after: Entry): string {
  const { title } = after;
  const words = t.calendars.changes;
  if (before.calendarId !== after.calendarId) {
    const calendar = data.calendar(after.calendarId)?.name;
    return calendar ? words.toCalendar({ title, calendar }) : words.toAnotherCalendar({ title });
  }
  const day = formatDay(firstDay(after));
  const time = after.kind.type === 'Timed' ? after.kind : undefined;
  const clock = (text: string) => formatTime(text, appearance.hour12);
  const hasOtherDay = firstDay(before) !== firstDay(after);
  const isSameEnd =
    before.kind.type === 'MultiDay' &&
    after.kind.type === 'MultiDay' &&
    before.kind.end === after.kind.end;
  if (before.kind.type === after.kind.type && hasOtherDay && !isSameEnd) {
    const isSameTime = before.kind.type !== 'Timed' || before.kind.start === time?.start;
    if (!time || isSameTime) return words.toDay({ title, day });
    return words.toDayAndTime({ title, day, time: clock(time.start) });
  }
  if (!time) {
    if (after.kind.type !== 'MultiDay') return words.toDay({ title, day });
    return words.runs({ title, first: day, last: formatDay(after.kind.end) });
  }
  if (before.kind.type === 'Timed' && before.kind.start === time.start) {
    return words.ends({ title, time: clock(time.end) });
  }
  if (before.kind.type === 'Timed' && before.kind.end === time.end && !hasOtherDay) {
    return words.starts({ title, time: clock(time.start) });
  }
  const to = { title, time: clock(time.start) };
  return hasOtherDay ? words.toDayAndTime({ ...to, day }) : words.toTime(to);
}
