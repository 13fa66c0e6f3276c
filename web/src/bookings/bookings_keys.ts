// The keys of the bookings, as their list of keys shows them.

import { t } from '../lib/messages';
import { everywhere, inDialogs, moving, viewKeys, type KeyGroup } from '../ui/key_groups';

export const bookingsKeys = (): KeyGroup[] => [
  moving(),
  viewKeys({
    L: t.bookings.views.timeline(),
    M: t.bookings.views.month(),
    Y: t.bookings.views.year(),
  }),
  {
    name: t.bookings.keys.onDay(),
    keys: [
      { does: t.bookings.keys.anotherDay(), press: [['←'], ['→'], ['↑'], ['↓']] },
      { does: t.bookings.keys.anotherMonth(), press: [['PgUp'], ['PgDn']] },
      { does: t.bookings.keys.select(), press: [['Shift', '→']] },
      { does: t.bookings.keys.bookSelected(), press: [['Enter']] },
      { does: t.bookings.keys.clear(), press: [['Esc']] },
    ],
  },
  {
    name: t.bookings.keys.do(),
    keys: [
      { does: t.bookings.book(), press: [['N']] },
      { does: t.bookings.myStays(), press: [['O']] },
      ...everywhere(),
    ],
  },
  inDialogs(),
];
