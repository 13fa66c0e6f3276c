import type { App } from '../lib/app_type';
import { t } from '../lib/messages';

export const calendars: App = {
  address: 'calendar',
  name: () => t.base.calendar(),
  page: () => import('./CalendarPage.svelte'),
  messages: ['people', 'calendars', 'events', 'grid'],
  usualView: 'month',
  firstQuestions: ['/api/v1/calendars', '/api/v1/subscriptions'],
  palette: () => import('./palette'),
  agenda: 'calendars',
  scopes: [
    {
      scope: 'calendars:read',
      name: () => t.accounts.scopes.calendarsRead.name(),
      about: () => t.accounts.scopes.calendarsRead.about(),
      example: '/api/v1/calendars',
    },
    {
      scope: 'calendars:write',
      name: () => t.accounts.scopes.calendarsWrite.name(),
      about: () => t.accounts.scopes.calendarsWrite.about(),
    },
  ],
  liveEvents: ['entry', 'calendar', 'membership', 'calendar-event', 'replaced', 'subscription'],
};
