import { describe, expect, it } from 'vitest';
import { forYou, skippedWords } from './zones_words';

describe('a time for you', () => {
  it('is said where the clocks differ', () => {
    expect(forYou('2026-11-15T15:00', 'America/New_York', 'Europe/Berlin', false)).toBe(
      '15:00 in New York is 21:00 for you',
    );
    expect(forYou('2026-11-15T15:00', 'America/New_York', 'Europe/Berlin', true)).toBe(
      '3 pm in New York is 9 pm for you',
    );
  });

  it('has the day where it is another one', () => {
    expect(forYou('2026-11-15T20:00', 'America/New_York', 'Asia/Kolkata', false)).toBe(
      '20:00 in New York is 6:30 the next day for you',
    );
    expect(forYou('2026-11-15T02:00', 'Asia/Tokyo', 'America/New_York', false)).toBe(
      '2:00 in Tokyo is 12:00 the day before for you',
    );
  });

  it('is not said where they say the same', () => {
    expect(forYou('2026-11-15T15:00', 'Europe/Berlin', 'Europe/Berlin', false)).toBe('');
    expect(forYou('2026-11-15T15:00', 'Europe/Paris', 'Europe/Berlin', false)).toBe('');
    // London is an hour behind all year.
    expect(forYou('2026-07-15T15:00', 'Europe/London', 'Europe/Berlin', false)).not.toBe('');
  });

  it('says when clocks leave it out', () => {
    const words = (start: string, end?: string) => skippedWords(start, end, 'Europe/Berlin', false);
    expect(words('2026-03-29T02:30')).toBe(
      'Clocks in Berlin skip 2:30 on this day, so it will be 3:30.',
    );
    expect(words('2026-03-29T02:30', '2026-03-29T03:30')).toBe(
      'Clocks in Berlin skip 2:30 on this day, so it will be from 3:30 to 4:30.',
    );
    expect(words('2026-03-29T01:30', '2026-03-29T02:30')).toBe(
      'Clocks in Berlin skip 2:30 on this day, so it will be from 1:30 to 3:30.',
    );
    expect(words('2026-03-29T03:30', '2026-03-29T04:30')).toBe('');
  });
});
