// What is measured. A full Norn: four calendars with a thousand entries in November and in December,
// and one with two thousand in November. A usual one: a person with two calendars, a planner, and a
// place that is booked now and then.

import { makePlace } from '../../tests/browser/support/bookings.mjs';
import { allDay, multiDay, signUp, task, timed } from '../../tests/browser/support/people.mjs';
import { plan, prefer } from '../../tests/browser/support/planner.mjs';

export const day = '2026-11-15';
// The next one with tasks, with which a list can begin.
export const taskDay = '2026-11-20';
const months = ['2026-11', '2026-12'];
const entriesInMonth = 1000;
const usualInMonth = 60;
// Well ahead, as nobody books what is over.
const stays = [
  ['2027-07-05', '2027-07-09'],
  ['2027-07-12', '2027-07-16'],
  ['2027-07-23', '2027-07-26'],
];
// Stands in the title of every entry, and nowhere else.
export const marker = 'Measured';
const calendars = [
  ['Family', '#3B82F6'],
  ['Work', '#16A34A'],
  ['Club', '#D97706'],
  ['School', '#9333EA'],
];
const daysInMonth = 30;
const together = 16;

function entryOf(month, number) {
  const date = `${month}-${String(1 + (number % daysInMonth)).padStart(2, '0')}`;
  const hour = String(7 + (number % 13)).padStart(2, '0');
  const title = `${marker} ${String(number).padStart(4, '0')}`;
  if (number % 10 === 9) return task(title, date);
  if (number % 20 === 3) return allDay(title, date);
  if (number % 50 === 7) return multiDay(title, `${month}-10`, `${month}-12`);
  return timed(title, date, `${hour}:00`, `${hour}:45`, { location: 'Room 4' });
}

async function makeEntries(person, made, entries) {
  for (let begin = 0; begin < entries.length; begin += together) {
    const some = entries.slice(begin, begin + together);
    await Promise.all(some.map((entry, i) => person.makeEntry(made[i % made.length], entry)));
  }
}

const entriesOf = (month, count) =>
  Array.from({ length: count }, (_, number) => entryOf(month, number));

export async function fill(person) {
  const made = [];
  for (const [name, color] of calendars) made.push(await person.makeCalendar(name, { color }));
  const entries = months.flatMap((month) => entriesOf(month, entriesInMonth));
  await makeEntries(person, made, entries);
}

// Somebody with so many entries in November, in one calendar.
export async function personWith(norn, administrator, count) {
  const person = await signUp(norn, administrator, 'Bea Busy');
  await makeEntries(person, [await person.makeCalendar('All')], entriesOf(months[0], count));
  return person;
}

// Somebody with about as much as people have: `person`, and the `place` that they look after.
export async function usualPerson(norn, administrator) {
  const person = await signUp(norn, administrator, 'Una Usual');
  const made = [];
  for (const [name, color] of calendars.slice(0, 2)) {
    made.push(await person.makeCalendar(name, { color }));
  }
  await makeEntries(person, made, entriesOf(months[0], usualInMonth));
  await prefer(person, { defaultTzid: 'Europe/Berlin', defaultReminderMinutes: [] });
  for (let number = 0; number < usualInMonth; number++) {
    const date = `${months[0]}-${String(1 + (number % daysInMonth)).padStart(2, '0')}`;
    const hour = String(8 + (number % 9)).padStart(2, '0');
    const [title, tags] = [`${marker} plan ${number}`, [number % 2 ? 'work' : 'home']];
    await plan(person, { title, start: `${date}T${hour}:00`, end: `${date}T${hour}:45`, tags });
  }
  const place = await makePlace(person, { name: `${marker} cottage` });
  for (const [start, end] of stays) {
    await person.call('POST', `/api/v1/places/${place.id}/events`, { start, end });
  }
  return { person, place };
}
