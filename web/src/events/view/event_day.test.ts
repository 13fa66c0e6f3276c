import { expect, it } from 'vitest';
import { eventOf } from '../test_parts';
import { dayOf } from './event_day';

it('finds the day of an event by the clock of the planner', () => {
  expect(dayOf(eventOf({ startUtc: '2026-11-17T23:30:00Z' }), 'Europe/Berlin')).toBe('2026-11-18');
  expect(dayOf(eventOf({ startDate: '2026-11-17' }), 'Asia/Tokyo')).toBe('2026-11-17');
  expect(dayOf(eventOf({ startLocal: '2026-11-17T23:30:00' }), 'Asia/Tokyo')).toBe('2026-11-17');
});
