import { describe, expect, it } from 'vitest';
import { isNow, nightsTogether, ownStays, placeNameOf } from './own_stays';
import { testBooking, testPlace } from '../test_bookings';
import type { Wish } from '../types';
import { offeredFirst } from '../wishes/wish_order';

const stay = (id: string, start: string, end: string) => testBooking({ id, start, end });
const ids = (list: { id: string }[]) => list.map(({ id }) => id).join(' ');

describe('own stays', () => {
  const all = [
    stay('later', '2027-01-01', '2027-01-03'),
    stay('over', '2026-10-01', '2026-10-05'),
    stay('next', '2026-12-01', '2026-12-02'),
    stay('leaving', '2026-11-10', '2026-11-16'),
    stay('last', '2026-11-10', '2026-11-15'),
  ];
  it('are to come until the day of departure is over', () => {
    const { upcoming, past } = ownStays(all, () => '2026-11-16');
    expect(ids(upcoming)).toBe('leaving next later');
    expect(ids(past)).toBe('last over');
  });
  it('are over by the day at their place', () => {
    const { past } = ownStays([stay('a', '2026-11-10', '2026-11-16')], () => '2026-11-17');
    expect(ids(past)).toBe('a');
  });
  it('may be now', () => {
    const now = stay('a', '2026-11-14', '2026-11-16');
    const days = ['2026-11-13', '2026-11-14', '2026-11-16', '2026-11-17'];
    expect(days.map((day) => isNow(now, day))).toEqual([false, true, true, false]);
  });
  it('have nights and a place', () => {
    expect(nightsTogether([testBooking(), testBooking()])).toBe(6);
    expect(placeNameOf([testPlace()], 'default')).toBe('Cabin');
    expect(placeNameOf([], 'default')).toContain('left');
  });
});

it('wishes that can be booked come first', () => {
  const wish = (id: string, start: string, offered: boolean): Wish => ({
    id,
    placeId: 'default',
    placeName: 'Cabin',
    userId: 'a',
    userName: 'Ada',
    start,
    end: '2028-01-01',
    nights: 1,
    note: null,
    createdAt: id,
    offered,
  });
  const sorted = offeredFirst([
    wish('b', '2027-05-01', false),
    wish('a', '2027-05-01', false),
    wish('c', '2027-07-01', true),
    wish('d', '2027-06-01', true),
    wish('e', '2027-01-01', false),
  ]);
  expect(ids(sorted)).toBe('d c e a b');
});
