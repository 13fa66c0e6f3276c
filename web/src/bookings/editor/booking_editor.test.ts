import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, OfflineError, type Problem } from '../../lib/api';
import { BookingEditor, type BookingData } from './booking_editor.svelte';
import {
  ada,
  ben,
  testBooking,
  testBookingsApi,
  testMe as me,
  testMember,
  testPlace,
  testQuote,
} from '../test_bookings';
import type { Quote } from '../types';

const days = { start: '2027-07-03', end: '2027-07-06' };
const problem = (part: Partial<Problem>) =>
  new ApiError({ status: 400, title: '', detail: 'No.', ...part });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function dataOf(quote: Partial<Quote> = {}, part: Partial<BookingData> = {}) {
  const ask = vi.fn(async (_place: string, of: typeof days) => testQuote({ ...of, ...quote }));
  const members = vi.fn(async () => ({
    members: [testMember(), testMember({ userId: ben, name: 'Ben', role: 'member' })],
    invitations: [],
  }));
  const api = testBookingsApi({ quote: ask, members, list: vi.fn(async () => []) });
  return {
    api,
    me,
    create: vi.fn(async () => testBooking()),
    change: vi.fn(async () => testBooking()),
    remove: vi.fn(async () => undefined),
    forgetBooking: vi.fn(),
    refreshWishes: vi.fn(async () => undefined),
    ...part,
    ask,
  };
}

const settle = () => vi.advanceTimersByTimeAsync(1000);

describe('a new booking', () => {
  it('is for oneself, and unchanged until something is written', () => {
    const editor = new BookingEditor(dataOf(), testPlace(), { days });
    expect(editor.isChanged).toBe(false);
    expect([editor.nights, editor.usualTitle]).toEqual([3, 'Ada']);
    editor.form.note = 'Hi';
    expect(editor.isChanged).toBe(true);
  });
  it('is sent with one key, also when it is tried again, and with another when it is another', async () => {
    const create = vi.fn().mockRejectedValue(new OfflineError());
    const editor = new BookingEditor(dataOf({}, { create }), testPlace(), { days });
    expect(await editor.save()).toBeUndefined();
    expect(editor.isOffline).toBe(true);
    await editor.save();
    editor.form.note = 'Hi';
    create.mockResolvedValue(testBooking());
    expect(await editor.save()).toBeDefined();
    const keys = create.mock.calls.map(([, , key]) => key as string);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[1]);
  });
  it('is not sent with problems', async () => {
    const data = dataOf();
    const editor = new BookingEditor(data, testPlace(), { days });
    editor.setStay({ end: days.start });
    expect(await editor.save()).toBeUndefined();
    expect(editor.problems.end).toContain('after arrival');
    expect(data.create).not.toHaveBeenCalled();
    editor.setStay({ end: days.end });
    expect(editor.problems.end).toBeUndefined();
  });
  it('asks for a quote whenever the nights change, but not for none', async () => {
    const data = dataOf();
    const editor = new BookingEditor(data, testPlace(), { days });
    await settle();
    editor.setArrival('2027-07-05');
    await settle();
    expect(data.ask.mock.lastCall?.[1]).toEqual({ start: '2027-07-05', end: '2027-07-06' });
    expect(editor.quote?.start).toBe('2027-07-05');
    editor.setStay({ end: '' });
    await settle();
    expect(data.ask).toHaveBeenCalledTimes(2);
    expect(editor.quote).toBeUndefined();
  });
  it('in another place is of nobody else when one may not choose there', async () => {
    const editor = new BookingEditor(dataOf(), testPlace(), { days });
    editor.setWhom({ userId: ben });
    editor.setPlace(testPlace({ id: 'other', role: 'member' }));
    expect([editor.form.userId, editor.mayChoose]).toEqual([ada, false]);
  });
});

