import { describe, expect, it } from 'vitest';
import { itemOf, stayOf, taskOf } from '../test_agenda';
import type { Item } from '../types';
import { clashSentence } from './clash_words';
import { clashesOf, clashOfLine } from './clashes';
import { withoutDuplicates } from './duplicates';
import { itemsOf } from './agenda_items';
import { daysOf, movedTo, spanAt } from './item_days';
import { hintOf, labelOf, timeWords, titleOf } from './item_words';
import { invitationIn } from './invitations';

const context = { today: '2026-11-18' };
const lengths = { slotMinutes: 15, newMinutes: 30 };
const at = (text: string) => new Date(`${text}Z`);

describe('the days of an item', () => {
  it.each([
    [itemOf(), '2026-11-17', '2026-11-17'],
    [itemOf({ end: '2026-11-18T00:00:00' }), '2026-11-17', '2026-11-17'],
    [itemOf({ end: '2026-11-18T02:00:00' }), '2026-11-17', '2026-11-18'],
    [itemOf({ allDay: true, start: '2026-11-17', end: '2026-11-19' }), '2026-11-17', '2026-11-18'],
    // Without an end, it is one day or a moment.
    [{ allDay: true, start: '2026-11-17' }, '2026-11-17', '2026-11-17'],
    [{ allDay: false, start: '2026-11-17T09:00:00' }, '2026-11-17', '2026-11-17'],
    // The morning of departure belongs to it.
    [stayOf(), '2026-11-17', '2026-11-21'],
  ])('%#', (item, from, to) => {
    expect(daysOf(item)).toEqual({ from, to });
  });
});

describe('where a gesture puts an item', () => {
  it('keeps its length, and gives a length to what had none', () => {
    const span = { start: at('2026-11-18T10:00:00'), end: null, allDay: false };
    expect(movedTo(itemOf(), span, lengths)).toEqual({
      ...{ start: '2026-11-18T10:00:00', end: '2026-11-18T10:30:00', allDay: false },
    });
    expect(movedTo(taskOf(), span, lengths)?.end).toBe('2026-11-18T10:30:00');
  });

  it('is nowhere when it is where it was', () => {
    const span = {
      ...{ start: at('2026-11-17T09:00:00'), end: at('2026-11-17T09:30:00'), allDay: false },
    };
    expect(movedTo(itemOf(), span, lengths)).toBeUndefined();
  });

  it('keeps the day of departure as the last one of a stay', () => {
    const span = { start: at('2026-11-18T00:00:00'), end: at('2026-11-23T00:00:00'), allDay: true };
    expect(movedTo(stayOf(), span, lengths)).toEqual({
      ...{ start: '2026-11-18', end: '2026-11-23', allDay: true },
    });
  });

  it('leaves a moment a moment until it is made longer', () => {
    const moment = itemOf({ end: '2026-11-17T09:00:00' });
    const start = at('2026-11-17T10:00:00');
    const to = (end: string) => movedTo(moment, { start, end: at(end), allDay: false }, lengths);
    expect(to('2026-11-17T10:15:00')?.end).toBe('2026-11-17T10:00:00');
    expect(to('2026-11-17T11:00:00')?.end).toBe('2026-11-17T11:00:00');
  });

  it('is as long as new things are where it is only let go', () => {
    const start = at('2026-11-17T10:00:00');
    expect(spanAt({ start, end: null, allDay: false }, lengths).end).toBe('2026-11-17T10:30:00');
    expect(spanAt({ start: at('2026-11-17T00:00:00'), end: null, allDay: true }, lengths)).toEqual({
      ...{ start: '2026-11-17', end: '2026-11-18', allDay: true },
    });
  });
});

