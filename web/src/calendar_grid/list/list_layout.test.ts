import { describe, expect, it } from 'vitest';
import type { GridItem } from '../grid_item';
import { anchorAt, drawnBetween, Heights, layOut, listDays, rowKey, topOf } from './list_layout';

function item(id: string, start: string, more: Partial<GridItem> = {}): GridItem {
  return {
    ...{ id, title: id, color: '#112233', start, allDay: !start.includes('T') },
    ...{ lastDay: start.slice(0, 10), mayMove: true, mayResize: true, rank: 0 },
    ...{ label: () => id, timeWords: () => '', payload: undefined },
    ...more,
  };
}

const range = { from: '2026-11-01', to: '2026-11-30' };
const names = (items: readonly GridItem[]) => items.map(({ id }) => id).join(' ');

describe('what is on which day', () => {
  it('is in order, and what goes on is on each of its days within the range', () => {
    const days = listDays(
      [
        item('late', '2026-11-02T18:00:00'),
        item('early', '2026-11-02T08:00:00'),
        item('trip', '2026-10-30', { lastDay: '2026-11-02' }),
        item('holiday', '2026-11-02'),
      ],
      range,
      '2026-12-24',
    );
    expect(days.map(({ day, items }) => `${day}: ${names(items)}`)).toEqual([
      '2026-11-01: trip',
      '2026-11-02: trip holiday early late',
    ]);
  });

  it('has today, also when nothing is planned', () => {
    expect(listDays([], range, '2026-11-04')).toEqual([{ day: '2026-11-04', items: [] }]);
  });
});

describe('where it is', () => {
  const many = Array.from({ length: 100 }, (_, index) =>
    item(`b${index}`, `2026-11-05T08:00:00`, { rank: index }),
  );
  const days = listDays([item('a', '2026-11-03'), ...many], range, '2026-12-24');
  const heights = new Heights({ head: 50, row: 40 });
  const placed = layOut(days, heights, 10);

  it('draws only what is between two heights', () => {
    const [day, ...others] = drawnBetween(placed, 1000, 1400);
    expect(others).toEqual([]);
    expect([day?.day, day?.first, day?.last]).toEqual(['2026-11-05', 21, 32]);
    expect(drawnBetween(placed, 0, 100).map((each) => each.items.length)).toEqual([1]);
  });

  it('keeps a row where it is when something comes above it', () => {
    const anchor = anchorAt(placed, 1000);
    expect(anchor).toEqual({ day: '2026-11-05', id: 'b21', offset: 7 });
    const more = listDays(
      [item('a', '2026-11-03'), item('a2', '2026-11-02'), ...many],
      range,
      '2026-12-24',
    );
    expect(anchor && topOf(layOut(more, heights, 10), anchor)).toBe(1092);
    expect(anchor && topOf(placed, anchor)).toBe(1000);
  });

  it('goes to the next day when there is nothing on the one that was asked for', () => {
    expect(topOf(placed, { day: '2026-11-04', id: undefined, offset: 0 })).toBe(102);
    expect(topOf(placed, { day: '2026-11-20', id: undefined, offset: 0 })).toBe(4154);
  });

  it('uses what was measured', () => {
    expect(heights.learn('2026-11-03', 50.2)).toBe(false);
    expect(heights.learn(rowKey('2026-11-03', 'a'), 90)).toBe(true);
    expect(layOut(days, heights, 10)[1]?.top).toBe(152);
    heights.forget();
    expect(layOut(days, heights, 10)[1]?.top).toBe(102);
  });
});
