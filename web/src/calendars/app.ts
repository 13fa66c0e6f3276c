import type { App } from '../lib/app_type';

export const calendars: App = {
  address: 'calendar',
  name: 'Calendar',
  page: () => import('./CalendarPage.svelte'),
  scopes: [
    {
      scope: 'calendars:read',
      name: 'Read calendars',
      about: 'See calendars, their members and entries, and follow changes.',
      example: '/api/v1/calendars',
    },
    {
      scope: 'calendars:write',
      name: 'Change calendars',
      about: 'Create, change and delete calendars, members and entries.',
    },
  ],
  liveEvents: ['entry', 'calendar', 'membership'],
};
