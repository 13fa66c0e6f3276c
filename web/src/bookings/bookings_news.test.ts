import { describe, expect, it } from 'vitest';
import { tell, type Ear } from './bookings_news';

describe('news', () => {
  it('are told to whoever listens', () => {
    const heard: unknown[] = [];
    const hear =
      (name: string) =>
      (...rest: unknown[]) =>
        heard.push([name, ...rest]);
    const ear = {
      began: hear('began'),
      reset: hear('reset'),
      booking: hear('booking'),
      place: hear('place'),
      members: hear('members'),
      wish: hear('wish'),
    } as Ear;
    tell({ type: 'hello', data: { resumed: true } }, ear);
    tell({ type: 'reset', data: null }, ear);
    tell({ type: 'booking', data: { placeId: 'p', id: 'a', gone: true } }, ear);
    tell({ type: 'place', data: { id: 'p' } }, ear);
    tell({ type: 'place-members', data: { id: 'p' } }, ear);
    tell({ type: 'wish', data: { placeId: 'p', id: 'w', offered: true } }, ear);
    tell({ type: 'planner', data: { id: 'x' } }, ear);
    expect(heard).toEqual([
      ['began', true],
      ['reset'],
      ['booking', 'p', 'a', true],
      ['place', 'p', false],
      ['members', 'p'],
      ['wish', 'p', 'w', true],
    ]);
  });
});
