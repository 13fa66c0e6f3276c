// The form in which an item of a calendar is written, whether it is an entry or an event: between the objects of the API
// and the fields that a person sees. What an entry can say is sent as an entry.

import { addDays, daysBetween, isDate, nowTime, type DateText } from '../../lib/dates';
import { newEntryKindLimits, newEntryLimits } from '../../lib/api_limits';
import type { Entry, EntryChange, EntryKind, NewEntry } from '../../lib/types';
import { isColor } from '../../ui/colors';
import { isSameKind } from '../entries/entry_changes';
import { t } from '../../lib/messages';
import { minutesOf, movedSpan } from '../../events/editor/event_clock';
import { formOfEvent as eventForm, type EventForm } from '../../events/editor/event_form';
import { inputOfForm, patchOfForm } from '../../events/editor/event_patch';
import type { EventInput, EventPatch, PlannerEvent, Preferences } from '../../events/types';
import { inPlanner } from '../events/calendar_home.svelte';
import { shortTime, type Draft } from './drafts';

// All fields have a value at any time, so that switching to and fro loses nothing: the last day is the first one for a
// single day, and the times of what has none are what it would begin with. Without a zone, times are those of the clock
// on the wall, wherever it is read.
export interface ItemForm extends EventForm {
  // `planner` is the person's own planner.
  calendarId: string;
  isTask: boolean;
  completed: boolean;
}

export type Problems = Partial<Record<keyof ItemForm, string>>;

const timePattern = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;
const lastMinute = 23 * 60 + 59;
const maxTitle = newEntryLimits.title.maxLength;
const maxLocation = newEntryLimits.location.maxLength;
const maxDescription = newEntryLimits.description.maxLength;
const { maxDays } = newEntryKindLimits.end;

// What only events have.
const noMore = {
  zone: '',
  endZone: '',
  rrule: '',
  status: 'CONFIRMED',
  tags: [],
  reminders: [],
  links: [],
  expires: '',
} as const;

function plainForm(): Omit<ItemForm, 'startDate' | 'endDate' | 'startTime' | 'endTime'> {
  return {
    ...noMore,
    ...{ tags: [], reminders: [], links: [] },
    title: '',
    calendarId: '',
    isTask: false,
    completed: false,
    isAllDay: false,
    location: '',
    description: '',
    color: '',
  };
}

export function formOfDraft(
  draft: Draft,
  calendarId: string,
  color: string,
  newMinutes: number,
  now = nowTime(),
): ItemForm {
  const start = draft.start ?? timeOf(Math.min(Math.floor(minutesOf(now) / 60) + 1, 23) * 60);
  const isNight = !draft.allDay && draft.start !== undefined && draft.end !== undefined;
  const endDate = draft.lastDay ?? draft.date;
  return {
    ...plainForm(),
    title: draft.title ?? '',
    location: draft.location ?? '',
    rrule: draft.rrule ?? '',
    zone: draft.tzid ?? '',
    tags: [...(draft.tags ?? [])],
    reminders: [...(draft.reminders ?? [])],
    calendarId,
    isTask: draft.task,
    isAllDay: draft.allDay || (endDate !== draft.date && !isNight),
    startDate: draft.date,
    endDate,
    startTime: start,
    endTime: draft.end ?? timeOf(minutesOf(start) + newMinutes),
    color,
  };
}

export function formOfEntry(entry: Entry, newMinutes: number, now = nowTime()): ItemForm {
  const { kind } = entry;
  const draft = { date: entry.date, allDay: true, task: false };
  const blank = formOfDraft(draft, '', '', newMinutes, now);
  return {
    ...blank,
    title: entry.title,
    calendarId: entry.calendarId,
    isTask: kind.type === 'Task',
    completed: kind.type === 'Task' && kind.completed,
    isAllDay: kind.type !== 'Timed',
    endDate: kind.type === 'MultiDay' ? kind.end : entry.date,
    startTime: kind.type === 'Timed' ? shortTime(kind.start) : blank.startTime,
    endTime: kind.type === 'Timed' ? shortTime(kind.end) : blank.endTime,
    location: entry.location ?? '',
    description: entry.description ?? '',
    color: entry.color,
  };
}

export function formOfEvent(
  event: PlannerEvent,
  calendarId: string,
  preferences: Preferences,
): ItemForm {
  const form = eventForm(event, preferences);
  // Whole days that get times have those of the clock on the wall.
  const zone = event.isAllDay ? '' : form.zone;
  return { ...form, zone, calendarId, isTask: false, completed: false };
}