describe('the same event in two calendars', () => {
  it('is shown once, as the one to which more can be done', () => {
    const own = itemOf({ id: 'a', uid: 'u' });
    const read = itemOf({ id: 'b', uid: 'u', may: [] });
    const later = itemOf({ id: 'c', uid: 'u', start: '2026-11-24T09:00:00' });
    expect(withoutDuplicates([read, own, later])).toEqual([own, later]);
  });

  it('is not guessed where there is no UID', () => {
    const items = [itemOf({ id: 'a' }), itemOf({ id: 'b' })];
    expect(withoutDuplicates(items)).toEqual(items);
  });

  it('leaves a task that is due and planned at the same time as both', () => {
    const due = taskOf({ uid: 'u' });
    const planned = taskOf({ uid: 'u', task: { done: false, as: 'planned' } });
    expect(withoutDuplicates([due, planned])).toEqual([due, planned]);
  });
});

describe('two places at once', () => {
  const dentist = itemOf({ id: 'd', start: '2026-11-18T09:00:00', end: '2026-11-18T10:00:00' });

  it('is said of what takes place elsewhere during a stay', () => {
    const [clash] = clashesOf([stayOf(), dentist], 'nora');
    expect(clash?.others).toEqual([dentist]);
    expect(clash && clashSentence(clash, false)).toBe(
      'Tue 17 Nov – Sat 21 Nov you are at Cottage, but elsewhere there is: Dentist (Wed 18 Nov, 9:00).',
    );
  });

  it.each([
    ['before noon of the arrival', itemOf({ start: '2026-11-17T11:00:00' })],
    ['after noon of the departure', itemOf({ start: '2026-11-21T12:00:00' })],
    ['at the place itself', { ...dentist, location: 'The cottage' }],
    ['for the whole day', itemOf({ allDay: true, start: '2026-11-18', end: '2026-11-19' })],
    ['of somebody else', { ...dentist, people: ['ben'] }],
    ['cancelled', { ...dentist, status: 'CANCELLED' as const }],
    ['declined', { ...dentist, answer: 'no' as const }],
    ['that is to be done', taskOf({ start: '2026-11-18' })],
  ])('is not said of what is %s', (_, item) => {
    expect(clashesOf([stayOf(), item], 'nora')).toEqual([]);
  });

  const days = (from: string, end: string) => ({ allDay: true, start: from, end });
  const fair = itemOf({
    ...{ id: 'f', title: 'Fair', location: 'Berlin', people: ['nora'] },
    ...days('2026-11-18', '2026-11-19'),
  });
  const task = itemOf({
    ...{ id: 't', kind: 'task', title: 'Paint the fence', people: ['nora'] },
    ...{ start: '2026-11-18T09:00:00', end: '2026-11-18T10:00:00' },
    task: { done: false, as: 'planned' },
  });
  const trip = { start: '2026-11-15T18:00:00', end: '2026-11-18T10:00:00' };

  it.each<[string, Item]>([
    ['a day elsewhere', fair],
    ['days elsewhere until after the arrival', { ...fair, ...days('2026-11-15', '2026-11-19') }],
    ['a day elsewhere of a shared calendar', { ...fair, people: [] }],
    ['a day elsewhere to which one is invited', { ...fair, people: [], may: [], answer: 'yes' }],
    ['an event of several days that begins before', itemOf(trip)],
    ['a task with a time', task],
  ])('is said of %s', (_, item) => {
    expect(clashesOf([stayOf(), item], 'nora')[0]?.others).toEqual([item]);
  });

  it.each<[string, Item]>([
    ['the day of arrival', { ...fair, ...days('2026-11-17', '2026-11-18') }],
    ['the day of departure', { ...fair, ...days('2026-11-21', '2026-11-22') }],
    ['days at the place', { ...fair, location: 'Cottage' }],
    ['the holidays of a subscription', { ...fair, people: [], may: [] }],
    ['a birthday', { ...fair, kind: 'birthday' }],
    ['a task that is done', { ...task, task: { done: true, as: 'planned' } }],
    ['a task that is due at a time', { ...task, task: { done: false, as: 'due' } }],
    ['a task that is for nobody', { ...task, people: [] }],
  ])('is not said of %s', (_, item) => {
    expect(clashesOf([stayOf(), item], 'nora')).toEqual([]);
  });

  const nights = { ...stay(), isOwn: true, arrival: '2026-11-20', departure: '2026-11-22' };
  const boat = stayOf({
    ...{ id: 'b', owner: { kind: 'place', id: 'boat', name: 'Boat' }, stay: nights },
    ...days('2026-11-20', '2026-11-23'),
  });

  it('is said of two stays with the same night, once, and on both', () => {
    const clashes = clashesOf([stayOf(), boat], 'nora');
    expect(clashes.map((clash) => clashSentence(clash, false))).toEqual([
      'Tue 17 Nov – Sat 21 Nov you are at Cottage, but elsewhere there is: Boat (Fri 20 Nov).',
    ]);
    const now = '2026-11-16T08:00:00';
    const shown = itemsOf([stayOf(), boat], { ...context, now, slotMinutes: 15, clashes });
    expect(shown.map(({ icon }) => icon)).toEqual(['warning', 'warning']);
  });

  it.each<[string, Item]>([
    ['one after the other', { ...boat, stay: { ...nights, arrival: '2026-11-21' } }],
    ['of another guest', { ...boat, stay: { ...nights, guest: 'Ben' } }],
    ['at the same place', { ...boat, owner: stayOf().owner }],
  ])('is not said of two stays %s', (_, other) => {
    expect(clashesOf([stayOf(), other], 'nora')).toEqual([]);
  });

  it('is not said of the stay of somebody else', () => {
    expect(clashesOf([stayOf({ stay: { ...stay(), isOwn: false } }), dentist], 'nora')).toEqual([]);
  });

  const hours = { start: '2026-11-18T09:00', end: '2026-11-18T10:00', allDay: false };
  it('is said of a line before it is saved', () => {
    const event = { title: 'Dentist', at: { kind: 'event' as const, ...hours } };
    expect(clashOfLine(event, [stayOf()], 'nora')?.stay.owner.name).toBe('Cottage');
    expect(clashOfLine(event, [], 'nora')).toBeUndefined();
    expect(clashOfLine({ title: 'Call' }, [stayOf()], 'nora')).toBeUndefined();
    const there = { ...event, at: { ...event.at, location: 'Cottage' } };
    expect(clashOfLine(there, [stayOf()], 'nora')).toBeUndefined();
    const nights = { start: '2026-11-17', end: '2026-11-21', allDay: true };
    const stay = { title: 'Boat', at: { kind: 'stay' as const, ...nights, location: 'Boat' } };
    const clash = clashOfLine(stay, [dentist], 'nora');
    expect(clash && clashSentence(clash, false)).toBe(
      'Tue 17 Nov – Sat 21 Nov you are at Boat, but elsewhere there is: Dentist (Wed 18 Nov, 9:00).',
    );
  });

  it('is part of what the item says', () => {
    const clashes = clashesOf([stayOf(), dentist], 'nora');
    const now = '2026-11-18T08:00:00';
    const [shown] = itemsOf([dentist], { ...context, now, slotMinutes: 15, clashes });
    expect(shown?.label(false)).toBe(
      'Dentist, Wednesday, 18 November, 9:00 to 10:00, You are at Cottage then',
    );
    expect(shown?.icon).toBe('warning');
  });
});

