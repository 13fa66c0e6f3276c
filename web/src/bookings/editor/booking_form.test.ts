import { describe, expect, it } from 'vitest';
import {
  againOf,
  changeOf,
  formOfBooking,
  isSameForm,
  newOf,
  problemsOf,
  withArrival,
  type BookingForm,
} from './booking_form';
import { ada, ben, testBooking } from '../test_bookings';

const form: BookingForm = {
  start: '2027-07-03',
  end: '2027-07-06',
  whom: 'member',
  userId: ada,
  title: '',
  note: '',
};

describe('a booking that is written', () => {
  it('comes from one that is there', () => {
    expect(formOfBooking(testBooking({ extendedProps: { note: 'Hi' } }))).toEqual({
      ...form,
      title: 'Ada',
      note: 'Hi',
    });
    const guest = formOfBooking(testBooking({ extendedProps: { userId: null } }));
    expect([guest.whom, guest.userId]).toEqual(['guest', '']);
    expect(formOfBooking(testBooking({ extendedProps: { kind: 'blocked' } })).whom).toBe('blocked');
  });
  it.each([
    [{}, []],
    [{ end: '2027-07-03' }, ['end']],
    [{ end: '2027-07-01' }, ['end']],
    [{ start: '' }, ['start']],
    [{ start: '2027-02-30', end: '' }, ['start', 'end']],
    [{ whom: 'guest', userId: '' }, ['title']],
    [{ whom: 'guest', title: ' ' }, ['title']],
    [{ whom: 'guest', title: 'Grandma' }, []],
    [{ userId: '' }, ['userId']],
    [{ whom: 'blocked', userId: '' }, []],
    [{ title: 'x'.repeat(201) }, ['title']],
    [{ note: 'x'.repeat(1001) }, ['note']],
    [{ note: 'x'.repeat(1000), title: 'x'.repeat(200) }, []],
  ] satisfies [Partial<BookingForm>, string[]][])('%o has problems: %j', (change, fields) => {
    expect(Object.keys(problemsOf({ ...form, ...change }))).toEqual(fields);
  });
  it('takes the departure along with the arrival, when it has to', () => {
    expect(withArrival(form, '2027-07-04')).toEqual({ start: '2027-07-04', end: '2027-07-06' });
    expect(withArrival(form, '2027-07-06')).toEqual({ start: '2027-07-06', end: '2027-07-09' });
    expect(withArrival(form, '2027-08-30')).toEqual({ start: '2027-08-30', end: '2027-09-02' });
    expect(withArrival({ start: '', end: '' }, '2027-07-01').end).toBe('2027-07-02');
    expect(withArrival(form, '').end).toBe(form.end);
  });
});

describe('what is sent', () => {
  it('says nothing about the person, for those who book for themselves', () => {
    const written = { ...form, title: ' Family ', note: ' ' };
    expect(newOf(written, false)).toEqual({
      start: '2027-07-03',
      end: '2027-07-06',
      title: 'Family',
    });
  });
  it.each([
    [{ userId: ben }, { userId: ben }],
    [
      { whom: 'guest', title: 'Grandma' },
      { userId: null, title: 'Grandma' },
    ],
    [{ whom: 'blocked' }, { kind: 'blocked' }],
  ] satisfies [Partial<BookingForm>, object][])('says for whom: %o', (change, sent) => {
    const { start, end } = form;
    expect(newOf({ ...form, ...change }, true)).toEqual({ start, end, ...sent });
  });
  it('has only what differs', () => {
    const before = { ...form, title: 'Ada', note: 'Hi' };
    expect(changeOf(before, { ...before, title: ' Ada ' }, true)).toEqual({});
    expect(changeOf(before, { ...before, note: '' }, true)).toEqual({ note: null });
    expect(changeOf(before, { ...before, end: '2027-07-08' }, true)).toEqual({ end: '2027-07-08' });
    expect(changeOf(before, { ...before, userId: ben }, true)).toEqual({ userId: ben });
    expect(changeOf(before, { ...before, whom: 'guest' }, true)).toEqual({ userId: null });
    expect(changeOf(before, { ...before, userId: ben }, false)).toEqual({});
  });
  it('keeps the title when it was emptied: there is always one', () => {
    expect(changeOf({ ...form, title: 'Ada' }, form, true)).toEqual({});
  });
  it('is the same nights again after a booking was cancelled', () => {
    const guest = testBooking({ title: 'Grandma', extendedProps: { userId: null, note: 'Hi' } });
    expect(againOf(guest, true)).toEqual({
      start: guest.start,
      end: guest.end,
      title: 'Grandma',
      note: 'Hi',
      userId: null,
    });
    expect(againOf(testBooking(), false)).not.toHaveProperty('userId');
  });
  it('is unchanged when only spaces are', () => {
    expect(isSameForm(form, { ...form, note: ' ' })).toBe(true);
    expect(isSameForm(form, { ...form, userId: ben })).toBe(false);
    // Whom a guest is chosen instead of does not matter.
    const guest = { ...form, whom: 'guest' as const };
    expect(isSameForm(guest, { ...guest, userId: ben })).toBe(true);
  });
});
