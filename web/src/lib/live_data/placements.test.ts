import { expect, it } from 'vitest';
import { Placements } from './placements.svelte';

it('shows something where it was put, until that is taken back', () => {
  const placements = new Placements<{ start: string }>();
  const item = { id: 'a', start: 'Monday', title: 'Lunch' };
  const takeBack = placements.put('a', { start: 'Tuesday' });
  expect(placements.applied(item)).toEqual({ ...item, start: 'Tuesday' });
  expect(placements.applied({ ...item, id: 'b' }).start).toBe('Monday');
  takeBack();
  expect(placements.applied(item)).toBe(item);
});

it('keeps a later place when an earlier one is taken back', () => {
  const placements = new Placements<{ start: string }>();
  const takeBack = placements.put('a', { start: 'Tuesday' });
  placements.put('a', { start: 'Friday' });
  takeBack();
  expect(placements.applied({ id: 'a', start: 'Monday' }).start).toBe('Friday');
});
