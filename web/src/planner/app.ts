import type { App } from '../lib/app_type';
import { loadMessages, t } from '../lib/messages';

export const planner: App = {
  address: 'planner',
  name: () => t.base.planner(),
  page: () => import('./PlannerPage.svelte'),
  messages: ['planner', 'events', 'eventEditor', 'recurrence', 'grid'],
  inBar: async () => {
    await loadMessages('planner', 'events', 'eventEditor', 'recurrence');
    return import('./reminders/RemindersInBar.svelte');
  },
  usualView: 'week',
  palette: () => import('./palette'),
  agenda: 'planner',
  scopes: [
    {
      scope: 'planner:read',
      name: () => t.accounts.scopes.plannerRead.name(),
      about: () => t.accounts.scopes.plannerRead.about(),
      example: '/api/v1/planner/bootstrap',
    },
    {
      scope: 'planner:write',
      name: () => t.accounts.scopes.plannerWrite.name(),
      about: () => t.accounts.scopes.plannerWrite.about(),
    },
  ],
  liveEvents: ['planner', 'planner-invitation', 'planner-preferences', 'reminder'],
};
