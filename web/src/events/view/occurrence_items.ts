// Occurrences as the grid shows them.

import { safeColor } from '../../ui/colors';
import type { GridItem } from '../../calendar_grid/grid_item';
import { fullName, hintOf, isRecurring, tagWords, timeThere, timeWords } from './occurrence_names';
import { tagKey } from '../tags';
import { addMinutes, isMoment, lastDayOf } from './placements';
import type { Occurrence, WallTime } from '../types';

export const eventNoun = 'events';

export interface ItemContext {
  zone: string;
  // By the clock of the zone.
  now: WallTime;
  slotMinutes: number;
  // Of events of a calendar: its name and colour, and whether the person may change them.
  group?: string;
  plainColor?: string;
  mayChange?: boolean;
}

// Of what has no colour of its own: the colour of Norn.
export const plainColor = '#1F8F87';

export function itemOf(occurrence: Occurrence, context: ItemContext): GridItem<Occurrence> {
  const { start, end, isAllDay, status } = occurrence;
  const { zone, now, slotMinutes, group = '', mayChange = true } = context;
  const inherited = context.plainColor ?? plainColor;
  return {
    id: occurrence.id,
    title: occurrence.title,
    color: safeColor(occurrence.color ?? inherited),
    start,
    end: isMoment(occurrence) ? addMinutes(start, slotMinutes) : end,
    allDay: isAllDay,
    lastDay: lastDayOf(occurrence),
    mayMove: mayChange,
    mayResize: mayChange,
    rank: isAllDay ? 0 : 1,
    label: (hour12) => fullName(occurrence, zone, hour12, group),
    hint: (hour12) => hintOf(occurrence, zone, hour12),
    timeWords: (hour12) => timeWords(occurrence, hour12),
    timeThere: (hour12) => timeThere(occurrence, zone, hour12),
    detail: occurrence.location,
    group: group || tagWords(occurrence),
    isRecurring: isRecurring(occurrence),
    isTentative: status === 'TENTATIVE',
    isCancelled: status === 'CANCELLED',
    isPast: isAllDay ? end <= now.slice(0, 10) : end <= now && start < now,
    payload: occurrence,
  };
}

export function itemsOf(
  occurrences: readonly Occurrence[],
  context: ItemContext,
): GridItem<Occurrence>[] {
  return occurrences.map((occurrence) => itemOf(occurrence, context));
}

// Those with any of the tags; all, when there are none to go by.
export function tagged<Tagged extends Pick<Occurrence, 'tags'>>(
  occurrences: readonly Tagged[],
  tags: ReadonlySet<string>,
): readonly Tagged[] {
  if (tags.size === 0) return occurrences;
  const keys = new Set([...tags].map(tagKey));
  return occurrences.filter((each) => each.tags.some((tag) => keys.has(tagKey(tag))));
}
