import { describe, expect, it } from 'vitest';
import { parse } from './parse';
import { context, read } from './test_quick_add';
import type { EventDraft } from '../types';

interface Case {
  text: string;
  title: string;
  start: string;
  end: string;
  more?: Partial<EventDraft>;
}

const cases = (list: [string, string, string, string, Partial<EventDraft>?][]): Case[] =>
  list.map(([text, title, start, end, more]) => ({ text, title, start, end, more: more ?? {} }));

function expectCase({ text, title, start, end, more }: Case): void {
  const isAllDay = start.length === 10;
  expect(read(text), text).toEqual({ title, start, end, isAllDay, ...more });
}

describe('a line of quick add: when', () => {
  it.each(
    cases([
      ['Lunch tomorrow 13:00', 'Lunch', '2026-11-16T13:00', '2026-11-16T13:30'],
      ['Lunch 13:00', 'Lunch', '2026-11-15T13:00', '2026-11-15T13:30'],
      ['Breakfast 8:00', 'Breakfast', '2026-11-16T08:00', '2026-11-16T08:30'],
      ['13:00 Lunch tomorrow', 'Lunch', '2026-11-16T13:00', '2026-11-16T13:30'],
      ['Lunch at 13:00 tomorrow', 'Lunch', '2026-11-16T13:00', '2026-11-16T13:30'],
      ['Dentist 17 Nov 9-9:30am', 'Dentist', '2026-11-17T09:00', '2026-11-17T09:30'],
      ['Dentist on 17 Nov', 'Dentist', '2026-11-17', '2026-11-18'],
      ['Buy milk', 'Buy milk', '2026-11-15', '2026-11-16'],
      ['Standup tomorrow 9-10', 'Standup', '2026-11-16T09:00', '2026-11-16T10:00'],
      ['Standup next monday 9', 'Standup', '2026-11-16T09:00', '2026-11-16T09:30'],
      ['Order tomorrow 12 eggs', 'Order 12 eggs', '2026-11-16', '2026-11-17'],
      ['Shift from 9 to 5', 'Shift', '2026-11-16T09:00', '2026-11-16T17:00'],
      ['Run tomorrow at 7', 'Run', '2026-11-16T07:00', '2026-11-16T07:30'],
      ['Dinner tomorrow at 7', 'Dinner', '2026-11-16T19:00', '2026-11-16T19:30'],
      ['Dinner tomorrow 7-9', 'Dinner', '2026-11-16T19:00', '2026-11-16T21:00'],
      ['Drinks fri 8:30', 'Drinks', '2026-11-20T20:30', '2026-11-20T21:00'],
      ['Dinner plans tomorrow 9am', 'Dinner plans', '2026-11-16T09:00', '2026-11-16T09:30'],
      ['Party prep tomorrow 09:00', 'Party prep', '2026-11-16T09:00', '2026-11-16T09:30'],
      ['Dinner at 5', 'Dinner', '2026-11-15T17:00', '2026-11-15T17:30'],
      ['Party fri 20:00-1:00', 'Party', '2026-11-20T20:00', '2026-11-21T01:00'],
      ['Party today 8pm-1am', 'Party', '2026-11-15T20:00', '2026-11-16T01:00'],
      ['Brunch sunday 11:00', 'Brunch', '2026-11-15T11:00', '2026-11-15T11:30'],
      ['Brunch sunday 9:00', 'Brunch', '2026-11-22T09:00', '2026-11-22T09:30'],
      ['Concert tonight', 'Concert', '2026-11-15T20:00', '2026-11-15T20:30'],
      ['Call noon', 'Call', '2026-11-15T12:00', '2026-11-15T12:30'],
      ['Conference 24-26 nov', 'Conference', '2026-11-24', '2026-11-27'],
      ['Holidays 24 dec - 2 jan', 'Holidays', '2026-12-24', '2027-01-03'],
      ['Holidays 24 dec until 2 jan', 'Holidays', '2026-12-24', '2027-01-03'],
      ['Tax 14 nov', 'Tax', '2027-11-14', '2027-11-15'],
      ['Gift Dec 24', 'Gift', '2026-12-24', '2026-12-25'],
      ['Review 5/12 10:00', 'Review', '2026-12-05T10:00', '2026-12-05T10:30'],
      ['Review 2026-12-05 10:00', 'Review', '2026-12-05T10:00', '2026-12-05T10:30'],
      ['Rent on the 1st', 'Rent', '2026-12-01', '2026-12-02'],
      ['Payday on the 31st', 'Payday', '2026-12-31', '2027-01-01'],
      ['Leap party 29 feb', 'Leap party', '2028-02-29', '2028-03-01'],
      ['Nap in 2 hours', 'Nap', '2026-11-15T12:00', '2026-11-15T12:30'],
      ['Nap in 1h 15 min', 'Nap', '2026-11-15T11:15', '2026-11-15T11:45'],
      ['Trip in 3 days', 'Trip', '2026-11-18', '2026-11-19'],
      ['Books end of month', 'Books', '2026-11-30', '2026-12-01'],
      ['Vacation 20 dec - 5 jan  ', 'Vacation', '2026-12-20', '2027-01-06'],
      ['Mow the lawn this weekend', 'Mow the lawn', '2026-11-21', '2026-11-23'],
      ['Flight 17 nov 6:45 -> 9:10', 'Flight', '2026-11-17T06:45', '2026-11-17T09:10'],
      ['Doctor 9h30', 'Doctor', '2026-11-16T09:30', '2026-11-16T10:00'],
      ['Party on 31.12. 20:00', 'Party', '2026-12-31T20:00', '2026-12-31T20:30'],
      ['Dinner tonight 8', 'Dinner', '2026-11-15T20:00', '2026-11-15T20:30'],
      ['Lunch with Tom @12', 'Lunch with Tom', '2026-11-15T12:00', '2026-11-15T12:30'],
      ['Dentist the 24th at 10', 'Dentist', '2026-11-24T10:00', '2026-11-24T10:30'],
      ['Homework until friday', 'Homework', '2026-11-20', '2026-11-21'],
      ['Sunday brunch 11:00', 'Brunch', '2026-11-15T11:00', '2026-11-15T11:30'],
      ['Yoga tue 18h', 'Yoga', '2026-11-17T18:00', '2026-11-17T18:30'],
      ['Work 8h', 'Work 8h', '2026-11-15', '2026-11-16'],
      ['Lunch tomorrow 1230', 'Lunch', '2026-11-16T12:30', '2026-11-16T13:00'],
      ['Read 1984', 'Read 1984', '2026-11-15', '2026-11-16'],
      ['Workshop all day 25.11.', 'Workshop', '2026-11-25', '2026-11-26'],
      ['Call Bob all day long', 'Call Bob all day long', '2026-11-15', '2026-11-16'],
      ['Club last friday of the month 19:30', 'Club', '2026-11-27T19:30', '2026-11-27T20:00'],
      ['Club first monday of the month', 'Club', '2026-12-07', '2026-12-08'],
      ['Club last friday of december', 'Club', '2026-12-25', '2026-12-26'],
      ['Club third tuesday of next month', 'Club', '2026-12-15', '2026-12-16'],
      ['Remind me to call Bob 16:00', 'Call Bob', '2026-11-15T16:00', '2026-11-15T16:30'],
      ['Offsite mon-wed', 'Offsite', '2026-11-16', '2026-11-19'],
      ['Pills twice a day', 'Pills twice a day', '2026-11-15', '2026-11-16'],
    ]),
  )('$text', expectCase);

  it('reads 5/12 as in May where the month comes first', () => {
    expect(read('Review 5/12 10:00', { isDayFirst: false }).start).toBe('2027-05-12T10:00');
  });
  it('takes the length that the person prefers', () => {
    const preferences = { defaultEventDuration: 60, weekStart: 1 as const };
    expect(read('Lunch 13:00', { preferences }).end).toBe('2026-11-15T14:00');
  });
});

