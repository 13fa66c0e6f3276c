import { expect, it } from 'vitest';
import { lossText } from './loss_words';

it.each([
  [{ kind: 'calendar', name: 'Home', count: 1 }, 'the calendar “Home”'],
  [{ kind: 'place', name: 'Cabin', count: 1 }, 'the place “Cabin”'],
  [{ kind: 'event', name: null, count: 1 }, '1 event in your planner'],
  [{ kind: 'event', name: null, count: 12 }, '12 events in your planner'],
  [{ kind: 'stay', name: null, count: 2 }, '2 upcoming stays; their nights become free'],
  [{ kind: 'tree', name: 'Berg', count: 1 }, 'tree: Berg'],
  [{ kind: 'task', name: null, count: 3 }, 'task: 3'],
])('%o: %s', (loss, text) => {
  expect(lossText(loss)).toBe(text);
});
