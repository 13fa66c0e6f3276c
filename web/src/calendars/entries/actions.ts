// What a person does to an entry, with its message and its undo. These never throw: whatever goes
// wrong is said in a message, or asked in the dialog of conflicts.

import { formatDay, formatTime } from '../../lib/dates';
import { appearance } from '../../lib/appearance.svelte';
import { sayFailure, sayUndoable } from '../../lib/live_data/undo';
import { toasts } from '../../lib/toasts.svelte';
import type { Entry, EntryChange } from '../../lib/types';
import { conflicts } from '../editor/conflicts.svelte';
import { data } from '../data.svelte';
import { changeBetween, copyOf, firstDay, isDone, reversed } from './entry_changes';
import { ConflictError, GoneError } from './errors';
import { newKey } from '../../lib/new_key';

export async function moveEntry(entry: Entry, change: EntryChange): Promise<void> {
  const base = { ...entry };
  try {
    const moved = await data.change(entry, change);
    const undo = async () => {
      const restored = await undoChange(moved, change, reversed(base, change));
      return `“${restored.title}” is back on ${formatDay(firstDay(restored))}`;
    };
    sayUndoable(moveMessage(base, moved), undo, notUndone);
  } catch (error) {
    failed(error, () => void moveEntry(data.known(entry.id) ?? entry, change));
  }
}

// An entry was saved in its dialog. `before` is what it was; undefined when it is new.
export function saySaved(saved: Entry, before: Entry | undefined): void {
  const message = `Saved “${saved.title}”`;
  if (before?.etag === saved.etag) return void toasts.done(message);
  const undo = async () => {
    if (!before) {
      await data.remove(data.known(saved.id) ?? saved);
      return `“${saved.title}” is gone again`;
    }
    const change = changeBetween(before, saved);
    const restored = await undoChange(saved, change, reversed(before, change));
    return `“${restored.title}” is as it was`;
  };
  sayUndoable(message, undo, notUndone);
}

export async function deleteEntry(entry: Entry): Promise<void> {
  const copy = copyOf(entry);
  try {
    await data.remove(entry);
    const key = newKey();
    const undo = async () => {
      await data.create(entry.calendarId, copy, key);
      return `“${copy.title}” is back`;
    };
    sayUndoable(`Deleted “${entry.title}”`, undo, notUndone);
  } catch (error) {
    if (error instanceof ConflictError) {
      // It is not a choice between two versions, so it needs no dialog.
      toasts.failed(`“${error.current.title}” was changed by somebody else and is still there.`, {
        label: 'Delete anyway',
        run: () => void deleteEntry(error.current),
      });
    } else if (error instanceof GoneError) {
      toasts.done(`“${entry.title}” was already deleted.`);
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
    sayUndoable(`${completed ? 'Completed' : 'Reopened'} “${entry.title}”`, undo);
  } catch (error) {
    failed(error, () => void tickEntry(entry, completed));
  }
}

// Sends the old values on top of whatever the entry is by now: undo means this change, not others.
// But where somebody else has changed the same since, it is theirs, and the person is asked.
async function undoChange(moved: Entry, change: EntryChange, back: EntryChange): Promise<Entry> {
  const known = data.known(moved.id) ?? moved;
  return data.change(isDone(known, change) ? known : moved, back);
}

function notUndone(error: unknown, retry: () => void): void {
  failed(error, retry, 'It could not be undone. ');
}

function failed(error: unknown, retry: () => void, before = ''): void {
  if (error instanceof ConflictError) conflicts.show(error);
  else sayFailure(error, retry, before);
}

// Says what changed of the things that a person moves: the calendar, the day, the time.
export function moveMessage(before: Entry, after: Entry): string {
  const name = `“${after.title}”`;
  if (before.calendarId !== after.calendarId) {
    const calendar = data.calendar(after.calendarId)?.name;
    return calendar ? `Moved ${name} to ${calendar}` : `Moved ${name} to another calendar`;
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
    return `Moved ${name} to ${day}${time && !isSameTime ? `, ${clock(time.start)}` : ''}`;
  }
  if (!time) {
    if (after.kind.type !== 'MultiDay') return `Moved ${name} to ${day}`;
    return `${name} now is from ${day} to ${formatDay(after.kind.end)}`;
  }
  if (before.kind.type === 'Timed' && before.kind.start === time.start) {
    return `${name} now ends at ${clock(time.end)}`;
  }
  if (before.kind.type === 'Timed' && before.kind.end === time.end && !hasOtherDay) {
    return `${name} now begins at ${clock(time.start)}`;
  }
  return `Moved ${name} to ${hasOtherDay ? `${day}, ` : ''}${clock(time.start)}`;
}
