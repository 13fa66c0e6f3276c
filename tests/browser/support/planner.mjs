// The planner as a person finds their way in it, and what is in it, over the REST API.

import assert from 'node:assert/strict';
import { dialog, drag, middleOf, placeOfTime, pressEdit } from './calendar.mjs';
import { eventually } from './ways.mjs';

const api = '/api/v1/planner';
const berlin = 'Europe/Berlin';

export const plannerWeek = '/planner/week/2026-11-18'; // Monday 16 to Sunday 22.
export const plannerMonth = '/planner/month/2026-11-18';

// A weekly series on Tuesdays, from 3 November on: 3, 10, 17, 24 November, 1 December.
export const standup = {
  title: 'Standup',
  start: '2026-11-03T09:00',
  end: '2026-11-03T10:00',
  rrule: 'FREQ=WEEKLY',
};

// Somebody whose planner is in Berlin already, as their browser is.
export async function planning(act, name) {
  const person = await act.person(name);
  await prefer(person, { defaultTzid: berlin, defaultReminderMinutes: [] });
  return person;
}

export async function preferencesOf(person) {
  return person.get(`${api}/preferences`);
}

export async function prefer(person, change) {
  const { etag } = await preferencesOf(person);
  return person.call('PATCH', `${api}/preferences`, change, { 'If-Match': `"${etag}"` });
}

export function plan(person, event) {
  return person.call('POST', `${api}/events`, event);
}

// Current version; undefined when there is none.
export async function planned(person, id) {
  const reply = await person.ask('GET', `${api}/events/${id}`);
  return reply.status === 404 ? undefined : reply.json;
}

export async function changePlanned(person, id, change, scope) {
  const { etag } = await planned(person, id);
  const query = scope ? `?scope=${scope}` : '';
  const match = { 'If-Match': `"${etag}"` };
  return person.call('PATCH', `${api}/events/${id}${query}`, change, match);
}

export async function removePlanned(person, id, scope) {
  const { etag } = await planned(person, id);
  const query = scope ? `?scope=${scope}` : '';
  return person.call('DELETE', `${api}/events/${id}${query}`, undefined, {
    'If-Match': `"${etag}"`,
  });
}

// The occurrence of a series on a day ("20261117").
export function occurrenceId(series, tag) {
  return series.id.replace(/^mst_/, `inst_${tag}_`);
}

// What the server has in these days, in Berlin.
export async function occurrences(person, from, to) {
  const path = `${api}/view?from=${from}&to=${to}&tzid=${berlin}`;
  return (await person.get(path)).occurrences;
}

// "2026-11-17T09:00 Standup" of each from November to the middle of December.
export async function agendaOf(person, from = '2026-11-01', to = '2026-12-14') {
  const found = await occurrences(person, from, to);
  return found.map(({ start, title }) => `${start.slice(0, 16)} ${title}`);
}

export function expectAgenda(person, expected) {
  return eventually(() => agendaOf(person), expected);
}

// The series that the server has, with what differs from them.
export async function seriesOf(person) {
  const path = `${api}/view?from=2026-11-01&to=2026-12-31&tzid=${berlin}&expand=false`;
  const { items } = await person.get(path);
  return items.filter(({ kind }) => kind === 'series');
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

// One of several of the same title, by its day and time: "Tuesday, 17 November, 9:00".
export function occurrence(page, title, when) {
  return page.getByRole('button', { name: new RegExp(`^${escaped(`${title}, ${when}`)}\\b`) });
}

export function occurrenceBox(page, title, when) {
  return page.locator('.cal-entry').filter({ has: occurrence(page, title, when) });
}

// What the views show of a title: the names of all that is there, in order of their places.
export function shownNames(page, title) {
  return page
    .locator('.cal-open .visually-hidden')
    .filter({ hasText: new RegExp(`^${escaped(title)}, `) })
    .allTextContents();
}

// Drags what is at a time of a day to another, by its middle. It lasts an hour.
export async function dragHour(page, [date, time], [toDate, toTime], title, when) {
  const { x } = await middleOf(occurrence(page, title, when));
  const half = (clock) => clock.replace(':00', ':30');
  const from = await placeOfTime(page, date, half(time));
  const to = await placeOfTime(page, toDate, half(toTime));
  await drag(page, { x, y: from.y }, { x: to.x, y: to.y });
}

const answers = {
  this: /^Only this one/,
  following: /^This and following/,
  all: /^The whole series/,
};

export async function answerScope(page, scope, question = 'Change which ones?') {
  const asked = dialog(page, question);
  await asked.getByRole('button', { name: answers[scope] }).click();
  await asked.waitFor({ state: 'detached' });
}

export function quickAdd(page) {
  return page.getByRole('textbox', { name: 'Add an event in one line' });
}

// The dialog of an event once it can be written in. What is there already is read first.
export async function editor(page, title = 'Edit event') {
  if (title !== 'New event') await pressEdit(page);
  const shown = dialog(page, title);
  await shown.getByLabel('Title', { exact: true }).waitFor();
  return shown;
}

export async function pickZone(scope, city, label = 'Time zone') {
  const field = scope.getByRole('combobox', { name: label });
  await field.fill(city);
  await scope
    .getByRole('option', { name: new RegExp(`^${city}`) })
    .first()
    .click();
}

export function bell(page) {
  return page.getByRole('button', { name: /^Reminders/ });
}

export async function expectOnly(list) {
  assert.equal(list.length, 1);
  return list[0];
}
