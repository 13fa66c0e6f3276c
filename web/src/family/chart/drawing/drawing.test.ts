import { describe, expect, it } from 'vitest';
import type { Person } from '../../model';
import { Kin } from '../kin';
import type { Card } from '../layout/chart_layout';
import { fan } from '../layout/fan';
import { descendants } from '../layout/trees';
import { TestFamily } from '../test_family';
import { cardLabel, cardShapes, photoOf } from './card_shapes';
import { estimate, fitted } from './fit_text';
import { lookOf, type Shape } from './shapes';

const font = { size: 10, weight: 400 };

describe('text', () => {
  const fit = (text: string, width: number, lines: number) =>
    fitted(text, width, lines, font, estimate);

  it('is broken between words, and cut where it does not fit', () => {
    expect(fit('Anna Berg', 100, 2)).toEqual(['Anna Berg']);
    expect(fit('Johann Sebastian Bach', 60, 2)).toEqual(['Johann', 'Sebastian…']);
    expect(fit('Johann Sebastian Bach', 60, 3)).toEqual(['Johann', 'Sebastian', 'Bach']);
    expect(fit('Donaudampfschiffahrtskapitän', 60, 2)).toEqual(['Donaudamp…']);
    expect(fit('', 60, 2)).toEqual(['']);
  });

  it('never halves a character', () => {
    expect(fit('𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷', 30, 1)[0]).toMatch(/^(𠮷)+…$/u);
  });
});

describe('a card', () => {
  const person: Person = {
    personId: 'a',
    firstName: 'Anna',
    lastName: 'Berg',
    gender: 'Female',
    birthDateText: '1850',
    deathDateText: '1920',
    isLiving: false,
  };
  const card = (of: Partial<Card> = {}): Card => ({
    key: 'a',
    personId: 'a',
    x: 500,
    y: 500,
    width: 200,
    height: 68,
    generation: 0,
    isRepeat: false,
    more: { parents: false, children: false },
    parents: [],
    children: [],
    ...of,
  });
  const style = {
    isCentre: false,
    detail: 'full',
    orientation: 'down',
    measure: estimate,
  } as const;
  const texts = (shapes: readonly Shape[]) =>
    shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));

  it('says the name, the life span and the initials', () => {
    expect(texts(cardShapes(card(), person, style))).toEqual(['AB', 'Anna Berg', '1850–1920']);
    expect(texts(cardShapes(card(), person, { ...style, detail: 'name' }))).toEqual(['Anna Berg']);
  });

  it('tells the gender by a form', () => {
    const genders = ['Male', 'Female', 'Other', 'Unknown'] as const;
    const frames = genders.map((gender) => {
      const [, frame] = cardShapes(card(), { ...person, gender }, style);
      return JSON.stringify(frame);
    });
    expect(new Set(frames).size).toBe(4);
  });

  it('says that it is also elsewhere, and where the chart was cut', () => {
    const repeat = card({ isRepeat: true, elsewhere: 'a~1' });
    expect(texts(cardShapes(repeat, person, style))).toContain('also shown elsewhere');
    const cut = card({ more: { parents: true, children: true } });
    const dots = cardShapes(cut, person, style).filter(
      (shape) => shape.kind === 'path' && shape.look === 'more',
    );
    expect(dots).toHaveLength(2);
    expect(cardLabel(cut, person, true)).toBe(
      'Anna Berg, 1850–1920, in the centre, more ancestors, more descendants',
    );
    expect(cardLabel(repeat, person, false)).toBe('Anna Berg, 1850–1920, also shown elsewhere');
  });

  it('of a protected person says nothing about them', () => {
    const hidden = { ...person, isHidden: true, photoUrl: '/photo' };
    expect(texts(cardShapes(card(), hidden, style)).filter(Boolean)).toEqual(['Living']);
    expect(cardLabel(card(), hidden, false)).toBe('Living');
  });

  it('has only photos of this server', () => {
    const photo = (photoUrl: string) => photoOf({ ...person, photoUrl });
    const own = '/api/v1/trees/a/persons/b/photos/1';
    expect(photo(own)).toBe(`${own}?size=thumbnail`);
    expect(photo(`${own}/../../../../../sign-out`)).toBeUndefined();
    expect(photo('/api/v1/trees/a')).toBeUndefined();
    expect(photo('https://example.org/1.jpg')).toBeUndefined();
    expect(photo('//example.org/1.jpg')).toBeUndefined();
    expect(photo('')).toBeUndefined();
  });

  it('keeps everything within itself', () => {
    const long = {
      ...person,
      firstName: 'Maximiliane Friederike',
      lastName: 'Hohenlohe-Langenburg',
    };
    const room = 200;
    for (const shape of cardShapes(card({ isRepeat: true }), long, style)) {
      if (shape.kind !== 'text' || shape.anchor === 'middle') continue;
      expect(
        shape.x + estimate(shape.text, { size: lookOf(shape.look).fontSize ?? 0, weight: 400 }),
      ).toBeLessThanOrEqual(room);
      expect(shape.y).toBeLessThanOrEqual(68);
      expect(shape.y).toBeGreaterThan(8);
    }
  });
});

describe('the parts of a fan', () => {
  const family = new TestFamily()
    .people('me a b c')
    .children('a b', 'me')
    .children('c', 'me', 'Adoptive');
  const kin = new Kin(family);
  const { cards } = fan(kin, 'me', { up: 3, down: 0 });
  const shapesOf = (key: string) => {
    const card = cards.find((each) => each.key === key);
    const person = kin.persons.get(key);
    if (!card || !person) throw new Error(`There is no part of ${key}`);
    return cardShapes(card, person, {
      isCentre: false,
      detail: 'full',
      orientation: 'around',
      measure: estimate,
    });
  };

  it('have a line along the side of the child if they are no biological parents', () => {
    const looksOf = (key: string) =>
      shapesOf(key).flatMap((shape) => (shape.kind === 'path' ? [shape.look] : []));
    expect(looksOf('a')).toEqual(['card']);
    expect(looksOf('c')).toEqual(['card', 'Adoptive']);
  });

  it('have room for the whole life of who is in the centre', () => {
    const me = kin.persons.get('me');
    const card = cards.find((each) => each.key === 'me');
    if (!me || !card) throw new Error('There is no centre');
    const person = { ...me, birthDateText: 'ABT 1850', deathDateText: '1910' };
    const style = { detail: 'full', orientation: 'around', measure: estimate } as const;
    const lives = cardShapes(card, person, { ...style, isCentre: true }).flatMap((shape) =>
      shape.kind === 'text' && shape.look === 'life' ? [shape.text] : [],
    );
    expect(lives.join(' ')).toBe('about 1850 – 1910');
  });

  it('have text that never stands on its head', () => {
    for (const key of ['a', 'b', 'c']) {
      for (const shape of shapesOf(key)) {
        if (shape.kind !== 'text') continue;
        const turn = (((shape.turn ?? 0) % 360) + 360) % 360;
        expect(turn <= 90 || turn >= 270).toBe(true);
      }
    }
  });
});

describe('lines', () => {
  it('of all kinds are drawn', () => {
    const family = new TestFamily().people('a b').children('a', 'b', 'Foster');
    const { lines } = descendants(new Kin(family), 'a', { up: 0, down: 1 });
    expect(lines.map(({ type }) => type)).toEqual(['Foster']);
    expect(lines[0]?.path).toMatch(/^M[\d.]+ [\d.]+L/);
  });
});
