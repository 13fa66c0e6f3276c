// The family trees' part of the agenda: a birthday opens the person whose it is.

import type { AppAgenda } from '../lib/agenda_types';
import { addressOf, queryOf } from './addresses';

const agenda: AppAgenda = {
  addressOf: ({ owner, day }) => {
    if (owner.kind !== 'tree') return undefined;
    const id = day?.personIds?.[0];
    if (id === undefined) return addressOf({ view: 'hourglass', treeId: owner.id });
    const dialog = { kind: 'person' as const, id, tab: 'about' as const };
    return addressOf({ view: 'hourglass', treeId: owner.id, dialog }) + queryOf({ person: id });
  },
};
export default agenda;
