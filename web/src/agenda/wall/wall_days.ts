// What a display on a wall shows: today without what is over, and the days after it.

import type { GridItem } from '../../calendar_grid/grid_item';
import { addDays, type DateText } from '../../lib/dates';
import type { Item } from '../types';

export interface WallDay {
  day: DateText;
  // As many as there is room for, in order, and how many there are besides.
  items: GridItem<Item>[];
  more: number;
}

export const daysAhead = 5;
const roomToday = 9;
const roomLater = 4;

// `now` is by the clock on the wall.
export function wallDays(items: readonly GridItem<Item>[], now: string): WallDay[] {
  const today = now.slice(0, 10);
  return Array.from({ length: daysAhead + 1 }, (_, ahead) => {
    const day = addDays(today, ahead);
    const there = items.filter((item) => isOn(item, day) && !isOver(item, now));
    there.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
    const room = ahead === 0 ? roomToday : roomLater;
    // One more takes no more room than saying so.
    const shown = there.length === room + 1 ? there : there.slice(0, room);
    return { day, items: shown, more: there.length - shown.length };
  });
}

function isOn({ start, lastDay }: GridItem, day: DateText): boolean {
  return start.slice(0, 10) <= day && lastDay >= day;
}

// What was done, or has ended.
function isOver({ task, allDay, start, end }: GridItem, now: string): boolean {
  if (task) return task.isDone;
  return !allDay && (end ?? start) <= now && start < now;
}

const keyOf = ({ allDay, start, rank, id }: GridItem) =>
  `${allDay ? '0' : `1 ${start.slice(11)}`} ${rank} ${id}`;
