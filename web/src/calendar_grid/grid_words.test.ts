import german from 'virtual:messages/de';
import english from 'virtual:messages/en';
import chinese from 'virtual:messages/zh';
import { expect, it } from 'vitest';

const counts = [0, 1, 2];

it('items are counted in whole sentences, by what an app calls them', () => {
  const { entries, events } = english.grid.items;
  const day = '4 November';
  expect(counts.map((count) => entries.dayOfYear({ day, count }))).toEqual([
    '4 November, nothing',
    '4 November, 1 entry',
    '4 November, 2 entries',
  ]);
  expect(events.showMore({ count: 1 })).toBe('Show 1 more event');
  expect(events.showMore({ count: 3 })).toBe('Show 3 more events');
  expect(entries.dayOfMonth({ day, today: 'yes', busy: 'yes' })).toBe(
    '4 November, today, has entries',
  );
});

it('other languages have their own', () => {
  const more = (count: number) => german.grid.items.entries.showMore({ count });
  expect(counts.slice(1).map(more)).toEqual([
    '1 weiteren Eintrag anzeigen',
    '2 weitere Einträge anzeigen',
  ]);
  const { dayOfMonth } = chinese.grid.items.events;
  expect(dayOfMonth({ day: '11月4日', today: 'no', busy: 'yes' })).toBe('11月4日，有日程');
});
