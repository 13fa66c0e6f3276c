// A booking that was saved in its dialog, and a way to take that back.

import { messageOf } from '../../lib/api';
import { sayUndoable } from '../../lib/live_data/undo';
import { toasts } from '../../lib/toasts.svelte';
import { bookings } from '../data.svelte';
import { shownTitle } from '../nights/stay_words';
import type { Booking } from '../types';
import { changeOf, formOfBooking } from './booking_form';
import { t } from '../../lib/messages';

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
      return t.bookings.editor.freeAgainNow();
    }
    await data.change(saved, changeOf(formOfBooking(saved), formOfBooking(before), mayChoose));
    return t.bookings.editor.restored({ title: shownTitle(before) });
  };
  sayUndoable(message, undo, (error) => toasts.failed(t.ui.notUndone({ why: messageOf(error) })));
}
