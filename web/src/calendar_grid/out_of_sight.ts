// What is planned for hours that are scrolled away, above and below.

import { addDays, type DateRange, type DateText } from '../lib/dates';
import type { GridItem } from './grid_item';

export interface Hours {
  // In minutes of the day.
  from: number;
  to: number;
}

export interface OutOfSight {
  earlier: number;
  later: number;
  // When the first of each begin, in minutes of the day.
  earliest: number;
  nextLater: number;
}

type Timed = Pick<GridItem, 'start' | 'end' | 'allDay' | 'lastDay'>;

const minutesOfDay = 24 * 60;

export function outOfSight(
  items: readonly Timed[],
  range: DateRange,
  sight: Hours,
  newMinutes: number,
): OutOfSight {
  const found = { earlier: 0, later: 0, earliest: minutesOfDay, nextLater: minutesOfDay };
  for (const item of items) {
    const parts = partsOf(item, range, newMinutes);
    if (parts.some((part) => part.from < sight.to && part.to > sight.from)) continue;
    const above = parts.find((part) => part.to <= sight.from);
    const below = parts.find((part) => part.from >= sight.to);
    if (above) {
      found.earlier++;
      found.earliest = Math.min(found.earliest, above.from);
    } else if (below) {
      found.later++;
      found.nextLater = Math.min(found.nextLater, below.from);
    }
  }
  return found;
}

// When the first thing of these days begins, in minutes of the day; undefined when there is none.
export function firstMinute(items: readonly Timed[], range: DateRange): number | undefined {
  const starts = items
    .filter(({ start, allDay }) => !allDay && isIn(start.slice(0, 10), range))
    .map(({ start }) => minutesOf(start));
  return starts.length > 0 ? Math.min(...starts) : undefined;
}

// Where it is on each of its days.
function partsOf(item: Timed, range: DateRange, newMinutes: number): Hours[] {
  if (item.allDay) return [];
  const first = item.start.slice(0, 10);
  const end = item.end ?? '';
  const parts: Hours[] = [];
  for (let day = first; day <= item.lastDay && day <= range.to; day = addDays(day, 1)) {
    const from = day === first ? minutesOf(item.start) : 0;
    const to = endOn(day, end) ?? (item.end ? minutesOfDay : from + newMinutes);
    if (isIn(day, range)) parts.push({ from, to });
    if (addDays(day, 1) === day) break;
  }
  return parts;
}

function endOn(day: DateText, end: string): number | undefined {
  return end.slice(0, 10) === day ? minutesOf(end) : undefined;
}

function isIn(day: DateText, { from, to }: DateRange): boolean {
  return day >= from && day <= to;
}

function minutesOf(wallTime: string): number {
  return Number(wallTime.slice(11, 13)) * 60 + Number(wallTime.slice(14, 16));
}
