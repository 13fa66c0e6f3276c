import { describe, expect, it } from 'vitest';
import {
  inZone,
  isSkipped,
  isZone,
  offsetText,
  ownZone,
  settledTimes,
  utcOf,
  wallOfUtc,
  zoneHere,
} from './zones';

describe('the zone of a person', () => {
  it('is what they chose, and that of the browser before they did', () => {
    expect(ownZone({ defaultTzid: 'Asia/Tokyo', version: 1 })).toBe('Asia/Tokyo');
    expect(ownZone({ defaultTzid: 'UTC', version: 2 })).toBe('UTC');
    expect(ownZone({ defaultTzid: 'UTC', version: 1 })).toBe(zoneHere());
    expect(ownZone({ defaultTzid: 'Mars/Olympus', version: 3 })).toBe(zoneHere());
  });
});

describe('a wall time as an instant', () => {
  it.each([
    // What an ordinary day is.
    ['America/New_York', '2026-01-15T09:00', '2026-01-15T14:00:00Z'],
    ['America/New_York', '2026-07-15T09:00', '2026-07-15T13:00:00Z'],
    ['Asia/Kolkata', '2026-07-15T09:00', '2026-07-15T03:30:00Z'],
    ['Asia/Kathmandu', '2026-07-15T09:00:30', '2026-07-15T03:15:30Z'],
    ['UTC', '2026-07-15T09:00', '2026-07-15T09:00:00Z'],
    // New York: 02:30 is skipped on 8 March 2026, 01:30 comes twice on 1 November.
    ['America/New_York', '2026-03-08T01:59:59', '2026-03-08T06:59:59Z'],
    ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30:00Z'],
    ['America/New_York', '2026-03-08T03:00', '2026-03-08T07:00:00Z'],
    ['America/New_York', '2026-11-01T00:59', '2026-11-01T04:59:00Z'],
    ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00Z'],
    ['America/New_York', '2026-11-01T02:00', '2026-11-01T07:00:00Z'],
    // London.
    ['Europe/London', '2026-03-29T00:59', '2026-03-29T00:59:00Z'],
    ['Europe/London', '2026-03-29T01:30', '2026-03-29T01:30:00Z'],
    ['Europe/London', '2026-03-29T02:00', '2026-03-29T01:00:00Z'],
    ['Europe/London', '2026-10-25T01:30', '2026-10-25T00:30:00Z'],
    ['Europe/London', '2026-10-25T02:00', '2026-10-25T02:00:00Z'],
    // Lord Howe changes by half an hour: 02:00 to 02:30, and back from 02:00 to 01:30.
    ['Australia/Lord_Howe', '2026-10-04T01:59', '2026-10-03T15:29:00Z'],
    ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45:00Z'],
    ['Australia/Lord_Howe', '2026-10-04T02:30', '2026-10-03T15:30:00Z'],
    ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45:00Z'],
    ['Australia/Lord_Howe', '2026-04-05T02:00', '2026-04-04T15:30:00Z'],
    // Apia had no 30 December 2011.
    ['Pacific/Apia', '2011-12-29T12:00', '2011-12-29T22:00:00Z'],
    ['Pacific/Apia', '2011-12-30T12:00', '2011-12-30T22:00:00Z'],
    ['Pacific/Apia', '2011-12-31T12:00', '2011-12-30T22:00:00Z'],
    // Sao Paulo changed at midnight until 2019, so that some days began at 01:00.
    ['America/Sao_Paulo', '2018-11-04T00:30', '2018-11-04T03:30:00Z'],
    ['America/Sao_Paulo', '2018-11-04T01:00', '2018-11-04T03:00:00Z'],
    ['America/Sao_Paulo', '2018-02-17T23:30', '2018-02-18T01:30:00Z'],
    ['America/Sao_Paulo', '2026-01-10T00:30', '2026-01-10T03:30:00Z'],
  ])('%s %s', (tzid, wall, utc) => {
    expect(utcOf(wall, tzid)).toBe(utc);
  });
});

