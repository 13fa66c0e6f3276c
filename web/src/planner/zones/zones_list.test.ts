import { describe, expect, it } from 'vitest';
import {
  allZones,
  currentName,
  isSameZone,
  nearZones,
  placeOfZone,
  searchZones,
} from './zones_list';
import { forYou, skippedWords } from './zones_words';

const winter = Date.UTC(2026, 0, 15);

describe('the zones', () => {
  it('are all there, each once, under their present names', () => {
    const names = allZones().map((zone) => zone.tzid);
    expect(names.length).toBeGreaterThan(300);
    expect(new Set(names).size).toBe(names.length);
    for (const name of ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/Sao_Paulo']) {
      expect(names).toContain(name);
    }
    expect(names).not.toContain('Asia/Calcutta');
  });

  it('are called by their place', () => {
    expect(placeOfZone('America/New_York')).toBe('New York');
    expect(placeOfZone('America/Argentina/Buenos_Aires')).toBe('Buenos Aires');
    expect(placeOfZone('Asia/Calcutta')).toBe('Kolkata');
    expect(currentName('Europe/Kiev')).toBe('Europe/Kyiv');
    expect(isSameZone('Asia/Calcutta', 'Asia/Kolkata')).toBe(true);
  });

  it.each([
    ['new york', 'America/New_York'],
    ['berl', 'Europe/Berlin'],
    ['sao paulo', 'America/Sao_Paulo'],
    ['são paulo', 'America/Sao_Paulo'],
    ['india', 'Asia/Kolkata'],
    ['lord howe', 'Australia/Lord_Howe'],
    ['utc', 'UTC'],
    ['UTC+5:30', 'Asia/Kolkata'],
    ['UTC-3:30', 'America/St_Johns'],
  ])('are found by “%s”', (query, tzid) => {
    const found = searchZones(query, winter, 8).map((zone) => zone.tzid);
    expect(found).toContain(tzid);
  });

  it('begin with the one whose place was typed', () => {
    expect(searchZones('london', winter, 5)[0]?.tzid).toBe('Europe/London');
    expect(searchZones('atlantis', winter, 5)).toEqual([]);
  });

  it('offer one’s own first, each once', () => {
    const near = nearZones('Europe/Berlin', ['Asia/Calcutta', '', null, 'Europe/Berlin']);
    expect(near.slice(0, 2)).toEqual(['Europe/Berlin', 'Asia/Kolkata']);
    expect(new Set(near).size).toBe(near.length);
  });
});

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
    expect(skippedWords('2026-03-29T02:30', 'Europe/Berlin', false)).toBe(
      'Clocks in Berlin leave out 2:30 on this day; it is at 3:30.',
    );
    expect(skippedWords('2026-03-29T03:30', 'Europe/Berlin', false)).toBe('');
  });
});
