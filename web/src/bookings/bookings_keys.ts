// The keys of the bookings, as their list of keys shows them.

import { command, type KeyGroup } from '../ui/key_groups';

export const bookingsKeys: readonly KeyGroup[] = [
  {
    name: 'Move',
    keys: [
      { does: 'Today', press: [['T']] },
      { does: 'Earlier and later', press: [['←'], ['→']] },
    ],
  },
  {
    name: 'Views',
    keys: [
      { does: 'Timeline', press: [['L']] },
      { does: 'Month', press: [['M']] },
      { does: 'Year', press: [['Y']] },
    ],
  },
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
    keys: [
      { does: 'Book', press: [['N']] },
      { does: 'My stays', press: [['O']] },
      { does: 'Undo', press: [[command, 'Z']] },
      { does: 'This list', press: [['?']] },
    ],
  },
];
