import type { App } from '../lib/app_type';
import { loadMessages, t } from '../lib/messages';

export const projects: App = {
  address: 'projects',
  name: () => t.base.projects(),
  page: () => import('./ProjectsPage.svelte'),
  messages: ['people', 'projects', 'grid'],
  firstQuestions: ['/api/v1/projects'],
  inBar: async () => {
    await loadMessages('bell');
    return import('./bell/BellInBar.svelte');
  },
  palette: () => import('./palette'),
  agenda: 'projects',
  scopes: [
    {
      scope: 'projects:read',
      name: () => t.accounts.scopes.projectsRead.name(),
      about: () => t.accounts.scopes.projectsRead.about(),
      example: '/api/v1/projects',
    },
    {
      scope: 'projects:write',
      name: () => t.accounts.scopes.projectsWrite.name(),
      about: () => t.accounts.scopes.projectsWrite.about(),
    },
  ],
  liveEvents: [
    'project',
    'project-member',
    'project-task',
    'project-event',
    'project-tag',
    'task-comment',
    'task-attachment',
    'notification',
  ],
};
