import { describe, expect, it } from 'vitest';
import { firstRange, usualDraft } from './planner_days';
import { hasOtherClock } from '../zones/zone_offer';

it('asks at first for weeks of both kinds', () => {
  expect(firstRange('week', '2026-11-15')).toEqual({ from: '2026-11-09', to: '2026-11-21' });
  expect(firstRange('week', '2026-11-18')).toEqual({ from: '2026-11-15', to: '2026-11-22' });
  expect(firstRange('day', '2026-11-15')).toEqual({ from: '2026-11-15', to: '2026-11-15' });
});

describe('something new', () => {
  const lengths = { slotMinutes: 15, newMinutes: 45 };
  const week = { from: '2026-11-16', to: '2026-11-22' };
  const now = '2026-11-17T09:20:00';

  it('begins at the next full slot of today', () => {
    expect(usualDraft({ view: 'week', date: '2026-11-20' }, week, now, lengths)).toEqual({
      start: '2026-11-17T09:30:00',
      end: '2026-11-17T10:15:00',
      isAllDay: false,
    });
    const late = usualDraft(
      { view: 'week', date: '2026-11-20' },
      week,
      '2026-11-17T23:50:00',
      lengths,
    );
    expect(late.start).toBe('2026-11-18T00:00:00');
  });

  it('begins in the morning of another day', () => {
    const day = { from: '2026-11-20', to: '2026-11-20' };
    expect(usualDraft({ view: 'day', date: '2026-11-20' }, day, now, lengths).start).toBe(
      '2026-11-20T09:00:00',
    );
  });
});

it.each([
  ['Europe/Berlin', 'Europe/Berlin', false],
  ['Europe/Berlin', 'Europe/Paris', false],
  ['Europe/Berlin', 'America/New_York', true],
  // The same clock in summer only.
  ['Europe/Berlin', 'Africa/Johannesburg', true],
  ['Europe/Berlin', 'Nowhere/At_All', false],
])('%s and %s have other clocks: %s', (here, zone, isOther) => {
  expect(hasOtherClock(here, zone, Date.UTC(2026, 6, 1))).toBe(isOther);
  expect(hasOtherClock(here, zone, Date.UTC(2026, 0, 1))).toBe(isOther);
});