// Whether it has something that an entry cannot say.
export function saysMore(form: ItemForm): boolean {
  if (form.calendarId === inPlanner) return true;
  if (form.isTask) return false;
  if (form.rrule !== '' || form.expires !== '' || form.status !== 'CONFIRMED') return true;
  if (form.tags.length > 0 || form.reminders.length > 0 || form.links.length > 0) return true;
  return !form.isAllDay && (form.zone !== '' || form.endDate !== form.startDate);
}

// The same of an event; of one from a file, an entry would lose where it is from.
export function canBeEntry(event: PlannerEvent): boolean {
  const { id, kind, isAllDay, startTzid, startLocal = '', endLocal, icalUid } = event;
  const hasMore = event.tags.length + event.reminderMinutes.length + event.links.length > 0;
  if (kind !== 'event' || hasMore || event.ttl || event.status !== 'CONFIRMED') return false;
  const isOwn = /^(evt|mst)_[\w-]+@norn$/.test(icalUid) && id.startsWith('evt_');
  if (!isOwn) return false;
  if (isAllDay) return true;
  const isSameDay = endLocal?.slice(0, 10) === startLocal.slice(0, 10);
  return startTzid === null && isSameDay && (endLocal ?? '') > startLocal;
}

// Without what only events have, as the form of what an entry says.
function kindOfForm(form: ItemForm): EntryKind {
  if (form.isTask) return { type: 'Task', completed: form.completed };
  if (!form.isAllDay) {
    return { type: 'Timed', start: longTime(form.startTime), end: longTime(form.endTime) };
  }
  if (form.endDate !== form.startDate) {
    return { type: 'MultiDay', start: form.startDate, end: form.endDate };
  }
  return { type: 'AllDay' };
}

export function entryOfForm(form: ItemForm): NewEntry {
  const entry: NewEntry = {
    title: form.title.trim(),
    description: form.description.trim() || null,
    location: form.location.trim() || null,
    date: form.startDate,
    kind: kindOfForm(form),
  };
  if (form.color !== '') entry.color = form.color;
  return entry;
}

// Only what differs, so that what somebody else changed elsewhere in it stays.
export function changeOfForm(base: Entry, form: ItemForm): EntryChange {
  const entry = entryOfForm(form);
  const change: EntryChange = {};
  if (entry.title !== base.title) change.title = entry.title;
  if (entry.description !== base.description) change.description = entry.description ?? null;
  if (entry.location !== base.location) change.location = entry.location ?? null;
  if (entry.color && entry.color !== base.color) change.color = entry.color;
  if (form.calendarId !== base.calendarId) change.calendarId = form.calendarId;
  if (!isSameKind(entry.kind, base.kind)) change.kind = entry.kind;
  // The first day of several is in the kind.
  if (form.startDate !== base.date && entry.kind.type !== 'MultiDay') change.date = form.startDate;
  return change;
}

// As a new event. `calendarColor` is what an event without a colour has.
export function eventOfForm(form: ItemForm, own: string, calendarColor = ''): EventInput {
  return inputOfForm(withoutColor(form, calendarColor), own);
}

// What turns the entry into the event of the form: what it has besides.
export function turningPatch(
  base: ItemForm,
  form: ItemForm,
  own: string,
  calendarColor: string,
): EventPatch {
  return patchOfForm(withoutColor(base, calendarColor), withoutColor(form, calendarColor), own);
}

function withoutColor(form: ItemForm, calendarColor: string): ItemForm {
  const isSame = form.color.toLowerCase() === calendarColor.toLowerCase();
  return isSame ? { ...form, color: '' } : form;
}

export function isChanged(before: ItemForm, now: ItemForm): boolean {
  const isSame = (key: keyof ItemForm) => JSON.stringify(before[key]) === JSON.stringify(now[key]);
  return (Object.keys(before) as (keyof ItemForm)[]).some((key) => !isSame(key));
}

// `mine` where the person has changed something since `clean`, and `theirs` everywhere else.
export function rebased(clean: ItemForm, mine: ItemForm, theirs: ItemForm): ItemForm {
  const keys = Object.keys(clean) as (keyof ItemForm)[];
  const isSame = (key: keyof ItemForm) => JSON.stringify(clean[key]) === JSON.stringify(mine[key]);
  const kept = keys.filter((key) => !isSame(key)).map((key) => [key, mine[key]]);
  return { ...theirs, ...(Object.fromEntries(kept) as Partial<ItemForm>) };
}

