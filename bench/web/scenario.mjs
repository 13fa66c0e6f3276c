// The calendars that are measured: four, with a thousand entries in November and in December.

import { allDay, multiDay, task, timed } from '../../tests/browser/support/people.mjs';

export const day = '2026-11-15';
const months = ['2026-11', '2026-12'];
const entriesInMonth = 1000;
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

export async function fill(person) {
  const made = [];
  for (const [name, color] of calendars) made.push(await person.makeCalendar(name, { color }));
  const entries = months.flatMap((month) =>
    Array.from({ length: entriesInMonth }, (_, number) => entryOf(month, number)),
  );
  for (let begin = 0; begin < entries.length; begin += together) {
    const some = entries.slice(begin, begin + together);
    await Promise.all(some.map((entry, i) => person.makeEntry(made[i % made.length], entry)));
  }
}
