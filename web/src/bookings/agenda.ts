// The bookings' part of the agenda: stays and blocked nights are moved as in the bookings, by whole nights.

import type { AgendaHost, AgendaItem, AgendaSpan, AppAgenda } from '../lib/agenda_types';
import { peopleIn } from '../lib/agenda_people';
import { sayFailure } from '../lib/live_data/undo';
import { addDays } from '../lib/dates';
import { t } from '../lib/messages';
import { toasts } from '../lib/toasts.svelte';
import { bookingLink } from './addresses';
import { bookingsApi } from './bookings_api';
import { moveStay, type Movable } from './nights/stay_moves';
import { bookingTargets } from './quick_add/targets';

const agenda: AppAgenda = {
  addressOf: ({ id, owner }) =>
    owner.kind === 'place' ? bookingLink({ id, resourceId: owner.id }) : undefined,
  move,
  targets: bookingTargets,
  people: async () =>
    peopleIn((await bookingsApi.places()).places, (id) => bookingsApi.members(id)),
};
export default agenda;

async function move(item: AgendaItem, to: AgendaSpan, host: AgendaHost): Promise<void> {
  if (!to.allDay) return void toasts.failed(t.bookings.agenda.wholeNights());
  // The day of departure is the last one.
  const nights = { start: to.start, end: addDays(to.end, -1) };
  if (nights.end <= nights.start) return void toasts.failed(t.bookings.agenda.oneNight());
  try {
    const booking = await bookingsApi.booking(item.owner.id, item.id);
    const { etag = booking.extendedProps.etag } = item;
    const seen = { ...booking, extendedProps: { ...booking.extendedProps, etag } };
    await moveStay(dataOf(host), seen, nights);
  } catch (error) {
    sayFailure(error, () => void move(item, to, host));
  }
}

function dataOf(host: AgendaHost): Movable {
  return {
    // The agenda shows it there.
    put: () => () => undefined,
    change: async ({ id, resourceId, extendedProps }, change) => {
      const changed = await bookingsApi.change(resourceId, id, change, extendedProps.etag);
      await host.refresh();
      return changed;
    },
    reload: () => host.refresh(),
  };
}
