// A booking that was saved in its dialog, and a way to take that back.

import { messageOf } from '../../lib/api';
import { sayUndoable } from '../../lib/live_data/undo';
import { toasts } from '../../lib/toasts.svelte';
import { bookings } from '../data.svelte';
import type { Booking } from '../types';
import { changeOf, formOfBooking } from './booking_form';

type Target = Pick<typeof bookings, 'change' | 'remove'>;

// `before` is what it was; undefined when it is new.
export function saySaved(
  message: string,
  saved: Booking,
  before: Booking | undefined,
  mayChoose: boolean,
  data: Target = bookings,
): void {
  const undo = async () => {
    if (!before) {
      await data.remove(saved);
      return 'The nights are free again';
    }
    await data.change(saved, changeOf(formOfBooking(saved), formOfBooking(before), mayChoose));
    return `“${before.title}” is as it was`;
  };
  sayUndoable(message, undo, (error) =>
    toasts.failed(`It could not be undone. ${messageOf(error)}`),
  );
}
