// The keys of the bookings, as their list of keys shows them.

import { everywhere, moving, viewKeys, type KeyGroup } from '../ui/key_groups';

export const bookingsKeys: readonly KeyGroup[] = [
  moving,
  viewKeys({ L: 'Timeline', M: 'Month', Y: 'Year' }),
  {
    name: 'On a day',
    keys: [
      { does: 'To another day', press: [['←'], ['→'], ['↑'], ['↓']] },
      { does: 'To another month', press: [['Page ↑'], ['Page ↓']] },
      { does: 'Mark nights', press: [['Shift', '→']] },
      { does: 'Book what is marked', press: [['Enter']] },
      { does: 'Mark nothing', press: [['Esc']] },
    ],
  },
  {
    name: 'Do',
    keys: [{ does: 'Book', press: [['N']] }, { does: 'My stays', press: [['O']] }, ...everywhere],
  },
];
