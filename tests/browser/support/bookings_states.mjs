// Every view and every dialog of the bookings, as somebody meets them. Each state leads a page there.

import {
  addressOf,
  book,
  cancel,
  day,
  highSeason,
  makePlace,
  makeWish,
  newcomer,
  past,
  stay,
  welcome,
  year,
} from './bookings.mjs';
import { bookingActStates } from './bookings_act_states.mjs';
import { dialog } from './calendar.mjs';
import { allMarkdown } from './hostile.mjs';

const missing = '00000000-0000-4000-8000-000000000000';
const heading = (page, name) => page.getByRole('heading', { name }).first().waitFor();
const at = (world, view, rest = '') => addressOf[view](world.place) + rest;

// Nora looks after two places, in which everything is that can be: stays of her own, of Ben, of a
// guest, blocked and past nights, wishes of which one is offered. Vera only looks, Ina is invited,
// Finn has nothing.
export async function makeBookingsWorld(act) {
  const [nora, ben] = [await act.person('Nora Nilsen'), await act.person('Ben Berg')];
  const vera = await act.person('Vera Viewer');
  const place = await makePlace(nora, {
    minNights: 2,
    description: allMarkdown,
    houseRules: 'Leave the key under the mat.\nSweep the floor.',
    seasons: [
      { name: 'Christmas', from: '12-20', to: '01-06', pricePerNight: 20_000, minNights: 4 },
      highSeason,
    ],
    allowsPast: true,
  });
  await welcome(nora, place, ben);
  await welcome(nora, place, vera, 'viewer');
  const others = [];
  for (const [name, color] of [
    ['Boat', '#FDE047'],
    ['Camper van', '#111827'],
    ['Guest room', '#FFFFFF'],
    ['Hut', '#E11D48'],
  ]) {
    const other = await makePlace(nora, { name, color, seasons: [] });
    await welcome(nora, other, ben);
    await book(nora, other, 1, 4);
    await book(ben, other, 4, 6);
    await book(nora, other, 8, 9, { kind: 'blocked', title: 'Repairs' });
    others.push(other);
  }
  const hers = await book(nora, place, 0, 3, { note: 'With the children' });
  const his = await book(ben, place, 3, 5, { note: 'Fishing' });
  await book(nora, place, 5, 8, { kind: 'blocked', title: 'New roof' });
  await book(nora, place, 14, 17, { title: 'Aunt Gerda', userId: null });
  await book(ben, place, past(2), past(5));
  await makeWish(ben, place, 0, 2, 'For the regatta');
  const given = await book(nora, place, 18, 20);
  await makeWish(ben, place, 18, 20);
  await cancel(nora, place, given.id);
  await nora.call('POST', `/api/v1/places/${place.id}/members`, {
    email: 'cleo@example.com',
    role: 'viewer',
  });
  const ina = await newcomer(act, nora, place, 'Ina Invited');
  const finn = await act.person('Finn Fresh');
  return { nora, ben, vera, ina, finn, place, others, hers, his };
}

const views = [
  ['month', 'nora'],
  ['month', 'vera'],
  ['year', 'ben'],
  ['timeline', 'nora'],
].map(([view, who]) => ({
  name: `the ${view} of ${who}`,
  who,
  async go(page, world) {
    await page.goto(at(world, view));
    const words = view === 'year' ? /Blocked, New roof/ : /^Blocked, New roof, from/;
    await page.getByRole('button', { name: words }).first().waitFor({ state: 'attached' });
    await page
      .getByRole('button', { name: /High season/ })
      .first()
      .waitFor();
  },
}));

const parts = [
  {
    name: 'a month with past nights',
    who: 'ben',
    async go(page, { place }) {
      await page.goto(addressOf.month(place, past(2)));
      await stay(page, 'Ben Berg').waitFor();
    },
  },
  {
    name: 'no places',
    who: 'finn',
    async go(page) {
      await page.goto('/bookings');
      await heading(page, 'Share a place');
    },
  },
  {
    name: 'no places, but an invitation',
    who: 'ina',
    async go(page) {
      await page.goto('/bookings');
      await page.getByRole('article', { name: 'Invitation to Cottage' }).waitFor();
    },
  },
  {
    name: 'no such page of the bookings',
    who: 'nora',
    async go(page) {
      await page.goto('/bookings/decade');
      await heading(page, 'Page not found');
    },
  },
  {
    name: 'a place that is not here',
    who: 'nora',
    async go(page) {
      await page.goto(addressOf.month({ id: missing }));
      await heading(page, 'Place not found');
    },
  },
];

const settings = (tab) => (world) => at(world, 'month', `/places/${world.place.id}/${tab}`);
const event = (which) => (world) =>
  at(world, 'month', `/events/${world.place.id}/${world[which].id}`);
const nights = (first, end) => `?start=${day(first)}&end=${day(end)}`;

const dialogs = [
  ['a new booking', 'ben', (world) => at(world, 'month', `/new${nights(9, 12)}`), 'New booking'],
  ['a new one of all', 'nora', (world) => at(world, 'month', '/new'), 'New booking'],
  ['one’s own booking', 'ben', event('his'), 'Ben Berg'],
  ['a booking to read', 'ben', event('hers'), 'Nora Nilsen'],
  ['my stays', 'ben', (world) => at(world, 'month', '/own'), 'My stays'],
  ['my stays, none', 'vera', (world) => at(world, 'month', '/own'), 'My stays'],
  ['wishes', 'ben', (world) => at(world, 'month', '/wishes'), 'Waiting list'],
  ['wishes of others', 'nora', (world) => at(world, 'month', '/wishes'), 'Waiting list'],
  [
    'the keys of the bookings',
    'nora',
    (world) => at(world, 'month', '/keys'),
    'Keyboard shortcuts',
  ],
  ['a new place', 'finn', () => '/bookings/places/new', 'New place'],
  ['settings of a place', 'nora', settings('settings'), 'Cottage'],
  ['settings, to read', 'ben', settings('settings'), 'Cottage'],
  ['prices of a place', 'nora', settings('prices'), 'Cottage'],
  ['prices, to read', 'ben', settings('prices'), 'Cottage'],
  ['people of a place', 'nora', settings('people'), 'Cottage'],
  ['people of a place, to read', 'ben', settings('people'), 'Cottage'],
  ['the calendar link of a place', 'ben', settings('feed'), 'Cottage'],
  [
    'statistics',
    'nora',
    (world) => at(world, 'month', `/statistics/${world.place.id}?year=${year}`),
    'Statistics of Cottage',
  ],
  [
    'statistics of a year without stays',
    'ben',
    (world) => at(world, 'month', `/statistics/${world.place.id}?year=${year + 9}`),
    'Statistics of Cottage',
  ],
].map(([name, who, address, title]) => ({
  name,
  who,
  async go(page, world) {
    await page.goto(address(world));
    const shown = dialog(page, title);
    await shown.waitFor();
    await shown.getByText(/^(Loading|Asking)/).waitFor({ state: 'detached' });
  },
}));

const onPhones = [
  {
    name: 'the drawer of the bookings',
    who: 'ben',
    async go(page, world) {
      await page.goto(at(world, 'month'));
      await page.getByRole('button', { name: 'Places and stays' }).click();
      await dialog(page, 'Places and stays').getByText('2 nights').first().waitFor();
    },
  },
];

const everywhere = [...views, ...parts, ...dialogs, ...bookingActStates];
export const bookingStates = everywhere;
export const bookingPhoneStates = [...everywhere, ...onPhones];