describe('words', () => {
  const family = { kind: 'tree', id: 'berg', name: 'Berg' } as const;
  const day = { which: 'birthday' as const, years: 80, isLiving: true, personIds: ['anna'] };
  const birthday = itemOf({
    ...{ kind: 'birthday', app: 'family', title: 'Anna Berg', owner: family, may: [] },
    ...{ allDay: true, start: '2026-11-18', end: '2026-11-19' },
    day: { ...day, kinship: 'grandmother' },
  });

  it.each([
    [birthday, 'Anna Berg, 80th birthday'],
    [{ ...birthday, day: { ...day, years: 0 } }, 'Anna Berg, birthday'],
    [
      {
        ...birthday,
        kind: 'anniversary' as const,
        day: { ...day, which: 'wedding' as const, years: 1 },
      },
      'Anna Berg, 1st wedding anniversary',
    ],
    [stayOf(), 'Cottage'],
    [stayOf({ stay: { ...stay(), guest: 'Ben' } }), 'Cottage: Ben'],
    [stayOf({ stay: stay() }), 'Cottage: Taken'],
    [stayOf({ kind: 'blocked' }), 'Cottage is blocked'],
    [taskOf(), 'Call plumber'],
  ])('a title: %#', (item, title) => {
    expect(titleOf(item)).toBe(title);
  });

  it('say everything in one sentence', () => {
    expect(labelOf(birthday, context, false)).toBe(
      'Anna Berg, 80th birthday, grandmother, Wednesday, 18 November, all day',
    );
    expect(labelOf(taskOf(), context, false)).toBe(
      'Task: Call plumber, due, Tuesday, 17 November, all day, in House',
    );
    const late = { done: false, due: '2026-11-12', as: 'overdue' as const };
    expect(labelOf(taskOf({ task: late, start: '2026-11-18' }), context, false)).toContain(
      'Overdue since 12 Nov',
    );
    expect(labelOf(stayOf(), context, false)).toBe(
      'Cottage, 4 nights, Tuesday, 17 November to Saturday, 21 November',
    );
  });

  it('say the time in a list, and all of it to who points at it', () => {
    expect(timeWords(itemOf(), false)).toBe('9:00 – 9:30');
    expect(timeWords(stayOf(), false)).toBe('until 21 Nov');
    expect(hintOf(taskOf(), context, false)).toBe('Call plumber\nall day\nHouse');
  });
});

