// The form in which an event is written: between the objects of the API and the fields that a person
// sees. All fields have a value at any time, so that switching to and fro loses nothing.

import { addDays, nowTime, today, type DateText } from '../../lib/dates';
import { dateOf, plusMinutes, timeOf, type Clock } from './event_clock';
import type { RuleStart } from '../../when/recurrence/rule_model';
import type { EventDraft, EventLink, EventStatus, PlannerEvent, Preferences } from '../types';
import { inZone, wallAt } from '../../when/zones/zones';

export interface EventForm {
  title: string;
  isAllDay: boolean;
  startDate: DateText;
  startTime: Clock;
  // The last day, of whole days too. What ends when it starts has no duration.
  endDate: DateText;
  endTime: Clock;
  // Empty: floating, wherever one is.
  zone: string;
  // Empty: that of the start.
  endZone: string;
  // Empty: does not repeat.
  rrule: string;
  location: string;
  description: string;
  // Empty: none.
  color: string;
  status: EventStatus;
  tags: string[];
  reminders: number[];
  links: { target: string; title: string }[];
  // When it is deleted by itself, by the person's clock; empty: never.
  expires: string;
}

// What a time without one begins with: the next whole hour, which is not after midnight.
export function usualStart(now = nowTime()): Clock {
  const hour = Math.min(23, Number(now.slice(0, 2)) + 1);
  return `${String(hour).padStart(2, '0')}:00`;
}

export function formOfDraft(
  draft: EventDraft,
  preferences: Preferences,
  now: { date: DateText; time: Clock } = { date: today(), time: nowTime() },
): EventForm {
  const startDate = dateOf(draft.start) || now.date;
  const startTime = timeOf(draft.start) || usualStart(now.time);
  const usual = plusMinutes(startDate, startTime, preferences.defaultEventDuration);
  const end = draft.end ? { date: dateOf(draft.end), time: timeOf(draft.end) } : undefined;
  const lastDay = end && draft.isAllDay ? addDays(end.date, -1) : undefined;
  return {
    title: draft.title ?? '',
    isAllDay: draft.isAllDay,
    startDate,
    startTime,
    endDate: draft.isAllDay ? (lastDay ?? startDate) : (end?.date ?? usual.date),
    endTime: end?.time || usual.time,
    zone: draft.tzid === null ? '' : (draft.tzid ?? preferences.defaultTzid),
    endZone: '',
    rrule: draft.rrule ?? '',
    location: draft.location ?? '',
    description: draft.description ?? '',
    color: draft.color ?? '',
    status: 'CONFIRMED',
    tags: draft.tags ?? [],
    reminders: draft.reminderMinutes ?? (draft.isAllDay ? [] : preferences.defaultReminderMinutes),
    links: [],
    expires: '',
  };
}

export function formOfEvent(event: PlannerEvent, preferences: Preferences): EventForm {
  return {
    title: event.title,
    ...timesOfEvent(event, preferences),
    rrule: event.rrule ?? '',
    location: event.location ?? '',
    description: event.description ?? '',
    color: event.color ?? '',
    status: event.status,
    tags: [...event.tags],
    reminders: [...event.reminderMinutes],
    links: event.links.map(({ target, title }: EventLink) => ({ target, title: title ?? '' })),
    expires: event.ttl ? expiryOf(event.ttl, preferences.defaultTzid) : '',
  };
}

type Times = Pick<
  EventForm,
  'isAllDay' | 'startDate' | 'startTime' | 'endDate' | 'endTime' | 'zone' | 'endZone'
>;

function timesOfEvent(event: PlannerEvent, preferences: Preferences): Times {
  if (event.isAllDay) {
    const startDate = event.startDate ?? '';
    const startTime = usualStart();
    return {
      isAllDay: true,
      startDate,
      startTime,
      endDate: event.endDate ? addDays(event.endDate, -1) : startDate,
      endTime: plusMinutes(startDate, startTime, preferences.defaultEventDuration).time,
      // If it gets times, they are in the person's zone.
      zone: preferences.defaultTzid,
      endZone: '',
    };
  }
  const start = event.startLocal ?? '';
  const end = event.endLocal ?? start;
  // Without an end, the end zone says nothing.
  const endZone = event.endLocal ? (event.endTzid ?? '') : '';
  return {
    isAllDay: false,
    startDate: dateOf(start),
    startTime: timeOf(start),
    endDate: dateOf(end),
    endTime: timeOf(end),
    zone: event.startTzid ?? '',
    endZone: endZone === event.startTzid ? '' : endZone,
  };
}

function expiryOf(ttl: number, tzid: string): string {
  return wallAt(ttl * 1000, tzid).slice(0, 16);
}

export function ruleStartOf(form: EventForm, isLater = false): RuleStart {
  return {
    date: form.startDate,
    time: form.isAllDay ? undefined : form.startTime,
    isAllDay: form.isAllDay,
    tzid: form.isAllDay || form.zone === '' ? null : form.zone,
    isLater,
  };
}

// When the occurrence was by its series, whatever has become of it since: what a rule without days
// of its own is about.
export function seriesStartOf(event: PlannerEvent): RuleStart | undefined {
  const original = event.recurrenceId;
  if (!original) return undefined;
  if (!original.includes('T')) return { date: original, isAllDay: true, tzid: null, isLater: true };
  const tzid = original.endsWith('Z') ? event.startTzid : null;
  const wall = original.replace(/Z$/, '');
  const local = tzid ? inZone(wall, 'UTC', tzid) : wall;
  return { date: dateOf(local), time: timeOf(local), isAllDay: false, tzid, isLater: true };
}

// What a series has beside its rule: the days that were taken out, and where it was ended.
export interface SeriesLimits {
  without: DateText[];
  lastDay: DateText | undefined;
}

export function limitsOf(event: PlannerEvent | undefined): SeriesLimits {
  const days = (event?.exdate ?? []).filter((tag) => tag.length === 8);
  const without = days.map((tag) => `${tag.slice(0, 4)}-${tag.slice(4, 6)}-${tag.slice(6, 8)}`);
  return { without, lastDay: event && lastDayOfSeries(event) };
}

// Ended before its time of day, nothing is left of that day.
function lastDayOfSeries({ rruleUntil, startTzid, startLocal }: PlannerEvent) {
  if (!rruleUntil) return undefined;
  // In UTC only where there is a zone.
  const written = rruleUntil.replace(/Z$/, '');
  const end = startTzid ? inZone(written, 'UTC', startTzid) : written;
  return end.slice(11) < (startLocal ?? '').slice(11) ? addDays(dateOf(end), -1) : dateOf(end);
}
