import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api';
import { bookingFields } from './booking_conflict';
import { BookingEditor } from './booking_editor.svelte';
import { formOfBooking } from './booking_form';
import {
  ada,
  ben,
  testBooking,
  testBookingsApi,
  testMe as me,
  testPlace,
  testQuote,
} from '../test_bookings';
import { rowsOf } from '../../lib/versions';

const booking = testBooking();
const days = { start: booking.start, end: booking.end };
const missing = new ApiError({ status: 404, title: '', detail: 'It is not there.' });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settle = () => vi.advanceTimersByTimeAsync(1000);

// The server knows the booking until it is cancelled.
async function opened() {
  const server = { hasBooking: true, taken: [{ night: days.start }] };
  const quote = vi.fn(async (_place: string, of: typeof days, instead?: string) => {
    if (instead !== undefined && !server.hasBooking) throw missing;
    return testQuote({ ...of, taken: server.hasBooking ? [] : server.taken });
  });
  const data = {
    api: testBookingsApi({ quote, list: async () => [] }),
    me,
    create: vi.fn(async () => booking),
    change: vi.fn(async () => booking),
    remove: vi.fn(async () => undefined),
    forgetBooking: vi.fn(),
    refreshWishes: vi.fn(async () => undefined),
  };
  const editor = new BookingEditor(data, testPlace({ role: 'member' }), { booking });
  await settle();
  quote.mockClear();
  return { server, quote, data, editor };
}

describe('a booking that somebody else cancels while it is open', () => {
  it('is known to be gone, with what was written', async () => {
    const { server, quote, data, editor } = await opened();
    editor.form.note = 'Three of us';
    server.hasBooking = false;
    editor.heardGone();
    await settle();
    expect([editor.isGone, editor.form.note]).toEqual([true, 'Three of us']);
    expect(quote.mock.calls).toEqual([['default', days, undefined]]);
    expect(data.forgetBooking).toHaveBeenCalledWith('default', 'one');
  });
  it('holds its nights no more: whoever took them is named, and what it cost is open', async () => {
    const { server, editor } = await opened();
    expect([editor.hasOldNights, editor.taken]).toEqual([true, []]);
    server.hasBooking = false;
    editor.heardGone();
    await settle();
    expect([editor.hasOldNights, editor.taken]).toEqual([false, server.taken]);
  });
  it('is asked about as a new one, whatever happens next', async () => {
    const { server, quote, editor } = await opened();
    server.hasBooking = false;
    editor.heardGone();
    editor.setStay({ end: '2027-07-08' });
    await settle();
    editor.heardNeighbours();
    await settle();
    expect(quote.mock.calls.map(([, , instead]) => instead)).toEqual([undefined, undefined]);
    expect(editor.quotes.failure).toBe('');
  });
  it('is not changed any more, but booked again', async () => {
    const { data, editor } = await opened();
    editor.form.note = 'Hi';
    editor.heardGone();
    expect(await editor.save()).toBeUndefined();
    expect(data.change).not.toHaveBeenCalled();
    expect(await editor.saveAsNew()).toBe(booking);
    expect(data.create).toHaveBeenCalledTimes(1);
  });
  it('is found to be gone by the quote when the news did not come', async () => {
    const { server, quote, editor } = await opened();
    server.hasBooking = false;
    editor.setStay({ end: '2027-07-08' });
    await settle();
    expect([editor.isGone, editor.quotes.failure]).toEqual([true, '']);
    expect(quote).toHaveBeenLastCalledWith(
      'default',
      { start: days.start, end: '2027-07-08' },
      undefined,
    );
  });
});

it('one’s own cancelling asks for nothing more, and is no news', async () => {
  const { server, quote, data, editor } = await opened();
  data.remove.mockImplementation(async () => {
    server.hasBooking = false;
    // The live stream may be faster than the reply.
    editor.heardGone();
    editor.heardNeighbours();
  });
  expect(await editor.remove()).toBe(booking);
  editor.heardGone();
  editor.heardNeighbours();
  await settle();
  expect([editor.isGone, quote.mock.calls.length]).toEqual([false, 0]);
});

it('two versions of one’s own booking say one’s own name, without knowing the members', () => {
  const form = formOfBooking(booking);
  const nameIn = (userId: string) => {
    const rows = rowsOf(bookingFields([], me), {
      base: form,
      mine: form,
      theirs: { ...form, userId },
    });
    return rows.find(({ field }) => field === 'whom')?.theirs;
  };
  expect([nameIn(ada), nameIn(ben)]).toEqual(['Ada', 'A member']);
});
