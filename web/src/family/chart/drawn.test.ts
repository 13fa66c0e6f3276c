import { describe, expect, it } from 'vitest';
import { ChartIndex, levelOf, nextCards } from './drawn';
import { Kin } from './kin';
import { fan } from './layout/fan';
import { hourglass } from './layout/trees';
import { generatedFamily, TestFamily } from './test_family';

const all = { up: 99, down: 99 };

describe('what is drawn', () => {
  const family = generatedFamily(5000, 1, 2);
  const layout = hourglass(new Kin(family), 'p0', all);
  const index = new ChartIndex(layout);
  const sheet = { x: 0, y: 0, width: 2048, height: 1280, zoom: 1 };

  it('is a small part of a large chart, and the card with the focus', () => {
    const last = layout.cards.at(-1)?.key ?? '';
    const cards = index.cardsOn(sheet, 'full', last);
    expect(cards.length).toBeLessThan(200);
    expect(cards.at(-1)?.key).toBe(last);
    expect(cards.filter(({ x }) => x < sheet.width).length).toBeGreaterThan(0);
  });

  // An element that is moved in the document loses the focus.
  it('is in one order, wherever the card with the focus is', () => {
    const everything = { ...sheet, width: layout.width, height: layout.height };
    const order = index.cardsOn(everything, 'full', '');
    for (const x of [0, layout.width / 2, layout.width - sheet.width]) {
      const cards = index.cardsOn({ ...sheet, x }, 'full', layout.centreKey);
      expect(cards.map(({ key }) => key)).toContain(layout.centreKey);
      expect(cards).toEqual(order.filter((card) => cards.includes(card)));
    }
  });

  it('grows by a few cards at a time, those in sight first', () => {
    const wanted = layout.cards.slice(0, 100);
    const isUrgent = ({ key }: { key: string }) => key === wanted[99]?.key;
    let drawn = nextCards([], wanted, isUrgent);
    expect(drawn.length).toBeLessThan(20);
    expect(drawn.at(-1)).toBe(wanted[99]);
    for (let frame = 0; frame < 40; frame += 1) drawn = nextCards(drawn, wanted, isUrgent);
    expect(drawn).toEqual(wanted);
    // What is no longer wanted is gone at once.
    expect(nextCards(drawn, wanted.slice(0, 3), isUrgent)).toEqual(wanted.slice(0, 3));
  });

  it('is one path of all cards from afar', () => {
    expect(index.cardsOn(sheet, 'far', layout.centreKey)).toHaveLength(1);
    const everything = { ...sheet, width: layout.width, height: layout.height };
    expect(index.farCards(everything).split('M')).toHaveLength(layout.cards.length + 1);
  });

  it('has each line in one path, and few paths, which are the same on the next sheet', () => {
    const all = index.linesOn({ ...sheet, width: layout.width, height: layout.height });
    const length = (lines: readonly { d: string }[]) =>
      lines.reduce((sum, { d }) => sum + d.length, 0);
    expect(length(all)).toBe(layout.lines.reduce((sum, { path }) => sum + path.length, 0));
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
    const here = index.linesOn(sheet);
    expect(here.length).toBeLessThan(60);
    const next = index.linesOn({ ...sheet, x: sheet.x + 200 });
    expect(next.filter((each) => here.includes(each)).length).toBeGreaterThan(here.length / 2);
  });

  it('has less in it the further away it is', () => {
    expect([0.1, 0.4, 1].map(levelOf)).toEqual(['far', 'name', 'full']);
  });
});

describe('a press', () => {
  it('meets the card below it', () => {
    const family = new TestFamily().people('a b').children('a', 'b');
    const layout = hourglass(new Kin(family), 'a', all);
    const index = new ChartIndex(layout);
    for (const { key, x, y, width, height } of layout.cards) {
      expect(index.cardAt(x + width / 2, y + height / 2)?.key).toBe(key);
      expect(index.cardAt(x + width / 2, y - 10)).toBeUndefined();
    }
  });

  it('meets the part of a fan below it', () => {
    const family = new TestFamily()
      .people('me father mother')
      .children('father mother', 'me')
      .people('grandfather')
      .children('grandfather', 'father');
    const layout = fan(new Kin(family), 'me', all);
    const index = new ChartIndex(layout);
    for (const { key, arc } of layout.cards) {
      if (!arc || key === 'me') continue;
      const [angle, radius] = [(arc.from + arc.to) / 2, (arc.innerRadius + arc.outerRadius) / 2];
      const [x, y] = [Math.sin(angle) * radius, -Math.cos(angle) * radius];
      expect(index.cardAt(arc.centreX + x, arc.centreY + y)?.key).toBe(key);
    }
    expect(index.cardAt(layout.width / 2, layout.width / 2)?.key).toBe('me');
    expect(index.cardAt(0, 0)).toBeUndefined();
  });
});
