import type { App } from '../lib/app_type';

export const planner: App = {
  address: 'planner',
  name: 'Planner',
  page: () => import('./PlannerPage.svelte'),
  scopes: [
    {
      scope: 'planner:read',
      name: 'Read your planner',
      about: 'See your events, and follow changes and reminders.',
      example: '/api/v1/planner/bootstrap',
    },
    {
      scope: 'planner:write',
      name: 'Change your planner',
      about: 'Create, change and delete events, import files, answer reminders.',
    },
  ],
  liveEvents: ['planner', 'planner-preferences', 'reminder'],
};
