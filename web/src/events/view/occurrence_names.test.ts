import { describe, expect, it, vi } from 'vitest';
import { itemOf, tagged } from './occurrence_items';
import { fullName, hintOf, timeThere, timeWords } from './occurrence_names';
import { occurrenceOf } from '../test_parts';

vi.mock('../../lib/locale', () => ({ locale: () => 'en-GB', language: () => 'en' }));

const berlin = 'Europe/Berlin';
const days = occurrenceOf({ isAllDay: true, start: '2026-11-17', end: '2026-11-20' });
const call = occurrenceOf({
  title: 'Call',
  start: '2026-11-17T01:00:00',
  end: '2026-11-17T02:00:00',
  startTzid: 'America/New_York',
  startLocal: '2026-11-16T19:00:00',
});

describe('in words', () => {
  it('says everything that is seen', () => {
    const name = fullName(
      occurrenceOf({
        kind: 'occurrence',
        status: 'TENTATIVE',
        location: 'Room 4',
        tags: ['team', 'work'],
      }),
      berlin,
      false,
    );
    expect(name).toMatch(/^Dentist, Tuesday, 17 November( 2026)?, 9:00 to 10:00, /);
    expect(name).toMatch(/, repeats, tentative, Room 4, tagged team, work$/);
  });

  it('says days, moments, and what goes over midnight', () => {
    expect(fullName(days, berlin, false)).toMatch(/17 November.* to Thursday, 19 November/);
    const night = occurrenceOf({ start: '2026-11-17T22:00:00', end: '2026-11-18T06:00:00' });
    expect(fullName(night, berlin, false)).toMatch(/22:00 to Wednesday, 18 November.*, 6:00$/);
    const moment = occurrenceOf({ end: '2026-11-17T09:00:00' });
    expect(fullName(moment, berlin, true)).toMatch(/, 9 am$/);
  });

  it('says the clock of the place where it is', () => {
    expect(fullName(call, berlin, false)).toContain('19:00 on 16 Nov in New York');
    expect(hintOf(call, berlin, false)).toBe('Call\n1:00 – 2:00\n19:00 on 16 Nov in New York');
    const sameClock = occurrenceOf({ startTzid: 'Europe/Paris' });
    expect(fullName(sameClock, berlin, false)).not.toContain('Paris');
  });

  it.each([
    ['America/New_York', '2026-11-17T03:00:00', false, '3:00 in New York'],
    ['America/New_York', '2026-11-17T15:30:00', true, '3:30 pm in New York'],
    ['Asia/Tokyo', '2026-11-18T00:00:00', false, '0:00 on 18 Nov in Tokyo'],
    ['Asia/Calcutta', '2026-11-17T13:30:00', false, '13:30 in Kolkata'],
    // The same clock, by another name; the own zone; none at all.
    ['Europe/Paris', '2026-11-17T09:00:00', false, ''],
    ['Europe/Berlin', '2026-11-17T09:00:00', false, ''],
    [null, '2026-11-17T09:00:00', false, ''],
  ])('where the clock is that of %s and says %s', (startTzid, startLocal, hour12, there) => {
    expect(timeThere(occurrenceOf({ startTzid, startLocal }), berlin, hour12)).toBe(there);
  });

  it('says times as a list does', () => {
    expect(timeWords(occurrenceOf(), false)).toBe('9:00 – 10:00');
    expect(timeWords(days, false)).toBe('until 19 Nov');
    expect(
      timeWords(occurrenceOf({ isAllDay: true, start: '2026-11-17', end: '2026-11-18' }), false),
    ).toBe('All day');
  });
});

describe('an item of the grid', () => {
  const context = { zone: berlin, now: '2026-11-17T09:30:00', slotMinutes: 15 };

  it('is as long as one press when it has no duration', () => {
    const moment = occurrenceOf({ end: '2026-11-17T09:00:00' });
    expect(itemOf(moment, context)).toMatchObject({
      start: '2026-11-17T09:00:00',
      end: '2026-11-17T09:15:00',
      isPast: true,
    });
  });

  it('has the time there beside the one here', () => {
    expect(itemOf(call, context).timeThere?.(false)).toBe('19:00 on 16 Nov in New York');
    expect(itemOf(occurrenceOf(), context).timeThere?.(false)).toBe('');
  });

  it('is over when its end is', () => {
    expect(itemOf(occurrenceOf(), context).isPast).toBe(false);
    expect(itemOf(occurrenceOf({ end: '2026-11-17T09:30:00' }), context).isPast).toBe(true);
    expect(itemOf(days, context).isPast).toBe(false);
    const yesterday = occurrenceOf({ isAllDay: true, start: '2026-11-16', end: '2026-11-17' });
    expect(itemOf(yesterday, context).isPast).toBe(true);
  });

  it('has a colour that is one', () => {
    expect(itemOf(occurrenceOf({ color: '#12AB34' }), context).color).toBe('#12AB34');
    for (const color of [null, 'red;}']) {
      expect(itemOf(occurrenceOf({ color }), context).color).toMatch(/^#[0-9A-F]{6}$/);
    }
  });
});

it('filters by any of the tags', () => {
  const all = [['a'], ['b', 'c'], []].map((tags) => ({ tags }));
  expect(tagged(all, new Set())).toHaveLength(3);
  expect(tagged(all, new Set(['a', 'c']))).toEqual([{ tags: ['a'] }, { tags: ['b', 'c'] }]);
});