describe('a line of quick add: how long', () => {
  it.each(
    cases([
      ['Gym 18:00 for 45 min', 'Gym', '2026-11-15T18:00', '2026-11-15T18:45'],
      ['Gym 18:00 for 2 h', 'Gym', '2026-11-15T18:00', '2026-11-15T20:00'],
      ['Gym 18:00 for 1h30', 'Gym', '2026-11-15T18:00', '2026-11-15T19:30'],
      ['Gym 18:00 for 1.5 hours', 'Gym', '2026-11-15T18:00', '2026-11-15T19:30'],
      ['Gym for half an hour tomorrow 7:00', 'Gym', '2026-11-16T07:00', '2026-11-16T07:30'],
      ['Standup 11:00 15min', 'Standup', '2026-11-15T11:00', '2026-11-15T11:15'],
      ['Trip fri for 3 days', 'Trip', '2026-11-20', '2026-11-23'],
      ['Course mon 9:00 for 2 days', 'Course', '2026-11-16T09:00', '2026-11-18T09:00'],
      ['Table for 2 people 19:00', 'Table for 2 people', '2026-11-15T19:00', '2026-11-15T19:30'],
      ['10 min walk 17:00', '10 min walk', '2026-11-15T17:00', '2026-11-15T17:30'],
    ]),
  )('$text', expectCase);
});

