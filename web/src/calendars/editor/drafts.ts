// What a new entry begins with, and the form in which an entry is written: between the objects of
// the API, the address of a new entry, and the fields that a person sees.

import { addDays, daysBetween, isDate, nowTime, today, type DateText } from '../../lib/dates';
import { newEntryKindLimits, newEntryLimits } from '../../lib/api_limits';
import type { Entry, EntryChange, EntryKind, NewEntry } from '../../lib/types';
import { isColor } from '../../ui/colors';
import { isSameKind } from '../entries/entry_changes';
import { t } from '../../lib/messages';

export interface Draft {
  calendarId?: string;
  date: DateText;
  lastDay?: DateText;
  start?: string;
  end?: string;
  allDay: boolean;
  task: boolean;
}

// All fields have a value at any time, so that switching to and fro loses nothing: `lastDay` is
// `date` for a single day, and the times of an entry without times are what it would begin with.
export interface EntryForm {
  title: string;
  calendarId: string;
  isTask: boolean;
  completed: boolean;
  allDay: boolean;
  date: DateText;
  lastDay: DateText;
  start: string;
  end: string;
  location: string;
  description: string;
  // Empty: that of the calendar.
  color: string;
}

export type Problems = Partial<Record<keyof EntryForm, string>>;

const timePattern = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;
const lastMinute = 23 * 60 + 59;
const maxTitle = newEntryLimits.title.maxLength;
const maxLocation = newEntryLimits.location.maxLength;
const maxDescription = newEntryLimits.description.maxLength;
const { maxDays } = newEntryKindLimits.end;

export function draftQuery(draft: Draft): string {
  const query = new URLSearchParams({ date: draft.date });
  if (draft.lastDay !== undefined && draft.lastDay !== draft.date) {
    query.set('lastDay', draft.lastDay);
  }
  if (draft.start !== undefined) query.set('start', shortTime(draft.start));
  if (draft.end !== undefined) query.set('end', shortTime(draft.end));
  if (draft.allDay) query.set('allDay', '1');
  if (draft.task) query.set('task', '1');
  if (draft.calendarId !== undefined) query.set('calendar', draft.calendarId);
  return `?${query.toString().replaceAll('%3A', ':')}`;
}

export function draftFromQuery(query: URLSearchParams): Draft {
  const wanted = query.get('date') ?? '';
  const date = isDate(wanted) ? wanted : today();
  const lastDay = query.get('lastDay') ?? '';
  const start = query.get('start') ?? '';
  const end = query.get('end') ?? '';
  const calendarId = query.get('calendar') ?? '';
  const draft: Draft = {
    date,
    allDay: isYes(query.get('allDay')),
    task: isYes(query.get('task')),
  };
  if (isDate(lastDay) && lastDay > date && daysBetween(date, lastDay) < maxDays) {
    draft.lastDay = lastDay;
  }
  if (timePattern.test(start)) draft.start = shortTime(start);
  if (draft.start && timePattern.test(end) && minutesOf(end) > minutesOf(start)) {
    draft.end = shortTime(end);
  }
  if (/^[0-9a-f-]{36}$/.test(calendarId)) draft.calendarId = calendarId;
  return draft;
}

function isYes(text: string | null): boolean {
  return text === '1' || text === 'true';
}

export function formOfDraft(
  draft: Draft,
  calendarId: string,
  color: string,
  newMinutes: number,
  now = nowTime(),
): EntryForm {
  const lastDay = draft.lastDay ?? draft.date;
  const start = draft.start ?? timeOf(Math.min(Math.floor(minutesOf(now) / 60) + 1, 23) * 60);
  return {
    title: '',
    calendarId,
    isTask: draft.task,
    completed: false,
    allDay: draft.allDay || lastDay !== draft.date,
    date: draft.date,
    lastDay,
    start,
    end: draft.end ?? timeOf(minutesOf(start) + newMinutes),
    location: '',
    description: '',
    color,
  };
}

export function formOfEntry(entry: Entry, newMinutes: number, now = nowTime()): EntryForm {
  const { kind } = entry;
  const draft = { date: entry.date, allDay: true, task: false };
  const blank = formOfDraft(draft, '', '', newMinutes, now);
  return {
    title: entry.title,
    calendarId: entry.calendarId,
    isTask: kind.type === 'Task',
    completed: kind.type === 'Task' && kind.completed,
    allDay: kind.type !== 'Timed',
    date: entry.date,
    lastDay: kind.type === 'MultiDay' ? kind.end : entry.date,
    start: kind.type === 'Timed' ? shortTime(kind.start) : blank.start,
    end: kind.type === 'Timed' ? shortTime(kind.end) : blank.end,
    location: entry.location ?? '',
    description: entry.description ?? '',
    color: entry.color,
  };
}

function kindOfForm(form: EntryForm): EntryKind {
  if (form.isTask) return { type: 'Task', completed: form.completed };
  if (!form.allDay) return { type: 'Timed', start: longTime(form.start), end: longTime(form.end) };
  if (form.lastDay !== form.date) {
    return { type: 'MultiDay', start: form.date, end: form.lastDay };
  }
  return { type: 'AllDay' };
}

