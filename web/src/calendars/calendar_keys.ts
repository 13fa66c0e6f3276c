// The keys of the calendar, as its list of keys shows them.

import { everywhere, inDialogs, moving, viewKeys, type KeyGroup } from '../ui/key_groups';

export const calendarKeys: readonly KeyGroup[] = [
  moving,
  viewKeys({ M: 'Month', W: 'Week', D: 'Day', L: 'List', Y: 'Year' }),
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
