import { describe, expect, it } from 'vitest';
import { Kin } from '../kin';
import { generatedFamily, TestFamily } from '../test_family';
import type { Card } from './chart_layout';
import { fan, mostRings } from './fan';

const all = { up: 1000, down: 0 };

function arcOf(cards: readonly Card[], key: string): NonNullable<Card['arc']> {
  const arc = cards.find((card) => card.key === key)?.arc;
  if (!arc) throw new Error(`There is no part of ${key}`);
  return arc;
}

describe('a fan', () => {
  const family = () =>
    new TestFamily()
      .person('child')
      .person('father', 'Male')
      .person('mother', 'Female')
      .person('grandma', 'Female')
      .children('mother father', 'child')
      .children('grandma', 'father');

  it('has fathers before mothers, each with half of the part of their child', () => {
    const { cards } = fan(new Kin(family()), 'child', all);
    const [father, mother] = [arcOf(cards, 'father'), arcOf(cards, 'mother')];
    expect(father.to).toBeCloseTo(mother.from);
    expect(father.to - father.from).toBeCloseTo(mother.to - mother.from);
    expect(father.innerRadius).toBe(arcOf(cards, 'child').outerRadius);
    // A mother without a father has the second half.
    expect(arcOf(cards, 'grandma').to).toBeCloseTo(father.to);
    expect(arcOf(cards, 'grandma').innerRadius).toBe(father.outerRadius);
  });

  it('has adoptive parents beside the biological ones', () => {
    const { cards } = fan(
      new Kin(family().people('a1 a2').children('a1 a2', 'child', 'Adoptive')),
      'child',
      all,
    );
    expect(cards.filter(({ generation }) => generation === -1)).toHaveLength(4);
    expect(cards.find(({ key }) => key === 'a1')?.type).toBe('Adoptive');
  });

  it('draws the parents of somebody once, and ends where somebody is their own ancestor', () => {
    const { cards } = fan(
      new Kin(family().children('grandma', 'mother').children('child', 'grandma')),
      'child',
      all,
    );
    expect(cards.filter(({ personId }) => personId === 'grandma')).toHaveLength(2);
    const repeats = cards
      .filter(({ isRepeat }) => isRepeat)
      .map(({ key, elsewhere }) => [key, elsewhere]);
    expect(repeats).toEqual([
      ['grandma~1', 'grandma'],
      ['child~1', 'child'],
    ]);
  });

  it('ends with a mark after the rings that can be read', () => {
    const deep = new TestFamily().people('p0');
    for (let index = 1; index <= 20; index += 1) {
      deep.person(`p${index}`).children(`p${index}`, `p${index - 1}`);
    }
    const { cards } = fan(new Kin(deep), 'p0', all);
    expect(cards).toHaveLength(mostRings + 1);
    expect(cards.at(-1)?.more.parents).toBe(true);
    expect(cards.slice(0, -1).some(({ more }) => more.parents)).toBe(false);
  });

  it('has no part on another, and all within its size', () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const generated = generatedFamily(200, seed);
      const centre = generated.persons.at(-1)?.personId ?? '';
      const { cards, width, height } = fan(new Kin(generated), centre, all);
      for (const [index, card] of cards.entries()) {
        expect(card.x).toBeGreaterThanOrEqual(0);
        expect(card.y).toBeGreaterThanOrEqual(0);
        expect(card.x + card.width).toBeLessThanOrEqual(width);
        expect(card.y + card.height).toBeLessThanOrEqual(height);
        for (const other of cards.slice(index + 1)) {
          const [a, b] = [card.arc, other.arc];
          if (!a || !b || a.innerRadius !== b.innerRadius) continue;
          const isApart = a.to <= b.from + 1e-9 || b.to <= a.from + 1e-9;
          expect(isApart).toBe(true);
        }
      }
    }
  });
});
