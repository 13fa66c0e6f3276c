// The keys of the agenda, as its list of keys shows them.

import { t } from '../lib/messages';
import { everywhere, moving, viewKeys, type KeyGroup } from '../ui/key_groups';

export const agendaKeys = (): KeyGroup[] => [
  moving(),
  viewKeys({
    D: t.grid.views.day(),
    W: t.grid.views.week(),
    M: t.grid.views.month(),
    L: t.grid.views.list(),
    P: t.agenda.page.byPerson(),
  }),
  {
    name: t.agenda.keys.actions(),
    keys: [
      { does: t.agenda.keys.quickAdd(), press: [['Q'], ['N']] },
      { does: t.agenda.keys.delete(), press: [['Del']] },
      ...everywhere(),
    ],
  },
];
