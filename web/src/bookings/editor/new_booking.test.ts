import { describe, expect, it } from 'vitest';
import { currencyOptions, zoneGroups } from '../place/choices_of_world';
import { bookablePlaces, startOfDraft } from './new_booking';
import { testPlace } from '../test_bookings';

const today = '2026-11-16';
const cabin = testPlace();
const room = testPlace({ id: 'room', minNights: 3, maxNights: 5 });
const looked = testPlace({ id: 'looked', role: 'viewer' });

describe('a new booking begins', () => {
  it('where and when the address says', () => {
    const draft = { placeId: 'room', start: '2027-01-01', end: '2027-01-10' };
    expect(startOfDraft(draft, [cabin, room], today)).toEqual({
      place: room,
      days: { start: '2027-01-01', end: '2027-01-10' },
    });
  });
  it('today, for as long as one has to stay', () => {
    expect(startOfDraft({}, [cabin], today)?.days).toEqual({ start: today, end: '2026-11-18' });
    const long = startOfDraft({ placeId: 'room', start: '2027-01-01' }, [cabin, room], today);
    expect(long?.days.end).toBe('2027-01-04');
    const short = testPlace({ maxNights: 1 });
    expect(startOfDraft({}, [short], today)?.days.end).toBe('2026-11-17');
  });
  it('nowhere that one may only look at', () => {
    expect(bookablePlaces([looked, cabin])).toEqual([cabin]);
    expect(startOfDraft({ placeId: 'looked' }, [looked, cabin], today)?.place).toBe(cabin);
    expect(startOfDraft({}, [looked], today)).toBeUndefined();
  });
});

describe('the world', () => {
  it('has currencies with names, and the present one', () => {
    const options = currencyOptions('XXQ');
    expect(options.find(({ value }) => value === 'EUR')?.name).toBe('EUR, Euro');
    expect(options.some(({ value }) => value === 'XXQ')).toBe(true);
  });
  it('has time zones by region, and the present one', () => {
    const groups = zoneGroups('Europe/Kyiv');
    const europe = groups.find(({ region }) => region === 'Europe')?.zones ?? [];
    expect(europe.find(({ value }) => value === 'Europe/Berlin')?.name).toBe('Berlin');
    expect(europe.some(({ value }) => value === 'Europe/Kyiv')).toBe(true);
    const zones = groups.flatMap((group) => group.zones.map(({ value }) => value));
    expect(new Set(zones).size).toBe(zones.length);
    expect(zones).toContain('UTC');
  });
});
