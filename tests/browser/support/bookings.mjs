// Bookings as a person finds their way in them, and what is booked, over the REST API.

import { boxOf } from './calendar.mjs';
import { newEmail, password, Person } from './people.mjs';

const api = '/api/v1/places';

// Nights that are months ahead of the browser's day and of the server's, in whichever year this is:
// from a Monday early in July on. Three weeks from it are in the same month.
export const year = Math.max(2026, new Date().getUTCFullYear()) + 1;
const monday = firstMonday(`${year}-07-05`);

export function addDays(date, days) {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

function firstMonday(date) {
  return addDays(date, (8 - new Date(date).getUTCDay()) % 7);
}

// The day that is so many days after that Monday; a date is itself.
export function day(number) {
  return typeof number === 'string' ? number : addDays(monday, number);
}

// A day that is over for the browser and for the server: so many days after a Monday in a month that
// three weeks from it are in.
const ended = firstMonday(
  `${addDays([new Date().toISOString(), '2026-11-04'].sort()[0].slice(0, 10), -75).slice(0, 8)}05`,
);
export const past = (number) => addDays(ended, number);

function formatted(date, options) {
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(new Date(date));
}

// "12 Jul", "12 Jul 2027", "Mon 12 Jul", "Monday, 12 July 2027".
export const short = (date) => formatted(date, { day: 'numeric', month: 'short' });
export const medium = (date) =>
  formatted(date, { day: 'numeric', month: 'short', year: 'numeric' });
export const brief = (date) => `${formatted(date, { weekday: 'long' }).slice(0, 3)} ${short(date)}`;
export const long = (date) =>
  `${formatted(date, { weekday: 'long' })}, ${formatted(date, { day: 'numeric', month: 'long', year: 'numeric' })}`;

// "Mon 12 Jul – Thu 15 Jul", as the hint of a drag says it; "12 Jul – 15 Jul 2027" as dialogs do.
export const briefDays = (start, end) => `${brief(start)} – ${brief(end)}`;
export const stayDays = (start, end) => `${short(start)} – ${medium(end)}`;

export const addressOf = {
  month: (place, date = day(0)) => `/bookings/${place.id}/month/${date}`,
  year: (place, date = day(0)) => `/bookings/${place.id}/year/${date}`,
  timeline: (place, date = day(0)) => `/bookings/timeline/${date}`,
};

// A night costs 100 until the Tuesday of the second week, and 150 from then on.
export const highSeason = {
  name: 'High season',
  from: day(9).slice(5),
  to: '09-30',
  pricePerNight: 15_000,
};

const usual = {
  name: 'Cottage',
  color: '#0F766E',
  tzid: 'Europe/Berlin',
  currency: 'EUR',
  pricePerNight: 10_000,
  minNights: 1,
  maxNights: 14,
  seasons: [highSeason],
};

export function makePlace(person, options = {}) {
  return person.call('POST', api, { ...usual, ...options });
}

export async function placeOf(person, place) {
  return person.get(`${api}/${place.id}`);
}

export async function changePlace(person, place, change) {
  const { etag } = await placeOf(person, place);
  return person.call('PATCH', `${api}/${place.id}`, change, { 'If-Match': `"${etag}"` });
}

export async function welcome(person, place, other, role = 'member') {
  const body = { email: other.email, role };
  return (await person.call('POST', `${api}/${place.id}/members`, body)).member;
}

// Somebody whose address is proved and who has an open invitation to the place, as somebody has who
// was invited, signed up, and proved the address after that.
export async function newcomer(act, person, place, name, role = 'member') {
  const email = newEmail(name.split(' ')[0]);
  const invitation = await act.administrator.call('POST', '/api/v1/invitations', { email });
  const body = { email, name, password, invitation: invitation.secret };
  const invited = new Person(act.norn);
  invited.is(await invited.call('POST', '/api/v1/accounts', body));
  const item = {
    entityType: 'INVITATION',
    placeId: place.id,
    email,
    role,
    invitedBy: person.id,
    createdAt: '2026-11-04T09:00:00Z',
  };
  for (const [PK, SK] of [
    [`INVITEE#${email}`, `PLACE#${place.id}`],
    [`PLACE#${place.id}`, `INVITED#${email}`],
  ]) {
    await act.norn.putItem('cal-app-sam', { PK, SK, ...item });
  }
  return invited;
}

// Nora looks after a cottage in which Ben may book.
export async function household(act, options = {}) {
  const [nora, ben] = [await act.person('Nora Nilsen'), await act.person('Ben Berg')];
  const place = await makePlace(nora, options);
  await welcome(nora, place, ben);
  return { nora, ben, place };
}

// From the night `first` to the day of departure `end`, both counted from the Monday.
export function book(person, place, first, end, more = {}) {
  return person.call('POST', `${api}/${place.id}/events`, {
    start: day(first),
    end: day(end),
    ...more,
  });
}

// Current version; undefined when there is none.
export async function booked(person, place, id) {
  const reply = await person.ask('GET', `${api}/${place.id}/events/${id}`);
  return reply.status === 404 ? undefined : reply.json;
}

export async function rebook(person, place, id, change) {
  const { extendedProps } = await booked(person, place, id);
  const match = { 'If-Match': `"${extendedProps.etag}"` };
  return person.call('PATCH', `${api}/${place.id}/events/${id}`, change, match);
}

export async function cancel(person, place, id) {
  const { extendedProps } = await booked(person, place, id);
  const match = { 'If-Match': `"${extendedProps.etag}"` };
  return person.call('DELETE', `${api}/${place.id}/events/${id}`, undefined, match);
}

// All that the server has of that time: "2027-07-12 2027-07-15 Nora Nilsen".
export async function stays(person, place) {
  const range = `start=${year}-01-01&end=${year}-12-31`;
  const events = await person.get(`${api}/${place.id}/events?${range}`);
  return events.map(({ start, end, title }) => `${start} ${end} ${title}`).sort();
}

export const line = (first, end, title) => `${day(first)} ${day(end)} ${title}`;

// The nights that nobody can book any more, as whoever tries to book them all is told.
export async function takenNights(person, place, first, end) {
  const body = { start: day(first), end: day(end) };
  const reply = await person.ask('POST', `${api}/${place.id}/events`, body);
  if (reply.status !== 409) throw new Error(`the nights are free: ${reply.status} ${reply.text}`);
  return reply.json.taken.map(({ night }) => night);
}

export const nights = (first, end) =>
  Array.from({ length: end - first }, (_, index) => day(first + index));

export function quote(person, place, first, end) {
  return person.get(`${api}/${place.id}/quote?start=${day(first)}&end=${day(end)}`);
}

export function makeWish(person, place, first, end, note) {
  const body = { start: day(first), end: day(end), ...(note && { note }) };
  return person.call('POST', `${api}/${place.id}/wishes`, body);
}

export async function wishesOf(person) {
  const { wishes } = await person.get('/api/v1/wishes');
  return wishes.map(({ start, end, offered }) => `${start} ${end} ${offered}`);
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

// A stay of a view, by its title and, when it is told, by its nights. It may have a part in each of
// several weeks.
export function stay(page, title, first, end) {
  const days = first === undefined ? '' : `${long(day(first))} to ${long(day(end))}, `;
  return page
    .getByRole('button', { name: new RegExp(`^${escaped(title)}, from ${escaped(days)}`) })
    .first();
}

// A day of a view: the night that begins on it.
export function nightOf(page, number, place) {
  const of = place ? `[data-place="${place.id}"]` : '';
  return page.locator(`[data-day="${day(number)}"]${of}`);
}

// Where a night is marked: below what is drawn above it.
export async function placeOfNight(page, number, place) {
  const { x, y, width, height } = await boxOf(nightOf(page, number, place));
  return { x: x + width / 2, y: height > 60 ? y + height - 9 : y + height / 2 };
}

// Where a stay is taken to be moved: on this day of it, away from its ends.
export async function placeOnStay(page, bar, number, place) {
  const { y, height } = await boxOf(bar);
  return { x: (await placeOfNight(page, number, place)).x, y: y + height / 2 };
}

export async function endOfStay(bar, side) {
  const { x, y, width, height } = await boxOf(bar);
  return { x: side === 'start' ? x + 5 : x + width - 5, y: y + height / 2 };
}

// Presses and drags, and does not let go.
export async function hold(page, from, ...ways) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 5, from.y + 1);
  for (const to of ways) await page.mouse.move(to.x, to.y, { steps: 5 });
}

