import { describe, expect, it } from 'vitest';
import { Kin } from '../kin';
import { TestFamily } from '../test_family';
import { relatives, type RelationStep } from './relatives';

const cousins = () =>
  new TestFamily()
    .people('grandpa grandma mother uncle me cousin wife')
    .married('grandpa', 'grandma')
    .children('grandpa grandma', 'mother uncle')
    .children('mother', 'me')
    .children('uncle', 'cousin')
    .married('cousin', 'wife');

function steps(...pairs: [string, RelationStep['step']][]): RelationStep[] {
  return pairs.map(([personId, step]) => ({ personId, step }));
}

const fromMe = steps(
  ['me', 'start'],
  ['mother', 'parent'],
  ['grandpa', 'parent'],
  ['uncle', 'child'],
  ['cousin', 'child'],
);

describe('two relatives', () => {
  const layout = relatives(new Kin(cousins()), fromMe);
  const at = (key: string) => {
    const card = layout.cards.find((each) => each.key === key);
    if (!card) throw new Error(`There is no card ${key}`);
    return card;
  };

  it('are the ends of a ladder, with both common ancestors on top', () => {
    expect(layout.cards.map(({ key }) => key).toSorted()).toEqual(
      ['cousin', 'grandma', 'grandpa', 'me', 'mother', 'uncle'].toSorted(),
    );
    expect(at('me').y).toBe(at('cousin').y);
    expect(at('mother').y).toBe(at('uncle').y);
    expect(at('grandpa').y).toBe(at('grandma').y);
    expect(at('grandpa').y).toBeLessThan(at('mother').y);
    expect(at('me').x).toBe(at('mother').x);
    expect(at('uncle').x).toBe(at('cousin').x);
    expect(at('uncle').x).toBeGreaterThan(at('mother').x + at('mother').width);
    expect(layout.centreKey).toBe('me');
    // Who else there is does not belong to it.
    expect(layout.cards.some(({ more }) => more.parents || more.children)).toBe(false);
  });

  it('are connected by lines all the way', () => {
    expect(at('me').parents).toEqual(['mother']);
    expect(at('mother').parents.toSorted()).toEqual(['grandma', 'grandpa']);
    expect(at('uncle').parents.toSorted()).toEqual(['grandma', 'grandpa']);
    expect(at('uncle').children).toEqual(['cousin']);
  });

  it('by half have one common ancestor', () => {
    const half = new TestFamily().people('a father b').children('father', 'a b');
    const { cards } = relatives(
      new Kin(half),
      steps(['a', 'start'], ['father', 'parent'], ['b', 'child']),
    );
    expect(cards).toHaveLength(3);
  });

  it('by marriage have a step to the side, and no two cards are at one place', () => {
    const { cards, lines } = relatives(new Kin(cousins()), [
      ...fromMe,
      { personId: 'wife', step: 'partner' },
    ]);
    expect(lines.filter(({ kind }) => kind === 'couple')).toHaveLength(2);
    expect(new Set(cards.map(({ x, y }) => `${x} ${y}`)).size).toBe(cards.length);
  });

  it('whose line goes through somebody who is not there have no chart', () => {
    expect(relatives(new Kin(cousins()), steps(['me', 'start'], ['x', 'parent'])).cards).toEqual(
      [],
    );
    expect(relatives(new Kin(cousins()), []).cards).toEqual([]);
  });
});
