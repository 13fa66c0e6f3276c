import { describe, expect, it } from 'vitest';
import { Kin } from './kin';
import { fan } from './layout/fan';
import { ancestors, hourglass } from './layout/trees';
import { isArrow, Moves, type Arrow } from './moves';
import { TestFamily } from './test_family';

const family = new TestFamily()
  .person('father', 'Male')
  .person('mother', 'Female')
  .person('brother', 'Male', 1970)
  .person('me', 'Female', 1975)
  .people('husband')
  .person('daughter', 'Female', 2000)
  .person('son', 'Male', 2004)
  .married('father', 'mother')
  .children('father mother', 'brother me')
  .married('me', 'husband')
  .children('me husband', 'daughter son');
const kin = new Kin(family);
const all = { up: 9, down: 9 };

// The cards on the way.
function walk(moves: Moves, from: string, ...arrows: Arrow[]): (string | undefined)[] {
  let at: string | undefined = from;
  return arrows.map((arrow) => (at = at === undefined ? undefined : moves.from(at, arrow)));
}

describe('arrow keys', () => {
  it('lead to parents, children, partners and siblings', () => {
    const moves = new Moves(hourglass(kin, 'me', all));
    expect(walk(moves, 'me', 'ArrowLeft')).toEqual(['brother']);
    expect(walk(moves, 'me', 'ArrowRight')).toEqual(['husband']);
    expect(walk(moves, 'me', 'ArrowUp', 'ArrowRight', 'ArrowDown')).toEqual([
      'father',
      'mother',
      'me',
    ]);
    expect(walk(moves, 'husband', 'ArrowDown', 'ArrowLeft', 'ArrowUp')).toEqual([
      'son',
      'daughter',
      'me',
    ]);
    expect(moves.ends('me')).toEqual({ first: 'brother', last: 'husband' });
  });

  it('lead nowhere where nobody is', () => {
    const moves = new Moves(hourglass(kin, 'me', all));
    expect(moves.from('father', 'ArrowUp')).toBeUndefined();
    expect(moves.from('son', 'ArrowDown')).toBeUndefined();
    expect(moves.from('husband', 'ArrowRight')).toBeUndefined();
    expect(moves.from('nobody', 'ArrowUp')).toBeUndefined();
    expect(moves.ends('nobody')).toBeUndefined();
  });

  it('follow the chart: ancestors beside their children are on the right', () => {
    const moves = new Moves(ancestors(kin, 'me', all));
    expect(walk(moves, 'me', 'ArrowRight', 'ArrowDown', 'ArrowLeft')).toEqual([
      'father',
      'mother',
      'me',
    ]);
  });

  it('go outwards and around in a fan', () => {
    const moves = new Moves(fan(kin, 'me', all));
    expect(walk(moves, 'me', 'ArrowUp')).toEqual(['father']);
    expect(walk(moves, 'father', 'ArrowRight', 'ArrowDown')).toEqual(['mother', 'me']);
  });

  it('are four', () => {
    expect(['ArrowUp', 'Enter', 'a'].map(isArrow)).toEqual([true, false, false]);
  });
});
