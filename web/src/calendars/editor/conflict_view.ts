// Two people changed the same entry. What each of them changed, field by field, and the change that
// comes of choosing between them.

import type { Entry, EntryChange } from '../../lib/types';
import { changedBy, type Choices, type VersionRow } from '../../lib/versions';
import { nameOfColor, sameColor } from '../../ui/colors';
import { changed, isSameKind } from '../entries/entry_changes';
import { whenOf } from './entry_text';
import { t } from '../../lib/messages';

export interface Conflict {
  // What I wanted to change, of which state; and the state that somebody else made of it.
  mine: EntryChange;
  base: Entry;
  current: Entry;
}

// The day and the kind are one field: a start without its end means nothing.
type Field = 'title' | 'when' | 'done' | 'calendarId' | 'location' | 'description' | 'color';

export interface Words {
  hour12: boolean;
  calendarName: (id: string) => string;
}

const labels = (): [Field, string][] => [
  ['title', t.ui.title()],
  ['when', t.calendars.entry.when()],
  ['done', t.calendars.entry.done()],
  ['calendarId', t.calendars.entry.calendar()],
  ['location', t.calendars.entry.location()],
  ['description', t.calendars.entry.description()],
  ['color', t.ui.colors.label()],
];

export function rowsOf(conflict: Conflict, words: Words): VersionRow[] {
  const { base, current } = conflict;
  const mine = changed(base, conflict.mine);
  const areTasks = isTask(mine) && isTask(current);
  return labels()
    .filter(([field]) => field !== 'done' || areTasks)
    .map(([field, label]) => ({
      field,
      label,
      mine: textOf(field, mine, words),
      theirs: textOf(field, current, words),
      differs: !isSame(field, mine, current, areTasks),
      changedBy: changedBy(
        !isSame(field, base, mine, areTasks),
        !isSame(field, base, current, areTasks),
      ),
      ...(field === 'color' && { colors: { mine: mine.color, theirs: current.color } }),
    }));
}

function isTask(entry: Entry): boolean {
  return entry.kind.type === 'Task';
}

// Whether two tasks are done is a field of its own; otherwise it is part of the kind.
function isSame(field: Field, left: Entry, right: Entry, areTasks: boolean): boolean {
  switch (field) {
    case 'when': {
      const bothTasks = areTasks && isTask(left) && isTask(right);
      return left.date === right.date && (bothTasks || isSameKind(left.kind, right.kind));
    }
    case 'done':
      return isDone(left) === isDone(right);
    case 'color':
      return sameColor(left.color, right.color);
    default:
      return left[field] === right[field];
  }
}

function isDone(entry: Entry): boolean {
  return entry.kind.type === 'Task' && entry.kind.completed;
}

function textOf(field: Field, entry: Entry, words: Words): string {
  switch (field) {
    case 'when':
      return whenOf(entry, words.hour12);
    case 'done':
      return isDone(entry) ? t.calendars.entry.done() : t.calendars.entry.notDone();
    case 'calendarId':
      return words.calendarName(entry.calendarId);
    case 'color':
      return nameOfColor(entry.color);
    default:
      return entry[field] ?? '';
  }
}

// What has to change in `current`, so that nothing is overwritten that was not chosen. Empty when
// everything stays as they have it.
export function changeOfChoices(conflict: Conflict, choices: Choices): EntryChange {
  const mine = changed(conflict.base, conflict.mine);
  const { current } = conflict;
  const change: EntryChange = {};
  const isMine = (field: Field) => choices[field] === 'mine';
  if (isMine('title')) change.title = mine.title;
  if (isMine('calendarId')) change.calendarId = mine.calendarId;
  if (isMine('location')) change.location = mine.location;
  if (isMine('description')) change.description = mine.description;
  if (isMine('color')) change.color = mine.color;
  if (isMine('when')) {
    if (mine.kind.type !== 'MultiDay') change.date = mine.date;
    if (!isTask(mine) || !isTask(current)) change.kind = mine.kind;
  }
  if (isMine('done')) change.kind = mine.kind;
  return change;
}
