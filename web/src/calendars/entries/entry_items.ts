// Between entries and what the grid shows. Its dates are in UTC and mean the wall clock; its ends are
// exclusive, where a MultiDay entry says its last day.

import { dateOf } from '../../calendar_grid/fullcalendar_events';
import type { GridItem, Span } from '../../calendar_grid/grid_item';
import { addDays, daysBetween, type DateText } from '../../lib/dates';
import type { Calendar, Entry, EntryChange, EntryKind } from '../../lib/types';
import type { Draft } from '../editor/drafts';
import { lastDay } from './entry_changes';
import { fullName, timeWords } from './entry_names';
import { t } from '../../lib/messages';

export const entryNoun = 'entries';
export const slotMinutes = 15;

// What a gesture comes to: a change, nothing at all, or a sentence why it cannot be.
export interface Outcome {
  change?: EntryChange;
  // Over midnight, which only an event can be.
  night?: { start: string; end: string };
  refusal?: string;
}

const minutesOfDay = 24 * 60;
const lastMinute = '23:59';
const ranks: Record<EntryKind['type'], number> = { MultiDay: 0, AllDay: 1, Task: 2, Timed: 3 };

export function itemOf(entry: Entry, calendar: Calendar | undefined): GridItem<Entry> {
  const mayMove = calendar !== undefined && calendar.role !== 'reader';
  const calendarName = calendar?.name ?? '';
  const item: GridItem<Entry> = {
    id: entry.id,
    title: entry.title,
    ...timesOf(entry),
    lastDay: lastDay(entry),
    color: entry.color,
    mayMove,
    mayResize: mayMove && entry.kind.type !== 'Task',
    rank: ranks[entry.kind.type],
    label: (hour12) => fullName({ entry, calendarName, hour12 }),
    timeWords: (hour12) => timeWords(entry, hour12),
    detail: entry.location,
    group: calendarName,
    payload: entry,
  };
  if (entry.kind.type === 'Task') item.task = { isDone: entry.kind.completed };
  return item;
}

export function itemsOf(
  entries: readonly Entry[],
  calendars: readonly Calendar[],
): GridItem<Entry>[] {
  const byId = new Map(calendars.map((calendar) => [calendar.id, calendar]));
  return entries.map((entry) => itemOf(entry, byId.get(entry.calendarId)));
}

// What dropping or resizing an entry to `span` means for it. `newMinutes` is the length of new ones.
export function changeOf(entry: Entry, span: Span, newMinutes: number): Outcome {
  const date = dateOf(span.start);
  if (entry.kind.type === 'Task') {
    const outcome = unlessSame(entry, { date });
    if (outcome.change || span.allDay) return outcome;
    return { refusal: t.calendars.changes.taskHasNoTime() };
  }
  if (span.allDay) return unlessSame(entry, wholeDays(span));
  if (entry.kind.type !== 'Timed') {
    // From the row of whole days into the hours: as long as new ones are, or what is left of the day.
    const start = minutesOf(span.start);
    const end = Math.min(start + newMinutes, minutesOfDay);
    return unlessSame(entry, { date, kind: timed(start, end) });
  }
  const start = minutesOf(span.start);
  const end = endMinutes(span, minutesBetween(entry.kind.start, entry.kind.end));
  if (end > minutesOfDay) return { night: { start: wallAt(date, start), end: wallAt(date, end) } };
  return unlessSame(entry, { date, kind: timed(start, end) });
}

function wallAt(date: DateText, minutes: number): string {
  const day = addDays(date, Math.floor(minutes / minutesOfDay));
  return `${day}T${timeText(minutes % minutesOfDay)}:00`;
}

// What was marked with the mouse or a finger, as the beginning of a new entry. One press marks one
// slot, which becomes as long as new entries are.
export function draftOf(span: Span, newMinutes: number): Draft {
  const date = dateOf(span.start);
  if (span.allDay) return wholeDayDraft(date, lastDayOfSpan(span));
  const start = minutesOf(span.start);
  const marked = endMinutes(span, slotMinutes);
  const end = marked - start <= slotMinutes ? Math.min(start + newMinutes, minutesOfDay) : marked;
  const times = { date, start: timeText(start), allDay: false, task: false };
  if (end <= minutesOfDay) return { ...times, end: timeText(end) };
  const lastDay = addDays(date, Math.floor(end / minutesOfDay));
  return { ...times, end: timeText(end % minutesOfDay), lastDay };
}

function timesOf(entry: Entry): Pick<GridItem, 'start' | 'end' | 'allDay'> {
  const { kind, date } = entry;
  switch (kind.type) {
    case 'Timed':
      return { start: `${date}T${kind.start}`, end: endOf(date, kind.end), allDay: false };
    case 'MultiDay':
      return { start: kind.start, end: addDays(kind.end, 1), allDay: true };
    default:
      return { start: date, allDay: true };
  }
}

// The last minute of a day stands for its end, so that what is moved away from it keeps its length.
function endOf(date: DateText, end: string): string {
  return end.startsWith(lastMinute) ? `${addDays(date, 1)}T00:00:00` : `${date}T${end}`;
}

function wholeDays(span: Span): EntryChange {
  const start = dateOf(span.start);
  const end = lastDayOfSpan(span);
  return { date: start, kind: end > start ? { type: 'MultiDay', start, end } : { type: 'AllDay' } };
}

function lastDayOfSpan(span: Span): DateText {
  return span.end ? addDays(dateOf(span.end), -1) : dateOf(span.start);
}

function wholeDayDraft(date: DateText, lastDay: DateText): Draft {
  return { date, ...(lastDay > date ? { lastDay } : {}), allDay: true, task: false };
}

// Only what differs is sent; a gesture that ends where it began changes nothing.
function unlessSame(entry: Entry, change: EntryChange): Outcome {
  const rest: EntryChange = { ...change };
  if (rest.kind && isSameKind(rest.kind, entry.kind)) delete rest.kind;
  // The day of several days is their first one, so they are always sent together.
  if (rest.date === entry.date && rest.kind?.type !== 'MultiDay') delete rest.date;
  return Object.keys(rest).length > 0 ? { change: rest } : {};
}

function isSameKind(a: EntryKind, b: EntryKind): boolean {
  if (a.type === 'Timed' && b.type === 'Timed') {
    return minutesBetween(a.start, b.start) === 0 && minutesBetween(a.end, b.end) === 0;
  }
  if (a.type === 'MultiDay' && b.type === 'MultiDay') return a.start === b.start && a.end === b.end;
  return a.type === 'AllDay' && b.type === 'AllDay';
}

// A day ends at 23:59, because 24:00 would be the next one.
function timed(start: number, end: number): EntryKind {
  return { type: 'Timed', start: `${timeText(start)}:00`, end: `${timeText(end)}:00` };
}

function timeText(minutes: number): string {
  const within = Math.min(minutes, minutesOfDay - 1);
  const hour = String(Math.floor(within / 60)).padStart(2, '0');
  return `${hour}:${String(within % 60).padStart(2, '0')}`;
}

function minutesOf(moment: Date): number {
  return moment.getUTCHours() * 60 + moment.getUTCMinutes();
}

// Counted from the midnight on which the span begins, so that another day shows.
function endMinutes(span: Span, otherwise: number): number {
  if (!span.end) return minutesOf(span.start) + otherwise;
  return daysBetween(dateOf(span.start), dateOf(span.end)) * minutesOfDay + minutesOf(span.end);
}

function minutesBetween(from: string, to: string): number {
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
  return minutes(to) - minutes(from);
}
