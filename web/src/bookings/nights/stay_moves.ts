// What a person does to a stay in the calendar, with its message and its undo. These never throw:
// whatever goes wrong is said in a message.

import { ApiError, messageOf, OfflineError } from '../../lib/api';
import { sayUndoable } from '../../lib/live_data/undo';
import { toasts } from '../../lib/toasts.svelte';
import type { Days } from '../bookings_api';
import { daysText } from './stay_verdict';
import { shownTitle } from './stay_words';
import { sameDays } from './stays';
import type { Booking, BookingChange } from '../types';
import { t } from '../../lib/messages';

export interface Movable {
  put(id: string, days: Days): () => void;
  change(booking: Booking, change: BookingChange): Promise<Booking>;
  reload(): Promise<void>;
}

// The stay is where it was put until the server has answered, and goes back when it says no.
export async function moveStay(data: Movable, booking: Booking, to: Days): Promise<void> {
  if (sameDays(booking, to)) return;
  const takeBack = data.put(booking.id, to);
  try {
    const moved = await data.change(booking, { start: to.start, end: to.end });
    sayUndoable(
      t.bookings.moves.moved({ title: shownTitle(booking), days: daysText(to) }),
      () => moveBack(data, moved, booking),
      (error, retry) => failed(data, error, booking, retry),
    );
  } catch (error) {
    failed(data, error, booking, () => void moveStay(data, booking, to));
  } finally {
    takeBack();
  }
}

async function moveBack(data: Movable, moved: Booking, before: Booking): Promise<string> {
  const takeBack = data.put(moved.id, { start: before.start, end: before.end });
  try {
    await data.change(moved, { start: before.start, end: before.end });
    return t.bookings.moves.movedBack({ title: shownTitle(before) });
  } finally {
    takeBack();
  }
}

function failed(data: Movable, error: unknown, booking: Booking, retry: () => void): void {
  if (error instanceof OfflineError) {
    toasts.failed(error.message, { label: t.base.retry(), run: retry });
    return;
  }
  const isGone = error instanceof ApiError && error.status === 404;
  const isStale = error instanceof ApiError && error.code === 'staleVersion';
  const title = shownTitle(booking);
  if (isStale) toasts.failed(t.bookings.moves.changed({ title }));
  else if (isGone) toasts.failed(t.bookings.moves.gone({ title }));
  else toasts.failed(t.bookings.moves.failed({ title, why: messageOf(error) }));
  // What is in the way may not be known here yet.
  if (error instanceof ApiError && error.status !== 400) void data.reload();
}
