// The keys of the calendar, as its list of keys shows them.

import { command, type KeyGroup } from '../ui/key_groups';

export const calendarKeys: readonly KeyGroup[] = [
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
      { does: 'Month', press: [['M']] },
      { does: 'Week', press: [['W']] },
      { does: 'Day', press: [['D']] },
      { does: 'List', press: [['L']] },
      { does: 'Year', press: [['Y']] },
    ],
  },
  {
    name: 'Do',
    keys: [
      { does: 'New entry', press: [['N']] },
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
