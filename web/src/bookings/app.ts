import type { App } from '../lib/app_type';
import { t } from '../lib/messages';

export const bookings: App = {
  address: 'bookings',
  name: () => t.base.bookings(),
  page: () => import('./BookingsPage.svelte'),
  messages: ['people', 'bookings'],
  firstQuestions: ['/api/v1/places'],
  palette: () => import('./palette'),
  agenda: 'bookings',
  scopes: [
    {
      scope: 'bookings:read',
      name: () => t.accounts.scopes.bookingsRead.name(),
      about: () => t.accounts.scopes.bookingsRead.about(),
      example: '/api/v1/places',
    },
    {
      scope: 'bookings:write',
      name: () => t.accounts.scopes.bookingsWrite.name(),
      about: () => t.accounts.scopes.bookingsWrite.about(),
    },
  ],
  liveEvents: ['booking', 'place', 'place-members', 'wish'],
};
