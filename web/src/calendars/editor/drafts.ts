// What a new item of a calendar begins with: from a gesture, or from the address.

import { newEntryKindLimits } from '../../lib/api_limits';
import { daysBetween, isDate, today, type DateText } from '../../lib/dates';

export interface Draft {
  calendarId?: string;
  date: DateText;
  // Of what has times: the day on which it ends, when that is another one.
  lastDay?: DateText;
  start?: string;
  end?: string;
  allDay: boolean;
  task: boolean;
  // Of what was read out of a line.
  title?: string;
  location?: string;
  rrule?: string;
  tzid?: string;
  tags?: string[];
  reminders?: number[];
}

const timePattern = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;
const { maxDays } = newEntryKindLimits.end;
const texts = ['title', 'location', 'rrule', 'tzid'] as const;

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
  for (const name of texts) if (draft[name]) query.set(name, draft[name]);
  for (const tag of draft.tags ?? []) query.append('tag', tag);
  for (const minutes of draft.reminders ?? []) query.append('reminder', String(minutes));
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
  const isLater = isDate(lastDay) && lastDay > date && daysBetween(date, lastDay) < maxDays;
  if (isLater) draft.lastDay = lastDay;
  if (timePattern.test(start)) draft.start = shortTime(start);
  if (draft.start && timePattern.test(end) && (isLater || end > start)) draft.end = shortTime(end);
  if (/^[0-9a-f-]{36}$/.test(calendarId)) draft.calendarId = calendarId;
  for (const name of texts) {
    const text = query.get(name);
    if (text) draft[name] = text;
  }
  if (query.has('tag')) draft.tags = query.getAll('tag');
  const reminders = query.getAll('reminder').filter((each) => /^\d{1,6}$/.test(each));
  if (reminders.length > 0) draft.reminders = reminders.map(Number);
  return draft;
}

function isYes(text: string | null): boolean {
  return text === '1' || text === 'true';
}

// Seconds are shown only by those who have some.
export function shortTime(time: string): string {
  return time.replace(/^(\d\d:\d\d):00$/, '$1');
}