describe('a line of quick add: what else', () => {
  it('reads tags, in the spelling that is there', () => {
    expect(read('Lunch #work #new-idea 13:00').tags).toEqual(['Work', 'new-idea']);
    expect(read('Round #2 #Work #work')).toMatchObject({ title: 'Round #2', tags: ['Work'] });
  });
  it('reads reminders', () => {
    expect(read('Flight fri 8:00 !15m !1h').reminderMinutes).toEqual([15, 60]);
    expect(read('Flight fri 8:00 !2d').reminderMinutes).toEqual([2880]);
    expect(read('Flight fri 8:00 !none').reminderMinutes).toEqual([]);
    expect(read('Flight 8:00 remind me 20 min before')).toMatchObject({
      title: 'Flight',
      reminderMinutes: [20],
    });
    expect(read('Wow! 8:00').reminderMinutes).toBeUndefined();
    expect(read('Party !99999w')).toMatchObject({ title: 'Party !99999w' });
  });
  it('reads a time zone', () => {
    expect(read('Flight fri 8:00 Europe/London !15m')).toEqual({
      title: 'Flight',
      start: '2026-11-20T08:00',
      end: '2026-11-20T08:30',
      isAllDay: false,
      tzid: 'Europe/London',
      reminderMinutes: [15],
    });
    expect(read('Call 18:00 in america/new_york').tzid).toBe('America/New_York');
    expect(read('Call 18:00 London time')).toMatchObject({ title: 'Call', tzid: 'Europe/London' });
    expect(read('Work/Life talk 18:00')).toMatchObject({ title: 'Work/Life talk' });
    expect(read('Call 18:00 EST').start).toBe('2026-11-16T00:00');
  });
  it.each([
    ['Dentist 17 Nov 9-9:30am @ Main St 5', 'Dentist', 'Main St 5', '2026-11-17T09:00'],
    ["Lunch @ Joe's tomorrow 13:00", 'Lunch', "Joe's", '2026-11-16T13:00'],
    ['Lunch @home #family 13:00', 'Lunch', 'home', '2026-11-15T13:00'],
    ["Dinner at Luigi's 19:30", 'Dinner', "Luigi's", '2026-11-15T19:30'],
    ["Dinner at Luigi's with Ana 19:30", 'Dinner with Ana', "Luigi's", '2026-11-15T19:30'],
    ['Dinner 19:30 at the office', 'Dinner', 'the office', '2026-11-15T19:30'],
    ['Lunch @ 12:30 @ Cafe Nero', 'Lunch', 'Cafe Nero', '2026-11-15T12:30'],
    ['Dinner @ Sun Garden fri 19:00', 'Dinner', 'Sun Garden', '2026-11-20T19:00'],
    ['Meet at 5 at the park', 'Meet', 'the park', '2026-11-15T17:00'],
    ['Call @ 13:00', 'Call', undefined, '2026-11-15T13:00'],
    ['Look at the report tomorrow', 'Look at the report', undefined, '2026-11-16'],
    ['Write to ada@example.org 13:00', 'Write to ada@example.org', undefined, '2026-11-15T13:00'],
  ])('%s', (text, title, location, start) => {
    const draft = read(text);
    expect([draft.title, draft.location, draft.start]).toEqual([title, location, start]);
  });
  it('leaves what is quoted alone', () => {
    expect(read('"Every Friday" book club 19:00')).toEqual({
      title: 'Every Friday book club',
      start: '2026-11-15T19:00',
      end: '2026-11-15T19:30',
      isAllDay: false,
    });
  });
  it('leaves words that only sound like dates', () => {
    expect(read('March for peace')).toMatchObject({
      title: 'March for peace',
      start: '2026-11-15',
    });
    expect(read('Ask May 18:00').title).toBe('Ask May');
    expect(read('Game night fri 19:00')).toMatchObject({
      title: 'Game night',
      start: '2026-11-20T19:00',
    });
    expect(read('Morning run tomorrow 7:00')).toMatchObject({
      title: 'Morning run',
      start: '2026-11-16T07:00',
    });
    expect(read('3 days course mon').title).toBe('3 days course');
  });
  it('has no title where there is none', () => {
    expect(read('tomorrow 13:00 #work').title).toBeUndefined();
    expect(read('').title).toBeUndefined();
  });
  it('says what became what', () => {
    const text = 'Lunch tomorrow 13:00 #work every week @ Joe !5m';
    const { pieces } = parse(text, context);
    expect(pieces.map(({ start, end, kind }) => [text.slice(start, end), kind])).toEqual([
      ['tomorrow 13:00', 'when'],
      ['#work', 'tag'],
      ['every week', 'rule'],
      ['@ Joe', 'place'],
      ['!5m', 'reminder'],
    ]);
  });
  it('keeps apart what stands in the middle of something else', () => {
    const text = 'Lunch tomorrow #work 13:00';
    const { pieces, draft } = parse(text, context);
    expect(draft.start).toBe('2026-11-16T13:00');
    expect(pieces.map(({ start, end, kind }) => [text.slice(start, end), kind])).toEqual([
      ['tomorrow', 'when'],
      ['#work', 'tag'],
      ['13:00', 'when'],
    ]);
  });
  it('says it by the letters of the line, however many spaces it has', () => {
    const text = '  Lunch   every    week   9h30  #work ';
    const { pieces, draft } = parse(text, context);
    expect(draft.title).toBe('Lunch');
    expect(pieces.map(({ start, end }) => text.slice(start, end))).toEqual([
      'every    week',
      '9h30',
      '#work',
    ]);
  });
});
