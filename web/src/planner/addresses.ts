// The addresses of the planner: what is shown, and which dialog is open.

import { isDate, isView, type DateText, type View } from '../lib/dates';
import { uuidPattern } from '../lib/ids';
import type { EventDraft } from './types';

const plainDialogs = ['search', 'preferences', 'import', 'share', 'bin', 'keys', 'new'] as const;

export type PlaceDialog =
  { kind: 'event' | 'task'; id: string } | { kind: (typeof plainDialogs)[number] };

export interface Place {
  view: View;
  date: DateText;
  dialog?: PlaceDialog;
}

// An event or a task by its id alone, from wherever the link came.
export interface ShortEvent {
  kind: 'shortEvent' | 'shortTask';
  id: string;
}

// What the parts of a path stand for, beginning with "planner"; undefined when there is no such page.
export function placeOf(parts: readonly string[]): Place | ShortEvent | undefined {
  const [app, first, second, ...rest] = parts;
  if (app !== 'planner' || first === undefined || second === undefined) return undefined;
  if (first === 'events') {
    return rest.length === 0 && isEventId(second) ? { kind: 'shortEvent', id: second } : undefined;
  }
  if (first === 'tasks') {
    return rest.length === 0 && isTaskId(second) ? { kind: 'shortTask', id: second } : undefined;
  }
  // What the list was called once: links to it stay.
  const view = first === 'agenda' ? 'list' : first;
  if (!isView(view) || !isDate(second)) return undefined;
  if (rest.length === 0) return { view, date: second };
  const dialog = dialogOf(rest);
  return dialog && { view, date: second, dialog };
}

export function addressOf({ view, date, dialog }: Place): string {
  const path = `/planner/${view}/${date}`;
  if (!dialog) return path;
  return 'id' in dialog ? `${path}/${dialog.kind}s/${dialog.id}` : `${path}/${dialog.kind}`;
}

// The same event, whoever opens it and from wherever.
export function eventLink(id: string): string {
  return `/planner/events/${id}`;
}

export function taskLink(id: string): string {
  return `/planner/tasks/${id}`;
}

function dialogOf([first, second, ...rest]: string[]): PlaceDialog | undefined {
  if (rest.length > 0) return undefined;
  if (first === 'events') {
    return second !== undefined && isEventId(second) ? { kind: 'event', id: second } : undefined;
  }
  if (first === 'tasks') {
    return second !== undefined && isTaskId(second) ? { kind: 'task', id: second } : undefined;
  }
  const kind = plainDialogs.find((each) => each === first);
  return kind && second === undefined ? { kind } : undefined;
}

export function isEventId(text: string): boolean {
  return new RegExp(`^(evt|mst|inst_\\d{8}(T\\d{6}Z)?)_${uuidPattern}$`).test(text);
}

// Also those of other programs, as far as an address can have them.
export function isTaskId(text: string): boolean {
  return /^[\w~-]{1,128}$/.test(text);
}

// "?start=2026-11-15T09:00&end=..." of a new event.
export function draftQuery(draft: EventDraft): string {
  const query = new URLSearchParams({ start: draft.start });
  if (draft.end !== undefined) query.set('end', draft.end);
  if (draft.isAllDay) query.set('allDay', 'true');
  const texts = ['title', 'location', 'description', 'rrule', 'color'] as const;
  for (const name of texts) {
    const value = draft[name];
    if (value) query.set(name, value);
  }
  for (const tag of draft.tags ?? []) query.append('tag', tag);
  for (const minutes of draft.reminderMinutes ?? []) query.append('reminder', String(minutes));
  if (draft.tzid !== undefined) query.set('tzid', draft.tzid ?? 'floating');
  return `?${query.toString().replaceAll('%3A', ':')}`;
}

// Undefined when the address says no time: then a new event begins where the page would begin it.
export function draftFromQuery(query: URLSearchParams): EventDraft | undefined {
  const isAllDay = query.get('allDay') === 'true';
  const isTime = isAllDay ? isDate : isWallTime;
  const [start, end] = [query.get('start') ?? '', query.get('end') ?? ''];
  if (!isTime(start)) return undefined;
  const draft: EventDraft = { start, isAllDay };
  if (isTime(end) && end >= start) draft.end = end;
  const texts = ['title', 'location', 'description', 'rrule', 'color'] as const;
  for (const name of texts) {
    const value = query.get(name);
    if (value) draft[name] = value;
  }
  if (query.has('tag')) draft.tags = query.getAll('tag');
  if (query.has('reminder')) {
    draft.reminderMinutes = query.getAll('reminder').filter(isNumber).map(Number);
  }
  const tzid = query.get('tzid');
  if (tzid !== null) draft.tzid = tzid === 'floating' ? null : tzid;
  return draft;
}

function isWallTime(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text) && isDate(text.slice(0, 10))
  );
}

function isNumber(text: string): boolean {
  return /^\d{1,6}$/.test(text);
}
