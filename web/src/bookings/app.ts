import type { App } from '../lib/app_type';

export const bookings: App = {
  address: 'bookings',
  name: 'Bookings',
  page: () => import('./BookingsPage.svelte'),
  scopes: [
    {
      scope: 'bookings:read',
      name: 'Read bookings',
      about: 'See places, their members and bookings, and follow changes.',
      example: '/api/v1/places',
    },
    {
      scope: 'bookings:write',
      name: 'Change bookings',
      about: 'Book, move and cancel stays, and administer your places.',
    },
  ],
  liveEvents: ['booking', 'place', 'place-members', 'wish'],
};
