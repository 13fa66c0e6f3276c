// The keys of the calendar, as its list of keys shows them.

import { everywhere, inDialogs, moving, viewKeys, type KeyGroup } from '../ui/key_groups';

export const calendarKeys: readonly KeyGroup[] = [
  moving,
  viewKeys({ D: 'Day', W: 'Week', M: 'Month', Y: 'Year', L: 'List' }),
  {
    name: 'Do',
    keys: [
      { does: 'New entry', press: [['N']] },
      { does: 'Search', press: [['/']] },
      ...everywhere,
    ],
  },
  inDialogs,
];
