// Nights that were given back, and a way to have them again.

import { messageOf } from '../../lib/api';
import { newKey } from '../../lib/new_key';
import { sayUndoable } from '../../lib/live_data/undo';
import { toasts } from '../../lib/toasts.svelte';
import { againOf } from './booking_form';
import { bookings } from '../data.svelte';
import { stayText } from './quote_words';
import type { Booking, Place } from '../types';
import { t } from '../../lib/messages';

type Target = Pick<typeof bookings, 'create'>;

// Says that it was cancelled. Undoing books the same nights again, unless somebody was faster.
export function sayCancelled(booking: Booking, place: Place, data: Target = bookings): void {
  const mayChoose = place.role === 'administrator';
  const key = newKey();
  const days = stayText(booking.start, booking.end);
  const undo = async () => {
    await data.create(booking.resourceId, againOf(booking, mayChoose), key);
    return t.bookings.editor.bookedAgain({ days });
  };
  const isBlocked = booking.extendedProps.kind === 'blocked';
  const message = isBlocked
    ? t.bookings.editor.unblocked({ days })
    : t.bookings.editor.cancelled({ title: booking.title, days });
  sayUndoable(message, undo, (error) =>
    toasts.failed(t.bookings.editor.notBookedAgain({ why: messageOf(error) })),
  );
}