describe('what the server would say', () => {
  const refused = { refusal: { code: 'tooShort' as const, detail: 'At least 3.' } };
  it('is next to the date that it is about', async () => {
    const editor = new BookingEditor(dataOf(refused), testPlace(), { days });
    await settle();
    expect(editor.refusal).toEqual({ field: 'end', text: 'At least 3.' });
    editor.setWhom({ whom: 'blocked' });
    expect(editor.refusal).toBeUndefined();
  });
  it('does not count for nights that are booked already', async () => {
    const quote = { ...refused, taken: [{ night: days.start }] };
    const editor = new BookingEditor(dataOf(quote), testPlace(), { booking: testBooking() });
    await settle();
    expect([editor.refusal, editor.taken]).toEqual([undefined, []]);
    editor.setStay({ end: '2027-07-07' });
    await settle();
    expect(editor.refusal?.text).toBe('At least 3.');
    expect(editor.taken).toHaveLength(1);
  });
  it('lets nights be blocked for longer than a stay, but not for ever', async () => {
    const tooLong = { refusal: { code: 'tooLong' as const, detail: 'At most 30.' } };
    const long = { start: '2027-01-01', end: '2027-04-10' };
    const editor = new BookingEditor(dataOf(tooLong), testPlace(), { days: long });
    editor.setWhom({ whom: 'blocked' });
    await settle();
    expect([editor.nights, editor.refusal]).toEqual([99, undefined]);
    editor.setStay({ end: '2027-04-11' });
    await settle();
    expect(editor.refusal?.field).toBe('end');
  });
});

describe('saving', () => {
  it('nights that somebody else took meanwhile says so, and asks for the quote again', async () => {
    const overlap = problem({ status: 409, code: 'overlap', detail: 'July 3 is taken by Ben.' });
    const data = dataOf({}, { create: vi.fn().mockRejectedValue(overlap) });
    const editor = new BookingEditor(data, testPlace(), { days });
    await settle();
    data.ask.mockResolvedValue(testQuote({ taken: [{ night: '2027-07-03' }] }));
    expect(await editor.save()).toBeUndefined();
    await settle();
    expect(editor.failure).toBe('July 3 is taken by Ben.');
    expect(editor.taken).toEqual([{ night: '2027-07-03' }]);
  });
  it.each([
    [{ code: 'inThePast' }, 'start'],
    [{ code: 'tooLong' }, 'end'],
    [{ code: 'titleLength', field: 'title' }, 'title'],
  ])('%o is told at %s', async (part, field) => {
    const data = dataOf({}, { create: vi.fn().mockRejectedValue(problem(part)) });
    const editor = new BookingEditor(data, testPlace(), { days });
    await editor.save();
    expect(editor.problems).toEqual({ [field]: 'No.' });
    expect(editor.failure).toBe('');
  });
  it('asks for no quote again when it was refused for other reasons', async () => {
    const refused = problem({ status: 403, code: 'quotaReached' });
    const data = dataOf({}, { create: vi.fn().mockRejectedValue(refused) });
    const editor = new BookingEditor(data, testPlace(), { days });
    await settle();
    data.ask.mockClear();
    await editor.save();
    await settle();
    expect(data.ask).not.toHaveBeenCalled();
    expect([editor.problems, editor.failure]).toEqual([{}, 'No.']);
  });
  it('sends nothing when nothing differs', async () => {
    const data = dataOf();
    const booking = testBooking();
    const editor = new BookingEditor(data, testPlace(), { booking });
    expect(await editor.save()).toBe(booking);
    expect(data.change).not.toHaveBeenCalled();
  });
  it('what was cancelled meanwhile offers to book it again', async () => {
    const data = dataOf({}, { change: vi.fn().mockRejectedValue(problem({ status: 404 })) });
    const editor = new BookingEditor(data, testPlace(), { booking: testBooking() });
    editor.form.note = 'Hi';
    expect(await editor.save()).toBeUndefined();
    expect(editor.isGone).toBe(true);
    expect(data.forgetBooking).toHaveBeenCalled();
    expect(await editor.saveAsNew()).toBeDefined();
    expect(data.create).toHaveBeenCalledTimes(1);
    expect([editor.isGone, editor.base]).toEqual([false, undefined]);
  });
});