export function entryOfForm(form: EntryForm): NewEntry {
  const entry: NewEntry = {
    title: form.title.trim(),
    description: form.description.trim() || null,
    location: form.location.trim() || null,
    date: form.date,
    kind: kindOfForm(form),
  };
  if (form.color !== '') entry.color = form.color;
  return entry;
}

// Only what differs, so that what somebody else changed elsewhere in it stays.
export function changeOfForm(base: Entry, form: EntryForm): EntryChange {
  const entry = entryOfForm(form);
  const change: EntryChange = {};
  if (entry.title !== base.title) change.title = entry.title;
  if (entry.description !== base.description) change.description = entry.description ?? null;
  if (entry.location !== base.location) change.location = entry.location ?? null;
  if (entry.color && entry.color !== base.color) change.color = entry.color;
  if (form.calendarId !== base.calendarId) change.calendarId = form.calendarId;
  if (!isSameKind(entry.kind, base.kind)) change.kind = entry.kind;
  // The first day of several is in the kind.
  if (form.date !== base.date && entry.kind.type !== 'MultiDay') change.date = form.date;
  return change;
}

export function isChanged(before: EntryForm, now: EntryForm): boolean {
  return (Object.keys(before) as (keyof EntryForm)[]).some((key) => before[key] !== now[key]);
}

export function problemsOfForm(form: EntryForm): Problems {
  const problems: Problems = { ...problemsOfDays(form), ...problemsOfTimes(form) };
  const length = (text: string) => [...text.trim()].length;
  if (length(form.title) === 0) problems.title = t.calendars.problems.title();
  if (length(form.title) > maxTitle)
    problems.title = t.calendars.problems.tooLong({ most: maxTitle });
  if (length(form.location) > maxLocation) {
    problems.location = t.calendars.problems.tooLong({ most: maxLocation });
  }
  if (length(form.description) > maxDescription) {
    problems.description = t.calendars.problems.tooLong({ most: maxDescription });
  }
  if (form.calendarId === '') problems.calendarId = t.calendars.problems.calendar();
  if (form.color !== '' && !isColor(form.color)) problems.color = t.calendars.problems.color();
  return problems;
}

function problemsOfDays(form: EntryForm): Problems {
  if (!isDate(form.date)) return { date: t.calendars.problems.date() };
  if (form.isTask || !form.allDay) return {};
  if (!isDate(form.lastDay)) return { lastDay: t.calendars.problems.date() };
  if (form.lastDay < form.date) return { lastDay: t.calendars.problems.lastBeforeFirst() };
  if (daysBetween(form.date, form.lastDay) >= maxDays) {
    return { lastDay: t.calendars.problems.tooManyDays({ most: maxDays }) };
  }
  return {};
}

function problemsOfTimes(form: EntryForm): Problems {
  if (form.isTask || form.allDay) return {};
  if (!timePattern.test(form.start)) return { start: t.calendars.problems.time() };
  if (!timePattern.test(form.end)) return { end: t.calendars.problems.time() };
  if (longTime(form.end) <= longTime(form.start)) {
    return { end: t.calendars.problems.endsTooEarly() };
  }
  return {};
}

// The field of the form to which a problem of the server belongs.
export function fieldOfProblem(field: string, form: EntryForm): keyof EntryForm | undefined {
  if (field === 'kind.start') return form.allDay ? 'date' : 'start';
  if (field === 'kind.end') return form.allDay ? 'lastDay' : 'end';
  if (field === 'calendarId' || field === 'calendar') return 'calendarId';
  const plain = ['title', 'date', 'location', 'description', 'color'] as const;
  return plain.find((name) => name === field);
}

// A new start takes the end along: what lasted an hour still does, within the day. While somebody
// types, the field may be no time for a moment; `steady` is the form before that.
export function withStart(
  form: EntryForm,
  start: string,
  newMinutes: number,
  steady = form,
): EntryForm {
  if (!timePattern.test(start) || problemsOfTimes(steady).start) return { ...form, start };
  const lasts = minutesOf(steady.end) - minutesOf(steady.start);
  return { ...form, start, end: timeOf(minutesOf(start) + (lasts > 0 ? lasts : newMinutes)) };
}

// A new day takes the last day along.
export function withDate(form: EntryForm, date: DateText, steady = form): EntryForm {
  if (!isDate(date)) return { ...form, date };
  const isSteady = isDate(steady.date) && isDate(steady.lastDay);
  const days = isSteady ? daysBetween(steady.date, steady.lastDay) : 0;
  return { ...form, date, lastDay: addDays(date, Math.max(days, 0)) };
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

function timeOf(minutes: number): string {
  const within = Math.max(0, Math.min(minutes, lastMinute));
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(within / 60))}:${two(within % 60)}`;
}

// Seconds are shown only by those who have some.
function shortTime(time: string): string {
  return time.replace(/^(\d\d:\d\d):00$/, '$1');
}

function longTime(time: string): string {
  return time.length === 5 ? `${time}:00` : time;
}
