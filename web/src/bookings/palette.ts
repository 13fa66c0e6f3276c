// What the palette offers of the bookings.

import type { AppPalette } from '../lib/app_type';
import { today } from '../lib/dates';
import { t } from '../lib/messages';
import { addressOf, withDialog } from './addresses';

const palette: AppPalette = {
  actions: () => {
    const page = { view: 'timeline', date: today() } as const;
    return [
      { name: t.palette.actions.newBooking(), address: withDialog(page, { kind: 'new' }) },
      { name: t.palette.actions.newPlace(), address: withDialog(page, { kind: 'newPlace' }) },
    ];
  },
  addressOfHit: ({ app, id }) =>
    app === 'bookings' ? addressOf({ view: 'month', placeId: id, date: today() }) : undefined,
};
export default palette;
