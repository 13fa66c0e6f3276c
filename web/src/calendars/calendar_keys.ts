// The keys of the calendar, as its list of keys shows them.

import { everywhere, inDialogs, moving, viewKeys, type KeyGroup } from '../ui/key_groups';
import { t } from '../lib/messages';

export const calendarKeys = (): KeyGroup[] => [
  moving(),
  viewKeys({
    D: t.grid.views.day(),
    W: t.grid.views.week(),
    M: t.grid.views.month(),
    Y: t.grid.views.year(),
    L: t.grid.views.list(),
  }),
  {
    name: t.calendars.keys.actions(),
    keys: [
      { does: t.calendars.keys.newEntry(), press: [['N']] },
      { does: t.calendars.keys.quickAdd(), press: [['Q']] },
      { does: t.ui.toolbar.search(), press: [['/']] },
      ...everywhere(),
    ],
  },
  inDialogs(),
];
