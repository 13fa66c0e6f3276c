import { describe, expect, it } from 'vitest';
import {
  changeOfPlace,
  formOfPlace,
  hasProblems,
  isChangedPlace,
  problemOf,
  problemsOfPlace,
  settingsOf,
  tabOfProblems,
  type PlaceForm,
} from './place_form';
import { newSeason } from '../prices/season_form';
import { testPlace } from '../test_bookings';

const season = {
  name: 'High season',
  from: '07-01',
  to: '08-31',
  pricePerNight: 12_000,
  minNights: null,
};
const place = testPlace({ seasons: [season], description: 'By the lake' });
const written = (change: Partial<PlaceForm> = {}): PlaceForm => ({
  ...formOfPlace(place),
  ...change,
});

describe('a place that is written', () => {
  it('comes from one that is there, and is it again', () => {
    expect(settingsOf(formOfPlace(place))).toEqual({
      name: 'Cabin',
      color: '#3D9152',
      description: 'By the lake',
      houseRules: null,
      maxNights: 30,
      minNights: 1,
      checkIn: '16:00',
      checkOut: '10:00',
      tzid: 'UTC',
      currency: 'EUR',
      pricePerNight: 8000,
      seasons: [season],
      allowsPast: false,
      showsNames: true,
    });
    expect(changeOfPlace(place, formOfPlace(place))).toEqual({});
  });
  it.each([
    [{}, []],
    [{ name: ' ' }, ['name']],
    [{ name: 'x'.repeat(101) }, ['name']],
    [{ description: 'x'.repeat(1001), houseRules: 'x'.repeat(5000) }, ['description']],
    [{ houseRules: 'x'.repeat(5001) }, ['houseRules']],
    [{ color: 'red' }, ['color']],
    [{ maxNights: '100' }, ['maxNights']],
    [{ minNights: '31' }, ['minNights']],
    [{ minNights: '0' }, ['minNights']],
    [{ minNights: '30' }, []],
    [{ checkIn: '' }, ['checkIn']],
    [{ checkOut: '25:00' }, ['checkOut']],
    [{ pricePerNight: '8,0,0' }, ['pricePerNight']],
    [{ currency: 'JPY', pricePerNight: '80.50' }, ['pricePerNight']],
  ] satisfies [Partial<PlaceForm>, string[]][])('%o has problems: %j', (change, fields) => {
    expect(Object.keys(problemsOfPlace(written(change)).fields)).toEqual(fields);
  });
  it('has problems in its seasons', () => {
    const wrong = { ...newSeason('1'), name: '' };
    const problems = problemsOfPlace(written({ seasons: [wrong] }));
    expect(problems.seasons).toEqual({ [wrong.key]: { name: 'Give it a name.' } });
    expect(hasProblems(problems)).toBe(true);
    expect(tabOfProblems(problems)).toBe('prices');
  });
  it('has seasons whose shortest stay is possible', () => {
    const long = { ...newSeason('1'), name: 'Summer', minNights: '8' };
    const problems = problemsOfPlace(written({ maxNights: '7', seasons: [long] }));
    expect(problems.seasons[long.key]).toHaveProperty('minNights');
  });
  it('knows where a problem is to be seen', () => {
    expect(tabOfProblems(problemsOfPlace(written({ name: '', pricePerNight: '' })))).toBe(
      'settings',
    );
    expect(tabOfProblems(problemsOfPlace(written({ pricePerNight: '' })))).toBe('prices');
  });
  it('knows which field the server means', () => {
    const form = written();
    const key = form.seasons[0]?.key ?? 0;
    expect(problemOf(form, 'tzid', 'No.')?.fields).toEqual({ tzid: 'No.' });
    expect(problemOf(form, 'seasons[0].pricePerNight', 'No.')?.seasons).toEqual({
      [key]: { price: 'No.' },
    });
    expect(problemOf(form, 'seasons[7].from', 'No.')).toBeUndefined();
    expect(problemOf(form, 'other', 'No.')).toBeUndefined();
  });
});

describe('what is sent', () => {
  it('has only what differs', () => {
    expect(changeOfPlace(place, written({ name: ' Cabin ', color: '#3d9152' }))).toEqual({});
    expect(changeOfPlace(place, written({ description: ' ' }))).toEqual({ description: null });
    expect(changeOfPlace(place, written({ pricePerNight: '80.50' }))).toEqual({
      pricePerNight: 8050,
    });
    expect(changeOfPlace(place, written({ seasons: [] }))).toEqual({ seasons: [] });
    expect(changeOfPlace(place, written({ checkIn: '16:00:00' }))).toEqual({});
    expect(changeOfPlace(place, written({ showsNames: false }))).toEqual({ showsNames: false });
  });
  it('has new amounts when the currency has other decimals', () => {
    const change = changeOfPlace(place, written({ currency: 'JPY' }));
    expect(change).toEqual({
      currency: 'JPY',
      pricePerNight: 80,
      seasons: [{ ...season, pricePerNight: 120 }],
    });
  });
  it('has seasons in their order', () => {
    const two = testPlace({ seasons: [season, { ...season, name: 'Easter' }] });
    const form = formOfPlace(two);
    form.seasons.reverse();
    expect(changeOfPlace(two, form).seasons?.map(({ name }) => name)).toEqual([
      'Easter',
      'High season',
    ]);
    expect(isChangedPlace(formOfPlace(two), form)).toBe(true);
  });
  it('is nothing as long as nothing was written', () => {
    const form = formOfPlace(place);
    expect(isChangedPlace(form, structuredClone(form))).toBe(false);
    // The keys of seasons are no change.
    expect(isChangedPlace(form, formOfPlace(place))).toBe(false);
    expect(isChangedPlace(form, { ...form, allowsPast: true })).toBe(true);
  });
});
