import { beforeEach, describe, expect, it } from 'vitest';
import { edgeStep } from './edge_scroll';
import { dayByKey, daysOf, type Drag } from './night_drag';
import { NightDrag } from './night_drag.svelte';
import { bookingOf } from '../test_server';
import type { Days } from '../bookings_api';

const at = { x: 10, y: 20 };
const booking = bookingOf({ start: '2026-07-03', end: '2026-07-06' });
const dragOf = (parts: Partial<Drag>): Drag => ({
  placeId: 'default',
  grip: 'mark',
  from: '2026-07-03',
  to: '2026-07-03',
  ...parts,
});

describe('what a drag means', () => {
  it.each([
    [{ from: '2026-07-03', to: '2026-07-05' }, '2026-07-03', '2026-07-06'],
    [{ from: '2026-07-05', to: '2026-07-03' }, '2026-07-03', '2026-07-06'],
    [{ grip: 'move', booking, from: '2026-07-04', to: '2026-07-09' }, '2026-07-08', '2026-07-11'],
    [{ grip: 'start', booking, to: '2026-07-01' }, '2026-07-01', '2026-07-06'],
    [{ grip: 'start', booking, to: '2026-07-20' }, '2026-07-05', '2026-07-06'],
    [{ grip: 'end', booking, to: '2026-07-09' }, '2026-07-03', '2026-07-09'],
    [{ grip: 'end', booking, to: '2026-06-20' }, '2026-07-03', '2026-07-04'],
  ] as const)('%o', (parts, start, end) => {
    expect(daysOf(dragOf(parts))).toEqual({ start, end });
  });
});

describe('keys', () => {
  const page = (day: string, direction: number) => `${day} ${direction}`;
  it('lead to days', () => {
    expect(dayByKey('ArrowLeft', '2026-07-01', 7, page)).toBe('2026-06-30');
    expect(dayByKey('ArrowDown', '2026-07-01', 7, page)).toBe('2026-07-08');
    expect(dayByKey('ArrowDown', '2026-07-01', 0, page)).toBeUndefined();
    expect(dayByKey('PageUp', '2026-07-01', 7, page)).toBe('2026-07-01 -1');
    expect(dayByKey('x', '2026-07-01', 7, page)).toBeUndefined();
  });
});

describe('marking and moving', () => {
  let marked: (Days & { placeId: string })[];
  let moved: (Days & { id: string })[];
  let judged: { days: Days; isOpen: boolean }[];
  let nights: NightDrag;
  beforeEach(() => {
    [marked, moved, judged] = [[], [], []];
    nights = new NightDrag({
      judge: (days, _drag, isOpen) => {
        judged.push({ days, isOpen });
        return undefined;
      },
      leastNights: () => 3,
      onmark: (placeId, days) => marked.push({ placeId, ...days }),
      onmove: ({ id }, days) => moved.push({ id, ...days }),
    });
  });

  it('marks from where it began to where it is dropped', () => {
    nights.begin({ placeId: 'default', grip: 'mark', from: '2026-07-03' }, at);
    nights.over('2026-07-07', at);
    nights.over('2026-07-05', at);
    nights.over(undefined, at);
    expect(nights.markOf('default')).toEqual({ start: '2026-07-03', end: '2026-07-06' });
    expect(nights.markOf('else')).toBeUndefined();
    nights.drop();
    expect(marked).toEqual([{ placeId: 'default', start: '2026-07-03', end: '2026-07-06' }]);
    // It stays marked below the dialog.
    expect(nights.markOf('default')).toBeDefined();
    expect(nights.isActive).toBe(false);
  });

  it('drops nothing that was cancelled', () => {
    nights.begin({ placeId: 'default', grip: 'mark', from: '2026-07-03' }, at);
    nights.clear();
    nights.over('2026-07-05', at);
    nights.drop();
    expect(marked).toEqual([]);
    expect(nights.drag).toBeUndefined();
  });

  it('moves a stay and lets go of it', () => {
    nights.begin({ placeId: 'default', grip: 'move', from: '2026-07-04', booking }, at);
    nights.over('2026-07-05', at);
    expect(nights.marked).toBeUndefined();
    nights.drop();
    expect(moved).toEqual([{ id: 'a', start: '2026-07-04', end: '2026-07-07' }]);
    expect(nights.phase).toBe('idle');
  });

  it('takes the first press for the first night and the next for the last', () => {
    nights.tap('default', '2026-07-05');
    void nights.verdict;
    expect(judged.at(-1)).toEqual({
      days: { start: '2026-07-05', end: '2026-07-06' },
      isOpen: true,
    });
    nights.over('2026-07-06', at);
    void nights.verdict;
    expect(judged.at(-1)?.isOpen).toBe(false);
    nights.tap('default', '2026-07-03');
    expect(marked).toEqual([{ placeId: 'default', start: '2026-07-03', end: '2026-07-06' }]);
  });

  it('begins anew in another place', () => {
    nights.tap('default', '2026-07-05');
    nights.tap('else', '2026-07-08');
    expect(marked).toEqual([]);
    expect(nights.markOf('else')).toEqual({ start: '2026-07-08', end: '2026-07-09' });
  });

  it('goes on with the finger that was held on one day', () => {
    nights.begin({ placeId: 'default', grip: 'mark', from: '2026-07-03' }, at);
    nights.pickOn();
    nights.tap('default', '2026-07-04');
    expect(marked).toEqual([{ placeId: 'default', start: '2026-07-03', end: '2026-07-05' }]);
  });

  it('extends with keys, forth and back', () => {
    nights.extend('default', '2026-07-03', '2026-07-04');
    nights.extend('default', '2026-07-04', '2026-07-05');
    expect(nights.days).toEqual({ start: '2026-07-03', end: '2026-07-06' });
    nights.extend('default', '2026-07-05', '2026-07-02');
    expect(nights.days).toEqual({ start: '2026-07-02', end: '2026-07-04' });
    nights.book('default', '2026-07-02');
    expect(marked).toEqual([{ placeId: 'default', start: '2026-07-02', end: '2026-07-04' }]);
  });

  it('marks no longer what the focus has left', () => {
    nights.extend('default', '2026-07-03', '2026-07-04');
    nights.moveOn('default', '2026-07-05');
    expect(nights.drag).toBeUndefined();
    expect(nights.focus).toEqual({ placeId: 'default', day: '2026-07-05' });
  });

  it('books the shortest stay where nothing is marked, or the first night only', () => {
    nights.book('default', '2026-07-03');
    nights.clear();
    nights.tap('default', '2026-07-10');
    nights.book('default', '2026-07-10');
    expect(marked).toEqual([
      { placeId: 'default', start: '2026-07-03', end: '2026-07-06' },
      { placeId: 'default', start: '2026-07-10', end: '2026-07-13' },
    ]);
  });
});

describe('scrolling at the edge', () => {
  it('is faster the nearer the edge is', () => {
    expect(edgeStep(300, 0, 600)).toBe(0);
    expect(edgeStep(590, 0, 600)).toBeGreaterThan(edgeStep(560, 0, 600));
    expect(edgeStep(560, 0, 600)).toBeGreaterThan(0);
    expect(edgeStep(5, 0, 600)).toBeLessThan(0);
    expect(edgeStep(700, 0, 600)).toBe(edgeStep(600, 0, 600));
  });
});
