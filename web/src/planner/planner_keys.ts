// The keys of the planner, as its list of keys shows them.

import { command, type KeyGroup } from '../ui/key_groups';

export const plannerKeys: readonly KeyGroup[] = [
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
      { does: 'Day', press: [['D']] },
      { does: 'Week', press: [['W']] },
      { does: 'Month', press: [['M']] },
      { does: 'Year', press: [['Y']] },
      { does: 'Agenda', press: [['A']] },
    ],
  },
  {
    name: 'Do',
    keys: [
      { does: 'Quick add', press: [['Q']] },
      { does: 'New event', press: [['N']] },
      { does: 'Delete what is in focus', press: [['Del']] },
      { does: 'Search', press: [['/']] },
      { does: 'Undo', press: [[command, 'Z']] },
      { does: 'This list', press: [['?']] },
    ],
  },
  {
    name: 'In a dialog',
    keys: [
      { does: 'Save', press: [[command, 'Enter']] },
      { does: 'Close', press: [['Esc']] },
    ],
  },
];