export function problemsOfForm(form: ItemForm): Problems {
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

function problemsOfDays(form: ItemForm): Problems {
  if (!isDate(form.startDate)) return { startDate: t.calendars.problems.date() };
  if (form.isTask) return {};
  if (!isDate(form.endDate)) return { endDate: t.calendars.problems.date() };
  if (form.endDate < form.startDate) return { endDate: t.calendars.problems.lastBeforeFirst() };
  if (daysBetween(form.startDate, form.endDate) >= maxDays) {
    return { endDate: t.calendars.problems.tooManyDays({ most: maxDays }) };
  }
  return {};
}

function problemsOfTimes(form: ItemForm): Problems {
  if (form.isTask || form.isAllDay) return {};
  if (!timePattern.test(form.startTime)) return { startTime: t.calendars.problems.time() };
  if (!timePattern.test(form.endTime)) return { endTime: t.calendars.problems.time() };
  const isOneDay = form.endDate === form.startDate;
  if (isOneDay && longTime(form.endTime) <= longTime(form.startTime)) {
    return { endTime: t.calendars.problems.endsTooEarly() };
  }
  return {};
}

// The field of the form to which a problem of the server about an entry belongs.
export function fieldOfProblem(field: string, form: ItemForm): keyof ItemForm | undefined {
  if (field === 'kind.start') return form.isAllDay ? 'startDate' : 'startTime';
  if (field === 'kind.end') return form.isAllDay ? 'endDate' : 'endTime';
  if (field === 'calendarId' || field === 'calendar') return 'calendarId';
  if (field === 'date') return 'startDate';
  const plain = ['title', 'location', 'description', 'color'] as const;
  return plain.find((name) => name === field);
}

// A new start takes the end along: what lasted an hour still does, within the day; a night stays as long as it is. While
// somebody types, the field may be no time for a moment; `steady` is the form before that.
export function withStart(
  form: ItemForm,
  startTime: string,
  newMinutes: number,
  steady = form,
): ItemForm {
  if (!timePattern.test(startTime) || problemsOfTimes(steady).startTime) {
    return { ...form, startTime };
  }
  if (steady.endDate > steady.startDate) return movedSpan(form, { startTime }, steady);
  const lasts = minutesOf(steady.endTime) - minutesOf(steady.startTime);
  const endTime = timeOf(minutesOf(startTime) + (lasts > 0 ? lasts : newMinutes));
  return { ...form, startTime, endTime };
}

// An end that is earlier than the start is on the next day.
export function withEnd(form: ItemForm, endTime: string): ItemForm {
  const isSteady = timePattern.test(endTime) && timePattern.test(form.startTime);
  if (!isSteady || !isDate(form.startDate)) return { ...form, endTime };
  const isNight = longTime(endTime) < longTime(form.startTime);
  const days = isDate(form.endDate) ? daysBetween(form.startDate, form.endDate) : 0;
  const wasLonger = days > 1 || (days === 1 && longTime(form.endTime) >= longTime(form.startTime));
  if (wasLonger) return { ...form, endTime };
  return { ...form, endTime, endDate: isNight ? addDays(form.startDate, 1) : form.startDate };
}

// Whole days that get times, and times that become whole days. What was a night is one day.
export function withAllDay(form: ItemForm, isAllDay: boolean): ItemForm {
  if (isAllDay) {
    const isNight =
      daysBetween(form.startDate, form.endDate) === 1 && form.endTime < form.startTime;
    return { ...form, isAllDay, endDate: isNight ? form.startDate : form.endDate };
  }
  return withEnd({ ...form, isAllDay, endDate: form.startDate }, form.endTime);
}

// A new day takes the last day along.
export function withDate(form: ItemForm, startDate: DateText, steady = form): ItemForm {
  if (!isDate(startDate)) return { ...form, startDate };
  const isSteady = isDate(steady.startDate) && isDate(steady.endDate);
  const days = isSteady ? daysBetween(steady.startDate, steady.endDate) : 0;
  return { ...form, startDate, endDate: addDays(startDate, Math.max(days, 0)) };
}

function timeOf(minutes: number): string {
  const within = Math.max(0, Math.min(minutes, lastMinute));
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(within / 60))}:${two(within % 60)}`;
}

function longTime(time: string): string {
  return time.length === 5 ? `${time}:00` : time;
}
