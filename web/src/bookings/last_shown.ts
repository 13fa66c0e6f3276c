// The view and the place that were looked at last, on this device.

import { readJson, writeJson } from '../lib/storage';
import { isPlaceId, isView, type BookingsView, type Shown } from './addresses';

export interface LastShown {
  view?: BookingsView;
  placeId?: string;
}

const key = 'norn.bookings.view';

export function lastShown(): LastShown {
  const { view, placeId } = Object(readJson(key)) as Record<string, unknown>;
  return {
    ...(typeof view === 'string' && isView(view) ? { view } : {}),
    ...(typeof placeId === 'string' && isPlaceId(placeId) ? { placeId } : {}),
  };
}

// The timeline has no place: the one before stays the one to come back to.
export function keepShown(shown: Shown): void {
  const kept: LastShown = { ...lastShown(), view: shown.view };
  if (shown.view !== 'timeline') kept.placeId = shown.placeId;
  writeJson(key, kept);
}

// The place of a view that has one.
export function usualPlaceId(
  placeIds: readonly string[],
  last: LastShown = lastShown(),
): string | undefined {
  return placeIds.find((id) => id === last.placeId) ?? placeIds[0];
}

// Where to begin: as it was left; otherwise with all places where there is room for them, and with
// the month of the only one.
export function usualShown(
  placeIds: readonly string[],
  date: string,
  isPhone: boolean,
  last: LastShown = lastShown(),
): Shown {
  const placeId = usualPlaceId(placeIds, last);
  const usual = isPhone || placeIds.length === 1 ? 'month' : 'timeline';
  const view = last.view ?? usual;
  if (placeId === undefined || view === 'timeline') return { view: 'timeline', date };
  return { view, placeId, date };
}
