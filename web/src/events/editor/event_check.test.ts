import { describe, expect, it } from 'vitest';
import { fieldOfProblem, problemsOfForm } from './event_check';
import { formOfEvent, type EventForm } from './event_form';
import { preferences, testEvent } from './event_test_data';

const good = formOfEvent(testEvent(), preferences);
const now = Date.parse('2026-11-15T12:00:00Z');

function problems(change: Partial<EventForm>) {
  return problemsOfForm({ ...good, ...change }, 'Europe/Berlin', now);
}

describe('what can be saved', () => {
  it.each<Partial<EventForm>>([
    {},
    { endTime: '15:00' },
    { isAllDay: true, endDate: '2026-11-17' },
    // It lands before it started, by the clocks on the wall.
    { endTime: '14:00', endZone: 'America/Los_Angeles' },
    { zone: '' },
    { rrule: 'FREQ=WEEKLY;BYDAY=MO' },
    { links: [{ target: 'evt_1', title: '' }] },
    { expires: '2026-12-24T18:30' },
  ])('%o', (change) => {
    expect(problems(change)).toEqual({});
  });
});

describe('what cannot be saved says why, at its field', () => {
  it.each<[Partial<EventForm>, keyof EventForm, string]>([
    [{ title: '  ' }, 'title', 'Give it a title.'],
    [{ title: 'x'.repeat(501) }, 'title', 'at most 500'],
    [{ location: 'x'.repeat(501) }, 'location', 'at most 500'],
    [{ description: 'x'.repeat(10_001) }, 'description', 'at most 10,000'],
    [{ startDate: '' }, 'startDate', 'Choose a date'],
    [{ startDate: '1899-12-31' }, 'startDate', '1900 or later'],
    [{ endDate: '2026-02-30' }, 'endDate', 'valid date'],
    [{ startTime: '' }, 'startTime', 'Choose a time.'],
    [{ endTime: '25:00' }, 'endTime', 'Choose a time.'],
    [{ endTime: '14:59' }, 'endTime', 'It ends before it starts.'],
    [{ endDate: '2026-11-16' }, 'endDate', 'It ends before it starts.'],
    [{ isAllDay: true, endDate: '2026-11-16' }, 'endDate', 'before the first'],
    [{ endDate: '2036-11-30' }, 'endDate', '3,660 days'],
    [{ endTime: '15:30', endZone: 'Europe/Berlin' }, 'endTime', 'It ends before it starts.'],
    [{ zone: 'Mars/Olympus' }, 'zone', 'Unknown time zone'],
    [{ endZone: 'Mars/Olympus' }, 'endZone', 'Unknown time zone'],
    [{ rrule: 'FREQ=OFTEN' }, 'rrule', 'FREQ'],
    [{ color: 'red' }, 'color', 'Choose a colour.'],
    [{ tags: Array.from({ length: 21 }, (_, at) => `t${at}`) }, 'tags', '20 tags'],
    [{ reminders: Array.from({ length: 11 }, (_, at) => at) }, 'reminders', '10 reminders'],
    [{ links: [{ target: 'https://example.com', title: '' }] }, 'links', 'cannot be linked to'],
    [{ links: [{ target: '', title: 'x' }] }, 'links', 'without a target'],
    [{ expires: '2026-11-15T12:00' }, 'expires', 'in the past'],
  ])('%o', (change, field, text) => {
    expect(problems(change)[field]).toContain(text);
  });

  it('two links to the same', () => {
    const link = { target: 'evt_1', title: '' };
    expect(problems({ links: [link, { ...link, title: 'b' }] }).links).toContain('the same');
  });
});

describe('what the server says', () => {
  it.each([
    ['title', 'title'],
    ['start', 'startTime'],
    ['end', 'endTime'],
    ['startTzid', 'zone'],
    ['endTzid', 'endZone'],
    ['rrule', 'rrule'],
    ['reminderMinutes[3]', 'reminders'],
    ['links[0].target', 'links'],
    ['tags.0', 'tags'],
    ['ttl', 'expires'],
    ['icalUid', undefined],
  ])('%s belongs to a field', (field, expected) => {
    expect(fieldOfProblem(field, good)).toBe(expected);
  });
});
