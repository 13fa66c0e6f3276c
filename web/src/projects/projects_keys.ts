// The keys of the projects, as their list of keys shows them.

import { t } from '../lib/messages';
import { everywhere, inDialogs, viewKeys, type KeyGroup } from '../ui/key_groups';

export const projectsKeys = (): KeyGroup[] => [
  viewKeys({
    B: t.projects.views.board(),
    L: t.projects.views.list(),
    C: t.projects.views.calendar(),
    T: t.projects.views.timeline(),
    S: t.projects.views.statistics(),
    M: t.projects.myTasks(),
    P: t.projects.sidebar.all(),
  }),
  {
    name: t.projects.keys.onCard(),
    keys: [
      { does: t.projects.keys.another(), press: [['←'], ['→'], ['↑'], ['↓']] },
      { does: t.projects.keys.open(), press: [['Enter']] },
      { does: t.projects.keys.pickUp(), press: [['Space']] },
      { does: t.projects.keys.moveIt(), press: [['←'], ['→'], ['↑'], ['↓']] },
      { does: t.projects.keys.putBack(), press: [['Esc']] },
    ],
  },
  {
    name: t.projects.keys.onBar(),
    keys: [
      { does: t.projects.keys.another(), press: [['↑'], ['↓']] },
      { does: t.projects.keys.moveByDay(), press: [['←'], ['→']] },
      {
        does: t.projects.keys.resize(),
        press: [
          ['Shift', '←'],
          ['Shift', '→'],
        ],
      },
      { does: t.projects.keys.putBack(), press: [['Esc']] },
    ],
  },
  {
    name: t.projects.keys.do(),
    keys: [
      { does: t.projects.newTask(), press: [['N']] },
      { does: t.projects.keys.filter(), press: [['/']] },
      ...everywhere(),
    ],
  },
  inDialogs(),
];
