// The keys of the planner, as its list of keys shows them.

import { t } from '../lib/messages';
import { everywhere, inDialogs, moving, viewKeys, type KeyGroup } from '../ui/key_groups';

export const plannerKeys = (): KeyGroup[] => [
  moving(),
  viewKeys({
    D: t.planner.keys.day(),
    W: t.planner.keys.week(),
    M: t.planner.keys.month(),
    Y: t.planner.keys.year(),
    L: t.planner.keys.list(),
  }),
  {
    name: t.planner.keys.actions(),
    keys: [
      { does: t.planner.page.quickAdd(), press: [['Q']] },
      { does: t.eventEditor.editor.newEvent(), press: [['N']] },
      { does: t.planner.tasks.add(), press: [['K']] },
      { does: t.planner.keys.delete(), press: [['Del']] },
      { does: t.planner.keys.search(), press: [['/']] },
      ...everywhere(),
    ],
  },
  inDialogs(),
];
