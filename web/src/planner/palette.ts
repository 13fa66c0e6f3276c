// What the palette offers of the planner.

import type { AppPalette } from '../lib/app_type';
import { today } from '../lib/dates';
import { t } from '../lib/messages';
import { addressOf, eventLink, taskLink } from './addresses';

const palette: AppPalette = {
  actions: () => [
    {
      name: t.palette.actions.newPlannerEvent(),
      address: addressOf({ view: 'week', date: today(), dialog: { kind: 'new' } }),
    },
  ],
  addressOfHit: ({ app, kind, id }) => {
    if (app !== 'planner') return undefined;
    return kind === 'task' ? taskLink(id) : eventLink(id);
  },
};
export default palette;
