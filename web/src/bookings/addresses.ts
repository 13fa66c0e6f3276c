// The addresses of the bookings: what is shown, and which dialog is open.

import { isDate, type DateText } from '../lib/dates';
import { isUuid } from '../lib/ids';
import type { Booking } from './types';

export const views = ['timeline', 'month', 'year'] as const;
export type BookingsView = (typeof views)[number];

export const placeTabs = ['settings', 'prices', 'people', 'feed'] as const;
export type PlaceTab = (typeof placeTabs)[number];

const plainDialogs = ['new', 'own', 'wishes', 'keys'] as const;

export type BookingsDialog =
  | { kind: (typeof plainDialogs)[number] }
  | { kind: 'event'; placeId: string; id: string }
  | { kind: 'newPlace' }
  | { kind: 'place'; placeId: string; tab: PlaceTab }
  | { kind: 'statistics'; placeId: string };

// The timeline has all places, the other views have one.
export type Shown =
  | { view: 'timeline'; date: DateText }
  | { view: 'month' | 'year'; placeId: string; date: DateText };

export type PageAddress = Shown & { dialog?: BookingsDialog };

export function isView(text: string | undefined | null): text is BookingsView {
  return views.some((view) => view === text);
}

export function isPlaceId(text: string | undefined): text is string {
  return text === 'default' || isUuid(text);
}

// What the parts of a path stand for, beginning with "bookings"; undefined when there is no such page.
export function pageOf(parts: readonly string[]): PageAddress | undefined {
  const [app, ...rest] = parts;
  if (app !== 'bookings') return undefined;
  const isTimeline = rest[0] === 'timeline';
  const shown = isTimeline ? timelineOf(rest) : ofOnePlace(rest);
  const dialogParts = rest.slice(isTimeline ? 2 : 3);
  if (!shown || dialogParts.length === 0) return shown;
  const dialog = dialogOf(dialogParts);
  return dialog && { ...shown, dialog };
}

function timelineOf([, date]: string[]): Shown | undefined {
  return date !== undefined && isDate(date) ? { view: 'timeline', date } : undefined;
}

function ofOnePlace([placeId, view, date]: string[]): Shown | undefined {
  if (!isPlaceId(placeId) || date === undefined || !isDate(date)) return undefined;
  return view === 'month' || view === 'year' ? { view, placeId, date } : undefined;
}

// "/bookings/own", "/bookings/events/default/...": a dialog that a link names without a view below it.
export function shortDialogOf(parts: readonly string[]): BookingsDialog | undefined {
  const [app, ...rest] = parts;
  return app === 'bookings' && rest.length > 0 ? dialogOf(rest) : undefined;
}

function dialogOf(parts: readonly string[]): BookingsDialog | undefined {
  const [first, second, third, ...rest] = parts;
  if (rest.length > 0) return undefined;
  if (first === 'events') {
    return isPlaceId(second) && isUuid(third)
      ? { kind: 'event', placeId: second, id: third }
      : undefined;
  }
  if (first === 'places') return placeDialogOf(second, third);
  if (third !== undefined) return undefined;
  if (first === 'statistics') {
    return isPlaceId(second) ? { kind: 'statistics', placeId: second } : undefined;
  }
  const kind = plainDialogs.find((each) => each === first);
  return kind && second === undefined ? { kind } : undefined;
}

function placeDialogOf(
  placeId: string | undefined,
  text: string | undefined,
): BookingsDialog | undefined {
  if (placeId === 'new' && text === undefined) return { kind: 'newPlace' };
  const tab = placeTabs.find((each) => each === text);
  return isPlaceId(placeId) && tab ? { kind: 'place', placeId, tab } : undefined;
}

export function addressOf(page: PageAddress): string {
  const { view, date, dialog } = page;
  const place = view === 'timeline' ? '' : `/${page.placeId}`;
  const path = `/bookings${place}/${view}/${date}`;
  return dialog ? path + dialogPath(dialog) : path;
}

// What is below a dialog.
export function behind(page: PageAddress): string {
  return addressOf({ ...page, dialog: undefined });
}

// A dialog on top of what is shown.
export function withDialog(page: PageAddress, dialog: BookingsDialog): string {
  return addressOf({ ...page, dialog });
}

// The same booking, whoever opens it and from wherever.
export function bookingLink(booking: Pick<Booking, 'id' | 'resourceId'>): string {
  return `/bookings/events/${booking.resourceId}/${booking.id}`;
}

function dialogPath(dialog: BookingsDialog): string {
  switch (dialog.kind) {
    case 'event':
      return `/events/${dialog.placeId}/${dialog.id}`;
    case 'newPlace':
      return '/places/new';
    case 'place':
      return `/places/${dialog.placeId}/${dialog.tab}`;
    case 'statistics':
      return `/statistics/${dialog.placeId}`;
    default:
      return `/${dialog.kind}`;
  }
}

// What a new booking begins with. Without nights, the dialog suggests some.
export interface BookingDraft {
  placeId?: string | undefined;
  start?: DateText | undefined;
  // Exclusive: the day of departure.
  end?: DateText | undefined;
}

// "?start=2026-07-03&end=2026-07-06&place=default"
export function draftQuery({ placeId, start, end }: BookingDraft): string {
  const query = new URLSearchParams();
  if (start !== undefined) query.set('start', start);
  if (end !== undefined) query.set('end', end);
  if (placeId !== undefined) query.set('place', placeId);
  const text = query.toString();
  return text && `?${text}`;
}

// The place is the one of the view where the address names no other.
export function draftFromQuery(query: URLSearchParams, page: PageAddress): BookingDraft {
  const start = query.get('start') ?? '';
  const end = query.get('end') ?? '';
  const named = query.get('place') ?? undefined;
  const draft: BookingDraft = {};
  if (isPlaceId(named)) draft.placeId = named;
  else if (page.view !== 'timeline') draft.placeId = page.placeId;
  if (isDate(start)) draft.start = start;
  if (draft.start !== undefined && isDate(end) && end > start) draft.end = end;
  return draft;
}
