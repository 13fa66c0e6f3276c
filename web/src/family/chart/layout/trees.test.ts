import { describe, expect, it } from 'vitest';
import type { TreeGraph } from '../../model';
import { Kin } from '../kin';
import { generatedFamily, TestFamily } from '../test_family';
import type { Card, ChartLayout, LayoutOptions, Line } from './chart_layout';
import { ancestors, descendants, hourglass } from './trees';

const all: LayoutOptions = { up: 1000, down: 1000 };
type Layout = typeof hourglass;

function laidOut(graph: TreeGraph, centre: string, layout: Layout, options = all): ChartLayout {
  return layout(new Kin(graph), centre, options);
}

function idsOf({ cards }: ChartLayout): string[] {
  return [...new Set(cards.map(({ personId }) => personId))].sort();
}

function cardOf({ cards }: ChartLayout, key: string): Card {
  const card = cards.find((each) => each.key === key);
  if (!card) throw new Error(`There is no card ${key}`);
  return card;
}

const linesOf = ({ lines }: ChartLayout, type: Line['type']) =>
  lines.filter((line) => line.type === type);

// Pairs of cards of which one lies on the other.
function overlaps({ cards }: ChartLayout): string[] {
  const found: string[] = [];
  const sorted = [...cards].sort((a, b) => a.x - b.x);
  for (const [index, card] of sorted.entries()) {
    for (let at = index + 1; at < sorted.length; at += 1) {
      const other = sorted[at];
      if (!other || other.x >= card.x + card.width - 0.5) break;
      const isApart = other.y >= card.y + card.height || card.y >= other.y + other.height;
      if (!isApart) found.push(`${card.key} ${other.key}`);
    }
  }
  return found;
}

// Everybody reached by `next`, and those whom `beside` adds to each of them.
function reached(
  kin: Kin,
  start: string,
  next: (id: string) => readonly { id: string }[],
  beside: (id: string) => readonly { id: string }[],
): string[] {
  const found = new Set([start]);
  for (const id of found) for (const each of next(id)) found.add(each.id);
  return [...new Set([...found, ...[...found].flatMap((id) => beside(id).map((each) => each.id))])];
}

const nuclear = () =>
  new TestFamily()
    .person('father', 'Male')
    .person('mother', 'Female')
    .person('younger', 'Male', 1982)
    .person('older', 'Female', 1979)
    .married('mother', 'father', '1978-06-01')
    .children('father mother', 'younger older');

