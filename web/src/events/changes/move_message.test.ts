import { expect, it, vi } from 'vitest';
import { moveMessage } from './move_message';
import type { Placement } from '../view/placements';

vi.mock('../../lib/locale', () => ({ locale: () => 'en-GB', language: () => 'en' }));

const at = (start: string, end: string): Placement => ({
  start,
  end,
  isAllDay: !start.includes('T'),
});
const timed = at('2031-11-17T09:00:00', '2031-11-17T10:00:00');
const day = at('2031-11-17', '2031-11-18');

it.each([
  [
    timed,
    at('2031-11-18T09:00:00', '2031-11-18T10:00:00'),
    'Moved “A” to Tuesday, 18 November 2031',
  ],
  [timed, at('2031-11-17T11:00:00', '2031-11-17T12:00:00'), 'Moved “A” to 11:00'],
  [
    timed,
    at('2031-11-18T11:00:00', '2031-11-18T12:00:00'),
    'Moved “A” to Tuesday, 18 November 2031, 11:00',
  ],
  [timed, at('2031-11-17T09:00:00', '2031-11-17T11:30:00'), '“A” now ends at 11:30'],
  [
    timed,
    at('2031-11-17T09:00:00', '2031-11-18T01:00:00'),
    '“A” now ends at Tuesday, 18 November 2031, 1:00',
  ],
  [timed, at('2031-11-17T08:00:00', '2031-11-17T10:00:00'), '“A” now starts at 8:00'],
  [timed, at('2031-11-18', '2031-11-19'), 'Moved “A” to Tuesday, 18 November 2031'],
  [day, at('2031-11-18', '2031-11-19'), 'Moved “A” to Tuesday, 18 November 2031'],
  [
    day,
    at('2031-11-17', '2031-11-19'),
    '“A” now runs from Monday, 17 November 2031 to Tuesday, 18 November 2031',
  ],
  [day, at('2031-11-17T09:00:00', '2031-11-17T10:00:00'), 'Moved “A” to 9:00'],
])('from %o to %o: %s', (before, after, message) => {
  expect(moveMessage({ ...before, title: 'A' }, after, false)).toBe(message);
});
