import { expect, it } from 'vitest';
import { addressOf, placeAt, type Place } from './addresses';

const at = (address: string) => {
  const { pathname, searchParams } = new URL(address, 'http://norn.test');
  return placeAt(pathname.split('/').filter(Boolean), searchParams);
};

it.each<[Place, string]>([
  [{ section: 'health' }, '/console/health'],
  [{ section: 'tables' }, '/console/tables'],
  [{ section: 'tables', table: 'a.b-C_1', tab: 'items' }, '/console/tables?table=a.b-C_1'],
  [{ section: 'tables', table: 'a', tab: 'changes' }, '/console/tables?table=a&tab=changes'],
  [{ section: 'people', person: 'usr_1' }, '/console/people?person=usr_1'],
])('%j is at %s', (place, address) => {
  expect(addressOf(place)).toBe(address);
  expect(at(address)).toEqual(place);
});

it('knows what is nowhere', () => {
  expect(at('/console')).toBeUndefined();
  expect(at('/console/secrets')).toBeUndefined();
  expect(at('/console/tables/more')).toBeUndefined();
  // What is not of a section is not of its address either.
  expect(at('/console/health?table=a')).toEqual({ section: 'health' });
  expect(at('/console/tables?table=a&tab=none')).toEqual({
    section: 'tables',
    table: 'a',
    tab: 'items',
  });
});