describe('descendants', () => {
  it('stand below their parents, the oldest on the left', () => {
    const layout = laidOut(nuclear(), 'father', descendants);
    const [father, mother] = [cardOf(layout, 'father'), cardOf(layout, 'mother')];
    const [older, younger] = [cardOf(layout, 'older'), cardOf(layout, 'younger')];
    expect(mother.y).toBe(father.y);
    expect(older.y).toBeGreaterThan(father.y + father.height);
    expect(younger.y).toBe(older.y);
    expect(younger.x).toBeGreaterThan(older.x + older.width);
    expect((older.x + younger.x) / 2).toBeCloseTo((father.x + mother.x) / 2);
    expect(older.parents.toSorted()).toEqual(['father', 'mother']);
    expect(mother.children.toSorted()).toEqual(['older', 'younger']);
    expect(layout.centreKey).toBe('father');
  });

  it('of three marriages are below the couple they belong to, and the partners in the order of the marriages', () => {
    const family = new TestFamily()
      .people('henry third second first c3 c2 c1 alone')
      .married('henry', 'third', '1536-05-30')
      .married('first', 'henry', '1509-06-11', 'Divorced')
      .married('henry', 'second', '1533-01-25', 'Widowed')
      .children('henry third', 'c3')
      .children('henry second', 'c2')
      .children('henry first', 'c1')
      .children('henry', 'alone');
    const layout = laidOut(family, 'henry', descendants);
    const inOrder = (keys: string[]) =>
      keys.toSorted((a, b) => cardOf(layout, a).x - cardOf(layout, b).x);
    expect(inOrder(['third', 'second', 'henry', 'first'])).toEqual([
      'first',
      'henry',
      'second',
      'third',
    ]);
    expect(inOrder(['c3', 'c2', 'c1', 'alone'])).toEqual(['c1', 'alone', 'c2', 'c3']);
    expect(cardOf(layout, 'c3').parents.toSorted()).toEqual(['henry', 'third']);
    expect(cardOf(layout, 'alone').parents).toEqual(['henry']);
    expect(linesOf(layout, 'Divorced')).toHaveLength(1);
    expect(linesOf(layout, 'Widowed')).toHaveLength(1);
    expect(overlaps(layout)).toEqual([]);
  });

  it('of cousins who marry are drawn once, and the one who is there twice leads to their own card', () => {
    const family = new TestFamily()
      .people('root a b cousin1 cousin2 baby wifeA husbandB')
      .children('root', 'a b')
      .children('a wifeA', 'cousin1')
      .children('b husbandB', 'cousin2')
      .married('cousin1', 'cousin2')
      .children('cousin1 cousin2', 'baby');
    const layout = laidOut(family, 'root', descendants);
    expect(layout.cards.filter(({ personId }) => personId === 'baby')).toHaveLength(1);
    const both = layout.cards.filter(({ personId }) => personId === 'cousin2');
    expect(both).toHaveLength(2);
    const [repeat, own] = [both.find((card) => card.isRepeat), both.find((card) => !card.isRepeat)];
    expect(repeat?.elsewhere).toBe(own?.key);
    expect(own?.elsewhere).toBe(repeat?.key);
    // The own card is that below the parents, and the baby is below the couple.
    expect(own?.parents.toSorted()).toEqual(['b', 'husbandB']);
    expect(repeat?.children).toEqual(['baby']);
    expect(layout.cards.filter(({ personId }) => personId === 'cousin1')).toHaveLength(1);
  });

  it('who were adopted within the family are below both pairs of parents', () => {
    const family = new TestFamily()
      .people('root a b child wifeA husbandB grandchild')
      .children('root', 'a b')
      .children('a wifeA', 'child')
      .children('b husbandB', 'child', 'Adoptive')
      .children('child', 'grandchild');
    const layout = laidOut(family, 'root', descendants);
    const both = layout.cards.filter(({ personId }) => personId === 'child');
    expect(both.map(({ isRepeat }) => isRepeat).toSorted()).toEqual([false, true]);
    expect(both.map(({ parents }) => parents.toSorted().join()).toSorted()).toEqual([
      'a,wifeA',
      'b,husbandB',
    ]);
    expect(linesOf(layout, 'Adoptive')).toHaveLength(1);
    expect(layout.cards.filter(({ personId }) => personId === 'grandchild')).toHaveLength(1);
  });

  it('have a line of another kind from a step-parent', () => {
    const family = new TestFamily()
      .people('mother father step child')
      .children('mother father', 'child')
      .married('mother', 'step')
      .children('step', 'child', 'Step');
    const layout = laidOut(family, 'mother', descendants);
    expect(layout.cards).toHaveLength(4);
    expect(cardOf(layout, 'child').parents.toSorted()).toEqual(['father', 'mother', 'step']);
    expect(linesOf(layout, 'Step')).toHaveLength(1);
    expect(linesOf(layout, 'Biological')).toHaveLength(1);
    // From the other side, both are parents, each in their own way.
    const other = laidOut(family, 'step', descendants);
    expect(cardOf(other, 'child').parents.toSorted()).toEqual(['mother', 'step']);
    expect(linesOf(other, 'Biological')).toHaveLength(1);
    expect(linesOf(other, 'Step')).toHaveLength(1);
    expect(cardOf(other, 'child').more.parents).toBe(true);
  });

  it('end with a mark where the chart ends', () => {
    const family = new TestFamily().people('a b c').children('a', 'b').children('b', 'c');
    const layout = laidOut(family, 'a', descendants, { up: 0, down: 1 });
    expect(idsOf(layout)).toEqual(['a', 'b']);
    expect(cardOf(layout, 'b').more).toEqual({ parents: false, children: true });
    expect(cardOf(layout, 'a').more).toEqual({ parents: false, children: false });
  });
});

