// What a change makes of an entry, by the rules of the server, so that it can be shown before the
// server has answered.

import { addDays, daysBetween, type DateText } from '../../lib/dates';
import type { Entry, EntryChange, EntryKind, NewEntry } from '../../lib/types';

// The entry after the change. Its ETag stays that of the state which the change is based on.
export function changed(entry: Entry, change: EntryChange): Entry {
  const next: Entry = { ...entry };
  if (change.title !== undefined) next.title = change.title;
  if (change.description !== undefined) next.description = change.description;
  if (change.location !== undefined) next.location = change.location;
  if (change.color !== undefined) next.color = change.color;
  if (change.calendarId !== undefined) next.calendarId = change.calendarId;
  if (change.kind !== undefined) {
    next.kind = change.kind;
    const start = change.kind.type === 'MultiDay' ? change.kind.start : entry.date;
    next.date = change.date ?? start;
  } else if (change.date !== undefined) {
    // An entry of several days moves as a whole.
    if (entry.kind.type === 'MultiDay') {
      const days = daysBetween(entry.date, change.date);
      next.kind = {
        type: 'MultiDay',
        start: addDays(entry.kind.start, days),
        end: addDays(entry.kind.end, days),
      };
    }
    next.date = change.date;
  }
  return next;
}

// The change that takes `change` back: what the entry had before in all that it touches.
export function reversed(before: Entry, change: EntryChange): EntryChange {
  const back: EntryChange = {};
  if (change.title !== undefined) back.title = before.title;
  if (change.description !== undefined) back.description = before.description;
  if (change.location !== undefined) back.location = before.location;
  if (change.color !== undefined) back.color = before.color;
  if (change.calendarId !== undefined) back.calendarId = before.calendarId;
  if (change.date !== undefined || change.kind !== undefined) back.date = before.date;
  // Only with its day, several days move as a whole, and a task stays as done as it is by then.
  if (change.kind !== undefined) back.kind = before.kind;
  return back;
}

// The change that makes `after` of `before`.
export function changeBetween(before: Entry, after: Entry): EntryChange {
  const change: EntryChange = {};
  if (before.title !== after.title) change.title = after.title;
  if (before.description !== after.description) change.description = after.description;
  if (before.location !== after.location) change.location = after.location;
  if (before.color !== after.color) change.color = after.color;
  if (before.calendarId !== after.calendarId) change.calendarId = after.calendarId;
  if (!isSameKind(before.kind, after.kind)) change.kind = after.kind;
  if (before.date !== after.date || change.kind !== undefined) change.date = after.date;
  return change;
}

// Whether the entry is already what the change would make of it: then a reply was lost, not a change.
export function isDone(entry: Entry, change: EntryChange): boolean {
  return sameContent(entry, changed(entry, change));
}

export function sameContent(one: Entry, other: Entry): boolean {
  return (
    one.title === other.title &&
    one.description === other.description &&
    one.location === other.location &&
    one.color === other.color &&
    one.calendarId === other.calendarId &&
    one.date === other.date &&
    isSameKind(one.kind, other.kind)
  );
}

export function isSameKind(a: EntryKind, b: EntryKind): boolean {
  if (a.type === 'Task') return b.type === 'Task' && a.completed === b.completed;
  if (a.type === 'AllDay') return b.type === 'AllDay';
  // "09:00" and "09:00:00" are the same time.
  const isSame = (left: string, right: string) =>
    left === right || seconds(left) === seconds(right);
  return a.type === b.type && isSame(a.start, b.start) && isSame(a.end, b.end);
}

function seconds(time: string): string {
  return time.length === 5 ? `${time}:00` : time;
}

// What creates the entry again.
export function copyOf(entry: Entry): NewEntry {
  const { title, description, location, date, color, kind } = entry;
  return { title, description, location, date, color, kind };
}

export function firstDay(entry: Entry): DateText {
  return entry.kind.type === 'MultiDay' ? entry.kind.start : entry.date;
}

export function lastDay(entry: Entry): DateText {
  return entry.kind.type === 'MultiDay' ? entry.kind.end : entry.date;
}

// By day, then by time; what has no time comes first.
export function byDate(one: Entry, other: Entry): number {
  const key = (entry: Entry) =>
    `${firstDay(entry)} ${entry.kind.type === 'Timed' ? entry.kind.start : ''} ${entry.title}`;
  const [left, right] = [key(one), key(other)];
  return left < right ? -1 : left > right ? 1 : 0;
}
