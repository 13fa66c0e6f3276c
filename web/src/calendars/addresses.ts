// The addresses of the calendar: what is shown, and which dialog is open.

import { isDate, isView, type DateText, type View } from '../lib/dates';
import { isUuid } from '../lib/ids';

export type CalendarTab = 'details' | 'people';

export type PlaceDialog =
  | { kind: 'entry'; id: string }
  | { kind: 'new' }
  | { kind: 'calendar'; id: string; tab: CalendarTab }
  | { kind: 'newCalendar' }
  | { kind: 'search' }
  | { kind: 'bin' }
  | { kind: 'keys' };

// Those whose address says nothing else.
const plainDialogs = [
  { kind: 'new' },
  { kind: 'search' },
  { kind: 'bin' },
  { kind: 'keys' },
] as const;

export interface Place {
  view: View;
  date: DateText;
  dialog?: PlaceDialog;
}

// An entry by its id alone, from wherever the link came.
export interface ShortEntry {
  kind: 'shortEntry';
  id: string;
}

// What the parts of a path stand for, beginning with "calendar"; undefined when there is no such page.
export function placeOf(parts: string[]): Place | ShortEntry | undefined {
  const [app, first, second, ...rest] = parts;
  if (app !== 'calendar' || first === undefined || second === undefined) return undefined;
  if (first === 'entries') {
    return rest.length === 0 && isUuid(second) ? { kind: 'shortEntry', id: second } : undefined;
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

function dialogOf([first, second, third, ...rest]: string[]): PlaceDialog | undefined {
  if (rest.length > 0) return undefined;
  if (second === undefined) {
    return plainDialogs.find(({ kind }) => kind === first);
  }
  if (first === 'entries') {
    return third === undefined && isUuid(second) ? { kind: 'entry', id: second } : undefined;
  }
  if (first !== 'calendars') return undefined;
  if (second === 'new') return third === undefined ? { kind: 'newCalendar' } : undefined;
  if (!isUuid(second) || (third !== undefined && third !== 'people')) return undefined;
  return { kind: 'calendar', id: second, tab: third ?? 'details' };
}

function dialogPath(dialog: PlaceDialog | undefined): string {
  if (!dialog) return '';
  switch (dialog.kind) {
    case 'entry':
      return `/entries/${dialog.id}`;
    case 'calendar':
      return `/calendars/${dialog.id}${dialog.tab === 'people' ? '/people' : ''}`;
    case 'newCalendar':
      return '/calendars/new';
    default:
      return `/${dialog.kind}`;
  }
}