describe('two versions', () => {
  const current = testBooking({
    title: 'The Lovelaces',
    extendedProps: { version: 2, etag: 'v2' },
  });
  const stale = problem({ status: 409, code: 'staleVersion', current });

  it('are shown, and what was chosen is saved on top of the newer one', async () => {
    const change = vi.fn().mockRejectedValueOnce(stale).mockResolvedValue(current);
    const editor = new BookingEditor(dataOf({}, { change }), testPlace(), {
      booking: testBooking(),
    });
    editor.setStay({ end: '2027-07-08' });
    await editor.save();
    expect(editor.conflict).toMatchObject({ current, isNewer: false });
    expect(await editor.resolve({ when: 'mine', title: 'theirs' })).toBe(current);
    expect(change).toHaveBeenLastCalledWith(current, { end: '2027-07-08' });
    expect(editor.conflict).toBeUndefined();
  });
  it('of which theirs is chosen in all send nothing', async () => {
    const change = vi.fn().mockRejectedValueOnce(stale);
    const editor = new BookingEditor(dataOf({}, { change }), testPlace(), {
      booking: testBooking(),
    });
    editor.form.note = 'Hi';
    await editor.save();
    const theirs = { when: 'theirs', title: 'theirs', note: 'theirs', whom: 'theirs' } as const;
    expect(await editor.resolve(theirs)).toBe(current);
    expect(change).toHaveBeenCalledTimes(1);
  });
  it('may become three: what was written stays', async () => {
    const newest = testBooking({ title: 'All', extendedProps: { version: 3, etag: 'v3' } });
    const again = problem({ status: 409, code: 'staleVersion', current: newest });
    const change = vi.fn().mockRejectedValueOnce(stale).mockRejectedValueOnce(again);
    const editor = new BookingEditor(dataOf({}, { change }), testPlace(), {
      booking: testBooking(),
    });
    editor.form.note = 'Hi';
    await editor.save();
    await editor.resolve({});
    expect(editor.conflict).toMatchObject({ current: newest, isNewer: true });
    expect(editor.conflict?.mine.note).toBe('Hi');
    expect(editor.conflict?.base.title).toBe('Ada');
  });
  it('of what one only wants to cancel: it is shown as it is, and not cancelled', async () => {
    const data = dataOf({}, { remove: vi.fn().mockRejectedValue(stale) });
    const editor = new BookingEditor(data, testPlace(), { booking: testBooking() });
    expect(await editor.remove()).toBeUndefined();
    expect(editor.form.title).toBe('The Lovelaces');
    expect(editor.failure).toContain('try again');
    expect(editor.conflict).toBeUndefined();
  });
});

describe('for whom', () => {
  it('changes a title that nobody wrote', async () => {
    const editor = new BookingEditor(dataOf(), testPlace(), { booking: testBooking() });
    await editor.loadMembers();
    editor.setWhom({ userId: ben });
    expect(editor.form.title).toBe('Ben');
    editor.form.title = 'Football team';
    editor.setWhom({ userId: ada });
    expect(editor.form.title).toBe('Football team');
  });
  it('is asked of administrators only', async () => {
    const data = dataOf();
    const editor = new BookingEditor(data, testPlace({ role: 'member' }), { days });
    await editor.loadMembers();
    expect(editor.members).toEqual([]);
    await editor.save();
    expect(data.create).toHaveBeenCalledWith('default', days, expect.any(String));
  });
});

describe('cancelling and wishing', () => {
  it('gives back what was cancelled', async () => {
    const booking = testBooking();
    const data = dataOf();
    const editor = new BookingEditor(data, testPlace(), { booking });
    expect(await editor.remove()).toBe(booking);
    expect(data.remove).toHaveBeenCalledWith(booking);
  });
  it('wishes for the nights of the form', async () => {
    const wish = vi.fn().mockResolvedValue({ id: 'w' });
    const data = dataOf();
    const api = testBookingsApi({ quote: data.ask, wish, list: async () => [] });
    const editor = new BookingEditor({ ...data, api }, testPlace(), { days });
    expect(await editor.wish(' please ')).toEqual({ id: 'w' });
    expect(wish).toHaveBeenCalledWith('default', days, 'please');
    wish.mockRejectedValue(problem({ status: 409, code: 'nightsAreFree', detail: 'Book them.' }));
    expect(await editor.wish('')).toBeUndefined();
    expect(editor.failure).toBe('Book them.');
  });
});

it('new prices of the place lead to a new quote', async () => {
  const data = dataOf();
  const editor = new BookingEditor(data, testPlace(), { days });
  await settle();
  editor.heardPlace(testPlace());
  expect(data.ask).toHaveBeenCalledTimes(1);
  editor.heardPlace(testPlace({ etag: 'v2', pricePerNight: 1 }));
  await settle();
  expect(data.ask).toHaveBeenCalledTimes(2);
});

it('a title that was emptied is the usual one again', async () => {
  const data = dataOf();
  const booking = testBooking({ title: 'Football team' });
  const editor = new BookingEditor(data, testPlace(), { booking });
  editor.form.title = ' ';
  await editor.save();
  expect(data.change).toHaveBeenCalledWith(booking, { title: 'Ada' });
});