// Marks nights, both included, and does not let go.
export async function holdNights(page, first, last, place) {
  await hold(page, await placeOfNight(page, first, place), await placeOfNight(page, last, place));
}

// What is said of the nights that are marked, or of where a stay is put.
export function hint(page, text) {
  return page.locator('.hint-box').getByText(text, { exact: typeof text === 'string' });
}

export function bookingDialog(page, name = 'New booking') {
  return page.getByRole('dialog', { name });
}

// What the dialog says of the price: { lines: ["2 nights × €100 = €200"], total: "€200" }. Empty
// while it is on its way.
export async function shownPrice(shown) {
  const panel = shown.getByRole('region', { name: 'Price and house rules' });
  if ((await panel.locator('[aria-busy=true]').count()) > 0) return {};
  const clean = (text) => text.replace(/\s+/g, ' ').replace(/ ?= ?/, ' = ').trim();
  const lines = (await panel.locator('li').allTextContents()).map(clean);
  return { lines, total: (await panel.locator('.total strong').allTextContents()).join() };
}

export async function pressBook(shown) {
  await shown.getByRole('button', { name: 'Book', exact: true }).click();
}

// A page that hears of nothing that others do.
export async function deaf(act, person, address) {
  const page = await act.open(person);
  await page.route('**/api/v1/events*', (route) => route.abort('aborted'));
  await page.goto(address);
  return page;
}