function stay() {
  const times = { checkIn: '16:00', checkOut: '10:00' };
  return { nights: 4, isOwn: false, arrival: '2026-11-17', departure: '2026-11-21', ...times };
}

describe('an item of the grid', () => {
  const now = '2026-11-18T08:00:00';
  const shown = (...items: Parameters<typeof itemsOf>[0][number][]) =>
    itemsOf(items, { ...context, now, slotMinutes: 15, clashes: [] });

  it('has a shape by its kind', () => {
    const [event, task, stay] = shown(itemOf(), taskOf(), stayOf());
    expect([event?.shape, event?.task]).toEqual([undefined, undefined]);
    expect(task?.task).toEqual({ isDone: false, mayTick: true });
    expect([stay?.shape, stay?.icon, stay?.end]).toEqual(['band', 'bed', '2026-11-22']);
  });

  it('may only be done what the person may do', () => {
    const [one] = shown(taskOf({ may: ['complete'] }));
    expect(one).toMatchObject({ mayMove: false, mayResize: false, mayDelete: false });
    expect(one?.task?.mayTick).toBe(true);
  });

  it('takes no colour that is none', () => {
    expect(shown(itemOf({ color: 'red; x' }))[0]?.color).toMatch(/^#[0-9A-F]{6}$/i);
  });
});

describe('an invitation', () => {
  const invitation = itemOf({
    answer: 'waiting',
    may: ['answer'],
    self: '/api/v1/planner/invitations/cal_1/mst_2',
  });

  it('is opened where it can be answered', () => {
    expect(invitationIn(invitation)).toEqual({
      ...{ kind: 'invitation', ownerId: 'cal_1', eventId: 'mst_2' },
    });
    expect(invitationIn(itemOf())).toBeUndefined();
  });

  it('says who invites and what was answered', () => {
    const words = labelOf(invitation, context, false);
    expect(words).toContain('Not answered yet');
    expect(words).toContain('invited by Nora');
    expect(hintOf(invitation, context, false).split('\n')).toContain('Nora');
  });

  it('looks like what may or will not happen', () => {
    const now = { ...context, now: '2026-11-17T08:00:00', slotMinutes: 15, clashes: [] };
    const shown = (answer: 'waiting' | 'yes' | 'no') =>
      itemsOf([{ ...invitation, answer }], now).map(({ isTentative, isCancelled }) => [
        isTentative,
        isCancelled,
      ])[0];
    expect([shown('waiting'), shown('yes'), shown('no')]).toEqual([
      [true, false],
      [false, false],
      [false, true],
    ]);
  });
});
