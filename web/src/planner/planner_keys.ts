// The keys of the planner, as its list of keys shows them.

import { everywhere, inDialogs, moving, viewKeys, type KeyGroup } from '../ui/key_groups';

export const plannerKeys: readonly KeyGroup[] = [
  moving,
  viewKeys({ D: 'Day', W: 'Week', M: 'Month', Y: 'Year', L: 'List' }),
  {
    name: 'Do',
    keys: [
      { does: 'Quick add', press: [['Q']] },
      { does: 'New event', press: [['N']] },
      { does: 'Delete what is in focus', press: [['Del']] },
      { does: 'Search', press: [['/']] },
      ...everywhere,
    ],
  },
  inDialogs,
];
