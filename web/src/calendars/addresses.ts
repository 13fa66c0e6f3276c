// The addresses of the calendar: what is shown, and which dialog is open.

import { isDate, isView, type DateText, type View } from '../lib/dates';
import { isUuid, uuidPattern } from '../lib/ids';

export const calendarTabs = ['details', 'people', 'feed'] as const;
export type CalendarTab = (typeof calendarTabs)[number];

export type PlaceDialog =
  | { kind: 'entry'; id: string }
  | { kind: 'event'; calendarId: string; id: string }
  | { kind: 'new' }
  | { kind: 'calendar'; id: string; tab: CalendarTab }
  | { kind: 'import'; calendarId: string }
  | { kind: 'newCalendar' }
  | { kind: 'search' }
  | { kind: 'bin' }
  | { kind: 'feed' }
  | { kind: 'subscriptions' }
  | { kind: 'keys' };

// Those whose address says nothing else.
const plainDialogs = [
  { kind: 'new' },
  { kind: 'search' },
  { kind: 'bin' },
  { kind: 'feed' },
  { kind: 'subscriptions' },
  { kind: 'keys' },
] as const;

export interface Place {
  view: View;
  date: DateText;
  dialog?: PlaceDialog;
}

// An entry by its id alone, from wherever the link came; or an event of a calendar.
export type ShortItem =
  { kind: 'shortEntry'; id: string } | { kind: 'shortEvent'; calendarId: string; id: string };

// What the parts of a path stand for, beginning with "calendar"; undefined when there is no such page.
export function placeOf(parts: string[]): Place | ShortItem | undefined {
  const [app, first, second, ...rest] = parts;
  if (app !== 'calendar' || first === undefined || second === undefined) return undefined;
  if (first === 'entries') {
    return rest.length === 0 && isUuid(second) ? { kind: 'shortEntry', id: second } : undefined;
  }
  if (first === 'events') {
    const event = eventOf([second, ...rest]);
    return event && { kind: 'shortEvent', ...event };
  }
  if (!isView(first) || !isDate(second)) return undefined;
  if (rest.length === 0) return { view: first, date: second };
  const dialog = dialogOf(rest);
  return dialog && { view: first, date: second, dialog };
}

export function addressOf(place: Place): string {
  return `/calendar/${place.view}/${place.date}${dialogPath(place.dialog)}`;
}

// The same entry, whoever opens it and from wherever: leads to its day.
export function entryLink(id: string): string {
  return `/calendar/entries/${id}`;
}

// The same of an event.
export function eventLink(calendarId: string, id: string): string {
  return `/calendar/events/${calendarId}/${id}`;
}

// Where an entry that has become an event is by now; without a calendar, in the planner.
export function addressOfTurned(turned: {
  calendarId: string | undefined;
  event: { id: string };
}): string {
  const { calendarId, event } = turned;
  return calendarId === undefined ? `/planner/events/${event.id}` : eventLink(calendarId, event.id);
}

export function isEventId(text: string): boolean {
  return new RegExp(`^(evt|mst|inst_\\d{8}(T\\d{6}Z)?)_${uuidPattern}$`).test(text);
}

function eventOf([calendarId, id, ...rest]: string[]) {
  if (calendarId === undefined || id === undefined || rest.length > 0) return undefined;
  return isUuid(calendarId) && isEventId(id) ? { calendarId, id } : undefined;
}

function dialogOf([first, second, third, ...rest]: string[]): PlaceDialog | undefined {
  if (rest.length > 0) return undefined;
  if (second === undefined) {
    return plainDialogs.find(({ kind }) => kind === first);
  }
  if (first === 'entries') {
    return third === undefined && isUuid(second) ? { kind: 'entry', id: second } : undefined;
  }
  if (first === 'events') {
    const event = eventOf([second, third ?? '']);
    return event && { kind: 'event', ...event };
  }
  if (first !== 'calendars') return undefined;
  if (second === 'new') return third === undefined ? { kind: 'newCalendar' } : undefined;
  if (!isUuid(second)) return undefined;
  if (third === 'import') return { kind: 'import', calendarId: second };
  const tab = calendarTabs.find((each) => each === (third ?? 'details'));
  if (!tab || third === 'details') return undefined;
  return { kind: 'calendar', id: second, tab };
}

function dialogPath(dialog: PlaceDialog | undefined): string {
  if (!dialog) return '';
  switch (dialog.kind) {
    case 'entry':
      return `/entries/${dialog.id}`;
    case 'event':
      return `/events/${dialog.calendarId}/${dialog.id}`;
    case 'import':
      return `/calendars/${dialog.calendarId}/import`;
    case 'calendar':
      return `/calendars/${dialog.id}${dialog.tab === 'details' ? '' : `/${dialog.tab}`}`;
    case 'newCalendar':
      return '/calendars/new';
    default:
      return `/${dialog.kind}`;
  }
}
