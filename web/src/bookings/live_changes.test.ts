import { describe, expect, it } from 'vitest';
import { applyChange, type ChangeHandler } from './live_changes';

describe('live changes', () => {
  it('reach their handler', () => {
    const heard: unknown[] = [];
    const hear =
      (name: string) =>
      (...rest: unknown[]) =>
        heard.push([name, ...rest]);
    const handler = {
      booking: hear('booking'),
      place: hear('place'),
      members: hear('members'),
      wish: hear('wish'),
    } as ChangeHandler;
    applyChange({ type: 'booking', data: { placeId: 'p', id: 'a', gone: true } }, handler);
    applyChange({ type: 'place', data: { id: 'p' } }, handler);
    applyChange({ type: 'place-members', data: { id: 'p' } }, handler);
    applyChange({ type: 'wish', data: { placeId: 'p', id: 'w', offered: true } }, handler);
    applyChange({ type: 'planner', data: { id: 'x' } }, handler);
    expect(heard).toEqual([
      ['booking', 'p', 'a', true],
      ['place', 'p', false],
      ['members', 'p'],
      ['wish', 'p', 'w', true],
    ]);
  });
});
