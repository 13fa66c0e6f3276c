import type { App } from '../lib/app_type';

export const notes: App = {
  address: 'notes',
  name: () => 'Notes',
  page: () => import('./NotesPage.svelte'),
  messages: [],
  scopes: [
    { scope: 'notes:read', name: () => 'Read notes', about: () => 'Follow new notes.' },
    { scope: 'notes:write', name: () => 'Write notes', about: () => 'Add notes.' },
  ],
  liveEvents: ['note'],
};