describe('ancestors', () => {
  it('stand beside one another on the right, the father first', () => {
    const layout = laidOut(nuclear(), 'older', ancestors);
    const [older, father, mother] = ['older', 'father', 'mother'].map((key) => cardOf(layout, key));
    expect(father?.x).toBeGreaterThan((older?.x ?? 0) + (older?.width ?? 0));
    expect(mother?.x).toBe(father?.x);
    expect(mother?.y).toBeGreaterThan((father?.y ?? 0) + (father?.height ?? 0));
    expect(layout.orientation).toBe('across');
    expect(idsOf(layout)).toEqual(['father', 'mother', 'older']);
  });

  it('are the adoptive and the biological ones, with lines that differ', () => {
    const family = new TestFamily()
      .people('child a1 a2 b1 b2 grand')
      .married('a1', 'a2')
      .children('a1 a2', 'child', 'Adoptive')
      .children('b1 b2', 'child')
      .children('grand', 'a1');
    const layout = laidOut(family, 'child', ancestors);
    expect(idsOf(layout)).toEqual(['a1', 'a2', 'b1', 'b2', 'child', 'grand']);
    // Of both pairs to the child, and of the grandparent.
    expect(linesOf(layout, 'Adoptive')).toHaveLength(1);
    expect(linesOf(layout, 'Biological')).toHaveLength(2);
    expect(overlaps(layout)).toEqual([]);
  });

  it('include a step-parent, beside the parent they married', () => {
    const family = new TestFamily()
      .person('father', 'Male')
      .person('mother', 'Female')
      .people('step child')
      .children('father mother', 'child')
      .married('mother', 'step')
      .children('step', 'child', 'Step');
    const layout = laidOut(family, 'child', ancestors);
    const [father, mother, step] = ['father', 'mother', 'step'].map((key) => cardOf(layout, key).y);
    expect([father, mother, step]).toEqual(
      [father, mother, step].toSorted((a = 0, b = 0) => a - b),
    );
    expect(linesOf(layout, 'Step')).toHaveLength(1);
    expect(linesOf(layout, 'Married')).toHaveLength(1);
    expect(linesOf(layout, 'unmarried')).toHaveLength(1);
  });

  it('who are ancestors in two ways have their parents once', () => {
    const family = new TestFamily()
      .people('child father mother grandfather top')
      .children('father mother', 'child')
      .children('grandfather', 'father mother')
      .children('top', 'grandfather');
    const layout = laidOut(family, 'child', ancestors);
    expect(layout.cards.filter(({ personId }) => personId === 'grandfather')).toHaveLength(2);
    expect(layout.cards.filter(({ personId }) => personId === 'top')).toHaveLength(1);
    expect(overlaps(layout)).toEqual([]);
  });

  it('end with a mark where the chart ends', () => {
    const family = new TestFamily().people('a b c').children('a', 'b').children('b', 'c');
    const layout = laidOut(family, 'c', ancestors, { up: 1, down: 0 });
    expect(cardOf(layout, 'b').more).toEqual({ parents: true, children: false });
  });
});

describe('the hourglass', () => {
  it('has ancestors above, siblings beside and descendants below', () => {
    const family = nuclear()
      .people('spouse ex kid half')
      .married('older', 'spouse', '2005-01-01')
      .married('older', 'ex', '2000-01-01', 'Divorced')
      .children('older spouse', 'kid')
      .children('father', 'half');
    const layout = laidOut(family, 'older', hourglass);
    expect(idsOf(layout)).toEqual(
      ['ex', 'father', 'half', 'kid', 'mother', 'older', 'spouse', 'younger'].toSorted(),
    );
    const y = (key: string) => cardOf(layout, key).y;
    expect(y('father')).toBe(y('mother'));
    expect(y('father')).toBeLessThan(y('older'));
    for (const key of ['younger', 'half', 'spouse', 'ex']) expect(y(key)).toBe(y('older'));
    expect(y('kid')).toBeGreaterThan(y('older'));
    expect(cardOf(layout, 'half').parents).toEqual(['father']);
    expect(cardOf(layout, 'younger').parents.toSorted()).toEqual(['father', 'mother']);
    expect(overlaps(layout)).toEqual([]);
  });

  it('puts older siblings on the left and younger ones on the right', () => {
    const family = new TestFamily()
      .people('parent')
      .person('first', 'Male', 1900)
      .person('second', 'Male', 1902)
      .person('third', 'Male', 1904)
      .person('unknown')
      .children('parent', 'unknown third second first');
    const layout = laidOut(family, 'second', hourglass);
    const inOrder = layout.cards
      .filter(({ generation }) => generation === 0)
      .toSorted((a, b) => a.x - b.x)
      .map(({ personId }) => personId);
    expect(inOrder).toEqual(['first', 'second', 'third', 'unknown']);
  });

  it('shows whose parents and children are not in it', () => {
    const family = nuclear()
      .people('spouse inLaw nephew')
      .married('older', 'spouse')
      .children('inLaw', 'spouse')
      .children('younger', 'nephew');
    const layout = laidOut(family, 'older', hourglass);
    expect(cardOf(layout, 'spouse').more.parents).toBe(true);
    expect(cardOf(layout, 'younger').more.children).toBe(true);
    expect(cardOf(layout, 'father').more.children).toBe(false);
  });
});

