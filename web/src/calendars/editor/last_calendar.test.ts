import { describe, expect, it } from 'vitest';
import type { Calendar } from '../../lib/types';
import { startingCalendar } from './last_calendar';

const calendars = ['a', 'b', 'c'].map((id) => ({ id }) as Calendar);
const hidden = (...ids: string[]) => new Set(ids);

describe('the calendar in which a new entry begins', () => {
  it('is the one that was asked for, then the last, then the first that is shown', () => {
    expect(startingCalendar(calendars, hidden('c'), 'c', 'b')).toBe('c');
    expect(startingCalendar(calendars, hidden(), 'gone', 'b')).toBe('b');
    expect(startingCalendar(calendars, hidden('a', 'b'), undefined, 'b')).toBe('c');
    expect(startingCalendar(calendars, hidden(), undefined, null)).toBe('a');
    expect(startingCalendar(calendars, hidden('a', 'b', 'c'), undefined, null)).toBe('a');
  });

  it('is none when there is none to write in', () => {
    expect(startingCalendar([], hidden(), 'a', 'a')).toBe('');
  });
});
