import { describe, expect, it } from 'vitest';
import { Kin } from './kin';
import { TestFamily } from './test_family';

const ids = (all: readonly { id: string }[]) => all.map(({ id }) => id);

describe('kin', () => {
  it('has children by birth, also where it is known less exactly', () => {
    const family = new TestFamily().people('parent a b c d').children('parent', 'a b c d');
    const birth = (id: string, text: string) => {
      const person = family.persons.find(({ personId }) => personId === id);
      if (person) person.birthDateText = text;
    };
    birth('a', 'ABT 1850');
    birth('b', 'BET 1840 AND 1844');
    birth('c', 'BEF 1845');
    expect(ids(new Kin(family).childrenOf('parent'))).toEqual(['b', 'c', 'a', 'd']);
  });

  it('has partners by marriage; without a date, by the first child', () => {
    const family = new TestFamily()
      .people('x late early unmarried')
      .person('child', 'Unknown', 1905)
      .married('x', 'late', '1910-01-01')
      .married('early', 'x', '1900-01-01')
      .children('x unmarried', 'child');
    const partners = new Kin(family).partnersOf('x');
    expect(ids(partners)).toEqual(['early', 'unmarried', 'late']);
    expect(partners[1]?.status).toBeUndefined();
  });

  it('has biological parents first, and fathers before mothers', () => {
    const family = new TestFamily()
      .people('child')
      .person('m', 'Female')
      .person('f', 'Male')
      .person('a', 'Male')
      .children('a', 'child', 'Adoptive')
      .children('m f', 'child');
    const kin = new Kin(family);
    expect(ids(kin.parentsOf('child'))).toEqual(['f', 'm', 'a']);
    // Those of another kind are no couple because of the child.
    expect(ids(kin.partnersOf('f'))).toEqual(['m']);
    expect(kin.partnersOf('a')).toEqual([]);
  });
});