describe('every layout', () => {
  const layouts = { ancestors, descendants, hourglass };

  it.each(Object.entries(layouts))(
    'of %s ends where somebody is their own ancestor',
    (_, layout) => {
      const family = new TestFamily()
        .people('a b c')
        .children('a', 'b')
        .children('b', 'c')
        .children('c', 'a')
        .children('a', 'a')
        .children('nobody', 'a')
        .married('a', 'a')
        .married('b', 'nobody');
      expect(idsOf(laidOut(family, 'a', layout))).toEqual(['a', 'b', 'c']);
    },
  );

  it.each(Object.entries(layouts))('of %s is empty without the person', (_, layout) => {
    expect(laidOut(nuclear(), 'nobody', layout).cards).toEqual([]);
  });

  it.each(Object.entries(layouts))('of %s is a single card of one person', (_, layout) => {
    const only = laidOut(new TestFamily().people('one'), 'one', layout);
    expect(only.cards).toHaveLength(1);
    expect(only.lines).toEqual([]);
    expect(only.width).toBeGreaterThan(only.cards[0]?.width ?? 0);
  });

  it.each(Object.entries(layouts))(
    'of %s has the same cards whatever is written twice',
    (_, layout) => {
      const twice = nuclear();
      twice.relationships.push(...nuclear().relationships);
      expect(laidOut(twice, 'father', layout)).toEqual(laidOut(nuclear(), 'father', layout));
    },
  );

  it('goes as deep as generations may go', () => {
    const family = new TestFamily().people('p0');
    for (let index = 1; index <= 3000; index += 1) {
      family.person(`p${index}`).children(`p${index - 1}`, `p${index}`);
    }
    const layout = laidOut(family, 'p1500', hourglass);
    expect(layout.cards).toHaveLength(401);
    expect(cardOf(layout, 'p1700').more.children).toBe(true);
    expect(cardOf(layout, 'p1300').more.parents).toBe(true);
  });

  it('loses nobody of families in which cousins marry, and puts no card on another', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const family = generatedFamily(120, seed);
      const kin = new Kin(family);
      const centre = family.persons[(seed * 7) % family.persons.length]?.personId ?? '';
      const below = reached(
        kin,
        centre,
        (id) => kin.childrenOf(id),
        (id) => kin.partnersOf(id),
      );
      const above = reached(
        kin,
        centre,
        (id) => kin.parentsOf(id),
        () => [],
      );
      const wanted = { descendants: below, ancestors: above, hourglass: [...below, ...above] };
      for (const [name, layout] of Object.entries(layouts)) {
        const found = layout(kin, centre, all);
        const missing = wanted[name as keyof typeof wanted].filter(
          (id) => !found.cards.some(({ personId }) => personId === id),
        );
        expect({ seed, name, missing, overlaps: overlaps(found) }).toEqual({
          seed,
          name,
          missing: [],
          overlaps: [],
        });
        expect(new Set(found.cards.map(({ key }) => key)).size).toBe(found.cards.length);
        // Each person has one card that is no repeat, and repeats lead to another card of theirs.
        const own = found.cards.filter(({ isRepeat }) => !isRepeat);
        expect(own).toHaveLength(new Set(found.cards.map(({ personId }) => personId)).size);
        for (const card of found.cards.filter(({ isRepeat }) => isRepeat)) {
          const other = cardOf(found, card.elsewhere ?? '');
          expect(other.personId).toBe(card.personId);
          expect(other).not.toBe(card);
        }
      }
    }
  });

  it('of 5,000 people has all of them, and no more cards than there are people and relationships', () => {
    const family = generatedFamily(5000, 1, 2);
    const kin = new Kin(family);
    const bound = family.persons.length + family.relationships.length;
    const [founder] = family.persons;
    expect(idsOf(hourglass(kin, founder?.personId ?? '', all)).length).toBeGreaterThan(4500);
    for (const { personId } of family.persons.filter((_, index) => index % 250 === 0)) {
      const { cards, lines } = hourglass(kin, personId, all);
      expect(cards.length).toBeLessThan(bound);
      expect(lines.length).toBeLessThan(bound);
    }
  });
});
