// What the palette offers of the family trees.

import type { SearchHit } from '../lib/api_types';
import type { AppPalette } from '../lib/app_type';
import { t } from '../lib/messages';
import { addressOf, queryOf } from './addresses';

function addressOfHit({ app, kind, id, within }: SearchHit): string | undefined {
  if (app !== 'family') return undefined;
  if (kind === 'tree') return addressOf({ view: 'hourglass', treeId: id });
  if (kind !== 'relative' || !within) return undefined;
  // The person, and the chart around them behind it.
  const dialog = { kind: 'person' as const, id, tab: 'about' as const };
  return addressOf({ view: 'hourglass', treeId: within.id, dialog }) + queryOf({ person: id });
}

const palette: AppPalette = {
  actions: () => [
    {
      name: t.palette.actions.newTree(),
      address: addressOf({ view: 'all', dialog: { kind: 'new' } }),
    },
    {
      name: t.palette.actions.importTree(),
      address: addressOf({ view: 'all', dialog: { kind: 'import' } }),
    },
  ],
  addressOfHit,
};
export default palette;
