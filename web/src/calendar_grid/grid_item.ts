// What a calendar shows, whatever it is: an app makes such items of its own things, and gets them
// back with what a person does to them.

import type { DateText } from '../lib/dates';
import type { Messages } from '../lib/messages';
import type { IconName } from '../ui/Icon.svelte';

export interface GridItem<Payload = unknown> {
  id: string;
  title: string;
  // "#RRGGBB"
  color: string;
  // By the clock on the wall ("2026-11-17T09:00:00"), or dates for whole days. `end` is exclusive;
  // without it, it is one day, or as long as such things usually are.
  start: string;
  end?: string;
  allDay: boolean;
  // The last day on which any of it is.
  lastDay: DateText;
  mayMove: boolean;
  mayResize: boolean;
  // The order of what begins at the same time and lasts equally long.
  rank: number;
  // Everything in one sentence, for those who hear it; and for those who point at it.
  label: (hour12: boolean) => string;
  hint?: (hour12: boolean) => string;
  // The time as a row of a list says it.
  timeWords: (hour12: boolean) => string;
  // What the clocks say where it takes place, when they say something else: "15:00 in New York".
  timeThere?: (hour12: boolean) => string;
  // Where it is: shown where there is room.
  detail?: string | null;
  // What it belongs to, at the end of a row of a list.
  group?: string;
  // Only of what can be ticked; without `mayTick`, by those who may move it.
  task?: { isDone: boolean; mayTick?: boolean };
  // Whether the key Delete deletes it; those who may move it may, where nothing is said.
  mayDelete?: boolean;
  // A band goes from noon to noon, a flag stands above the hours of its day.
  shape?: 'band' | 'flag';
  // In front of the title, for what is no plain event.
  icon?: IconName;
  isRecurring?: boolean;
  // Not sure yet.
  isTentative?: boolean;
  isCancelled?: boolean;
  isPast?: boolean;
  payload: Payload;
}

// What such items are called: the messages of `grid.items` say it.
export type Noun = keyof Messages['grid']['items'];

// Where something was dropped, resized to or marked. The dates are in UTC and mean the clock on the
// wall; all-day ends are exclusive; no end leaves the length to the app.
export interface Span {
  start: Date;
  end: Date | null;
  allDay: boolean;
}

export function firstDayOf(item: Pick<GridItem, 'start'>): DateText {
  return item.start.slice(0, 10);
}

export function mayTick({ task, mayMove }: Pick<GridItem, 'task' | 'mayMove'>): boolean {
  return task?.mayTick ?? mayMove;
}

export function mayDelete(item: Pick<GridItem, 'mayDelete' | 'mayMove'>): boolean {
  return item.mayDelete ?? item.mayMove;
}
