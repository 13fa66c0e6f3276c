// What the palette offers of the projects.

import type { SearchHit } from '../lib/api_types';
import type { AppPalette } from '../lib/app_type';
import { t } from '../lib/messages';
import { addressOf, taskLink } from './addresses';
import { arrangementFromQuery, noFilter, queryOf } from './filters';

function addressOfHit({ app, kind, id, within }: SearchHit): string | undefined {
  if (app !== 'projects') return undefined;
  if (kind === 'task') return taskLink(id);
  if (kind === 'comment') return within ? taskLink(within.id) : undefined;
  // The tasks that they have to do there.
  if (kind === 'person' && within) {
    const filter = { ...noFilter, assignee: id };
    const query = queryOf(filter, arrangementFromQuery(new URLSearchParams()));
    return addressOf({ view: 'list', projectId: within.id }) + query;
  }
  const projectId = kind === 'project' ? id : kind === 'event' ? within?.id : undefined;
  return projectId === undefined ? undefined : addressOf({ view: 'board', projectId });
}

const palette: AppPalette = {
  actions: () => [
    {
      name: t.palette.actions.newProject(),
      address: addressOf({ view: 'all', dialog: { kind: 'new' } }),
    },
    { name: t.palette.actions.myTasks(), address: addressOf({ view: 'mine' }) },
  ],
  addressOfHit,
};
export default palette;
