import { describe, expect, it } from 'vitest';
import { followStart } from './rule_follow';
import type { RuleStart } from './rule_model';

function on(date: string, more: Partial<RuleStart> = {}): RuleStart {
  return { date, time: '09:00', isAllDay: false, tzid: 'Europe/Berlin', ...more };
}

describe('a rule about the day of the start goes along', () => {
  it.each([
    ['FREQ=WEEKLY;BYDAY=MO', '2026-11-16', '2026-11-17', 'FREQ=WEEKLY;BYDAY=TU'],
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO',
      '2026-11-16',
      '2026-11-20',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR',
    ],
    ['FREQ=MONTHLY;BYMONTHDAY=16', '2026-11-16', '2026-12-01', 'FREQ=MONTHLY;BYMONTHDAY=1'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', '2026-11-30', '2026-12-31', 'FREQ=MONTHLY;BYMONTHDAY=-1'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', '2026-11-30', '2026-12-30', 'FREQ=MONTHLY;BYMONTHDAY=30'],
    ['FREQ=MONTHLY;BYDAY=3MO', '2026-11-16', '2026-11-24', 'FREQ=MONTHLY;BYDAY=4TU'],
    ['FREQ=MONTHLY;BYDAY=3MO', '2026-11-16', '2026-11-30', 'FREQ=MONTHLY;BYDAY=-1MO'],
    ['FREQ=MONTHLY;BYDAY=-1MO', '2026-11-30', '2026-11-27', 'FREQ=MONTHLY;BYDAY=-1FR'],
    ['FREQ=MONTHLY;BYDAY=-1MO', '2026-11-30', '2026-11-17', 'FREQ=MONTHLY;BYDAY=3TU'],
    [
      'FREQ=YEARLY;BYMONTHDAY=16;BYMONTH=11',
      '2026-11-16',
      '2026-12-24',
      'FREQ=YEARLY;BYMONTHDAY=24;BYMONTH=12',
    ],
  ])('%s from %s to %s', (rrule, before, after, expected) => {
    expect(followStart(rrule, on(before), on(after))).toBe(expected);
  });
});

describe('a rule about other days stays', () => {
  it.each([
    '',
    'nonsense',
    'FREQ=DAILY',
    'FREQ=WEEKLY',
    'FREQ=YEARLY',
    'FREQ=WEEKLY;BYDAY=MO,WE,FR',
    'FREQ=WEEKLY;BYDAY=TH',
    'FREQ=MONTHLY;BYMONTHDAY=1',
    'FREQ=MONTHLY;BYMONTHDAY=1,16',
    'FREQ=MONTHLY;BYDAY=1MO',
    'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=3',
    'FREQ=YEARLY;BYMONTHDAY=16;BYMONTH=12',
  ])('%s', (rrule) => {
    expect(followStart(rrule, on('2026-11-16'), on('2026-11-17'))).toBe(rrule);
  });
});

describe('the last day stays the last day', () => {
  const until = 'FREQ=DAILY;UNTIL=20261224T225959Z';

  it('in another zone', () => {
    const there = on('2026-11-16', { tzid: 'America/New_York' });
    expect(followStart(until, on('2026-11-16'), there)).toBe('FREQ=DAILY;UNTIL=20261225T045959Z');
    const floating = on('2026-11-16', { tzid: null });
    expect(followStart(until, on('2026-11-16'), floating)).toBe('FREQ=DAILY;UNTIL=20261224T235959');
  });

  it('as a whole day, and back', () => {
    const day = on('2026-11-16', { isAllDay: true, time: undefined, tzid: null });
    expect(followStart(until, on('2026-11-16'), day)).toBe('FREQ=DAILY;UNTIL=20261224');
    expect(followStart('FREQ=DAILY;UNTIL=20261224', day, on('2026-11-16'))).toBe(until);
  });
});
