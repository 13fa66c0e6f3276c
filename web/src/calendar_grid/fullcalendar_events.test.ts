import { expect, it } from 'vitest';
import { dateOf, endTimeOf, eventOf, eventsBetween, timeOf } from './fullcalendar_events';
import type { GridItem } from './grid_item';

function itemOf(parts: Partial<GridItem>): GridItem {
  return {
    id: 'a',
    title: 'A',
    color: '#1F8F87',
    start: '2026-11-17T22:00:00',
    end: '2026-11-18T06:00:00',
    allDay: false,
    lastDay: '2026-11-18',
    mayMove: true,
    mayResize: false,
    rank: 2,
    label: () => 'A',
    timeWords: () => '',
    payload: undefined,
    ...parts,
  };
}

it('gives FullCalendar what it needs, and the item to come back', () => {
  const item = itemOf({});
  expect(eventOf(item)).toEqual({
    id: 'a',
    title: 'A',
    color: '#1F8F87',
    start: '2026-11-17T22:00:00',
    end: '2026-11-18T06:00:00',
    allDay: false,
    editable: true,
    durationEditable: false,
    extendedProps: { item, rank: 2 },
  });
  const { end, ...day } = itemOf({ start: '2026-11-17', allDay: true });
  expect(end).toBeDefined();
  expect('end' in eventOf(day)).toBe(false);
});

it('knows the days that an item touches', () => {
  const shown = (from: string, to: string) => eventsBetween([itemOf({})], from, to).length;
  expect(shown('2026-11-18', '2026-11-18')).toBe(1);
  expect(shown('2026-11-16', '2026-11-17')).toBe(1);
  expect(shown('2026-11-19', '2026-11-30')).toBe(0);
  expect(shown('2026-11-01', '2026-11-16')).toBe(0);
});

it('reads the clock on the wall', () => {
  const midnight = new Date('2026-11-18T00:00:00Z');
  expect(dateOf(midnight)).toBe('2026-11-18');
  expect(timeOf(midnight)).toBe('00:00');
  expect(endTimeOf(midnight)).toBe('23:59');
  expect(endTimeOf(new Date('2026-11-18T14:05:00Z'))).toBe('14:05');
});