// The cases of the server's when_test.cc.
describe('what begins or ends in a gap', () => {
  it.each([
    ['02:30', '03:30', '03:30', '04:30'],
    ['02:30', '02:45', '03:30', '03:45'],
    ['02:30', '03:00', '03:30', '04:00'],
    ['01:30', '02:30', '01:30', '03:30'],
    ['01:30', '04:30', '01:30', '04:30'],
  ])('from %s to %s', (from, to, start, end) => {
    const day = (clock: string) => `2026-03-29T${clock}:00`;
    const times = { start: day(from), end: day(to) };
    const settled = settledTimes(times, 'Europe/Berlin');
    expect(settled).toEqual({ start: day(start), end: day(end) });
  });
  it('is the same object where nothing is skipped', () => {
    const times = { start: '2026-11-17T02:30', end: '2026-11-17T03:30', title: 'x' };
    expect(settledTimes(times, 'Europe/Berlin')).toBe(times);
    expect(settledTimes({ start: '2026-03-29T02:30' }, 'Europe/Berlin')).toEqual({
      start: '2026-03-29T03:30:00',
    });
  });
});

describe('an instant on the wall', () => {
  it.each([
    ['America/New_York', '2026-11-01T05:30:00Z', '2026-11-01T01:30:00'],
    ['America/New_York', '2026-11-01T06:30:00Z', '2026-11-01T01:30:00'],
    ['America/New_York', '2026-03-08T07:00:00Z', '2026-03-08T03:00:00'],
    ['Australia/Lord_Howe', '2026-10-03T15:30:00Z', '2026-10-04T02:30:00'],
    ['Pacific/Apia', '2011-12-30T09:59:59Z', '2011-12-29T23:59:59'],
    ['Pacific/Apia', '2011-12-30T10:00:00Z', '2011-12-31T00:00:00'],
    ['Asia/Kolkata', '2026-01-01T00:00:00Z', '2026-01-01T05:30:00'],
    ['Europe/London', '2026-12-31T23:59:59Z', '2026-12-31T23:59:59'],
  ])('%s %s', (tzid, utc, wall) => {
    expect(wallOfUtc(utc, tzid)).toBe(wall);
  });

  it('comes back to the same wall time, every seven hours of a year', () => {
    for (const tzid of [
      'America/New_York',
      'Europe/London',
      'Australia/Lord_Howe',
      'Asia/Kolkata',
    ]) {
      for (let hour = 0; hour < 365 * 24; hour += 7) {
        const wall = new Date(Date.UTC(2026, 0, 1, hour)).toISOString().slice(0, 19);
        if (!isSkipped(wall, tzid)) expect(wallOfUtc(utcOf(wall, tzid), tzid)).toBe(wall);
      }
    }
  });
});

describe('between zones', () => {
  it('says what the clock of another place says', () => {
    expect(inZone('2026-11-15T15:00', 'America/New_York', 'Europe/Berlin')).toBe(
      '2026-11-15T21:00:00',
    );
    expect(inZone('2026-11-15T20:00', 'America/New_York', 'Asia/Kolkata')).toBe(
      '2026-11-16T06:30:00',
    );
    // In these two weeks of March, America has changed its clocks and Europe has not.
    expect(inZone('2026-03-16T15:00', 'America/New_York', 'Europe/Berlin')).toBe(
      '2026-03-16T20:00:00',
    );
  });
});

describe('names', () => {
  it('knows zones from what is none', () => {
    expect(isZone('Europe/Berlin')).toBe(true);
    expect(isZone('Europe/Atlantis')).toBe(false);
    expect(isZone('')).toBe(false);
    // It can be looked at all the same.
    expect(utcOf('2026-01-15T09:00', 'Europe/Atlantis')).toBe('2026-01-15T09:00:00Z');
  });

  it('says how far a zone is from UTC', () => {
    const winter = Date.UTC(2026, 0, 15);
    expect(offsetText('Asia/Kolkata', winter)).toBe('UTC+5:30');
    expect(offsetText('America/New_York', winter)).toBe('UTC−5');
    expect(offsetText('America/St_Johns', winter)).toBe('UTC−3:30');
    expect(offsetText('Europe/London', winter)).toBe('UTC');
  });
});
