// Items as the grid shows them, each kind in a shape of its own: events are blocks, tasks have a box, stays are bands from
// noon to noon, birthdays are flags.

import type { GridItem } from '../../calendar_grid/grid_item';
import { safeColor } from '../../ui/colors';
import type { IconName } from '../../ui/Icon.svelte';
import type { AgendaKind, Item } from '../types';
import type { Clash } from './clashes';
import { addMinutes, daysOf, isBand, spanOf } from './item_days';
import {
  detailOf,
  hintOf,
  isInvitation,
  joined,
  labelOf,
  timeWords,
  titleOf,
  type WordsContext,
} from './item_words';
import { clashWords } from './clash_words';

export const agendaNoun = 'things';

export interface ItemContext extends WordsContext {
  // By the clock of the zone.
  now: string;
  slotMinutes: number;
  clashes: readonly Clash[];
}

// Of what has no colour of its own, by kind.
const plainColors: Record<AgendaKind, string> = {
  event: '#1F8F87',
  entry: '#1F8F87',
  task: '#4F6D8F',
  stay: '#B7791F',
  blocked: '#71717A',
  birthday: '#BE4B8A',
  anniversary: '#8A5FBF',
};

const icons: Partial<Record<AgendaKind, IconName>> = {
  stay: 'bed',
  blocked: 'lock',
  birthday: 'cake',
  anniversary: 'heart',
};

// What is above what, where both begin at the same time.
const ranks: Record<AgendaKind, number> = {
  ...{ stay: 0, blocked: 1, birthday: 2, anniversary: 3 },
  ...{ event: 4, entry: 4, task: 5 },
};

export function itemsOf(items: readonly Item[], context: ItemContext): GridItem<Item>[] {
  const clashOf = new Map<string, Item>();
  for (const { stay, others } of context.clashes) {
    for (const other of others) {
      clashOf.set(other.key, stay);
      if (other.kind === 'stay') clashOf.set(stay.key, other);
    }
  }
  return items.map((item) => itemOf(item, clashOf.get(item.key), context));
}

function itemOf(item: Item, stay: Item | undefined, context: ItemContext): GridItem<Item> {
  const { kind, may, task, owner } = item;
  const { now } = context;
  const { start, end, allDay } = spanOf(item);
  const lastDay = daysOf(item).to;
  const isMoment = !allDay && end <= start;
  const note = stay && clashWords(stay);
  const withNote = (words: string, join: (parts: string[]) => string) =>
    note === undefined ? words : join([words, note]);
  const detail = note ?? detailOf(item, context);
  return {
    id: item.key,
    title: titleOf(item),
    color: safeColor(item.color ?? plainColors[kind]),
    start,
    end: isMoment ? addMinutes(start, context.slotMinutes) : end,
    allDay,
    lastDay,
    mayMove: may.includes('move'),
    mayResize: may.includes('resize'),
    mayDelete: may.includes('delete'),
    rank: ranks[kind],
    label: (hour12) => withNote(labelOf(item, context, hour12), joined),
    hint: (hour12) => withNote(hintOf(item, context, hour12), (parts) => parts.join('\n')),
    timeWords: (hour12) => timeWords(item, hour12),
    ...(detail !== undefined && { detail }),
    ...((owner.kind !== 'person' || isInvitation(item)) && { group: owner.name }),
    ...(task && { task: { isDone: task.done, mayTick: may.includes('complete') } }),
    ...shapeOf(item, note !== undefined),
    isRecurring: item.seriesId !== undefined,
    isTentative:
      task?.as === 'planned' ||
      item.status === 'TENTATIVE' ||
      item.answer === 'waiting' ||
      item.answer === 'maybe',
    isCancelled: item.status === 'CANCELLED' || item.answer === 'no',
    isPast: task ? task.done : allDay ? lastDay < now.slice(0, 10) : end <= now && start < now,
    payload: item,
  };
}

function shapeOf(item: Item, isClash: boolean): Pick<GridItem, 'shape' | 'icon'> {
  const { kind } = item;
  const isFlag = kind === 'birthday' || kind === 'anniversary';
  const isLate = item.task?.as === 'overdue';
  const icon = isClash || isLate ? 'warning' : icons[kind];
  return {
    ...(isBand(item) ? { shape: 'band' } : isFlag ? { shape: 'flag' } : {}),
    ...(icon && { icon }),
  };
}
