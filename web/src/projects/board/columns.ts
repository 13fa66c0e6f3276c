// The columns of a board, and the places between their cards.

import type { Window } from '../../lib/windowing';
import { byRank } from '../contents.svelte';
import { taskStatuses, type Task, type TaskMove, type TaskStatus } from '../types';

export interface Column {
  status: TaskStatus;
  tasks: Task[];
}

// A place in a column: before the card that has this index when the card that is moved is not counted.
export interface Spot {
  status: TaskStatus;
  index: number;
}

// Sub-tasks are on the card of their task; those whose task is not here have cards of their own.
export function columnsOf(
  all: readonly Task[],
  isShown: (task: Task) => boolean = () => true,
): Column[] {
  const ids = new Set(all.map(({ id }) => id));
  const cards = all.filter((task) => !task.parentId || !ids.has(task.parentId)).filter(isShown);
  return taskStatuses.map((status) => ({
    status,
    tasks: cards.filter((task) => task.status === status).sort(byRank),
  }));
}

export function spotOf(columns: readonly Column[], id: string): Spot | undefined {
  for (const { status, tasks } of columns) {
    const index = tasks.findIndex((task) => task.id === id);
    if (index >= 0) return { status, index };
  }
  return undefined;
}

// The cards on both sides of a place, and a rank for the card until the server has given it one: right after its
// neighbour, before all others. Ranks consist of letters and digits.
export function placeAt(
  columns: readonly Column[],
  id: string,
  { status, index }: Spot,
): { move: TaskMove; rank: string } {
  const cards = columns.find((each) => each.status === status)?.tasks ?? [];
  const others = cards.filter((task) => task.id !== id);
  const [after, before] = [others[index - 1], others[index]];
  return {
    move: { status, after: after?.id ?? null, before: before?.id ?? null },
    rank: after ? `${after.rank}!` : '',
  };
}

// The cards of a column that are drawn, each with the row that it is in: those in sight with one more above, and one that
// is drawn wherever it is. Cards from the gap on are one row further down; a card may be in it.
export function drawnRows(
  cards: readonly Task[],
  { first, last }: Window,
  {
    gap = Infinity,
    alsoDrawn,
    inGap,
  }: { gap?: number | undefined; alsoDrawn?: string | undefined; inGap?: Task | undefined },
): ReadonlyMap<Task, number> {
  const rows = new Map<Task, number>();
  const add = (index: number) => {
    const card = cards[index];
    if (card) rows.set(card, index >= gap ? index + 1 : index);
  };
  for (let index = Math.max(0, first - 1); index <= last; index++) add(index);
  add(cards.findIndex(({ id }) => id === alsoDrawn));
  if (inGap) rows.set(inGap, gap);
  return rows;
}

export interface SubtaskCount {
  done: number;
  all: number;
}

// How many sub-tasks each task has.
export function countSubtasks(tasks: Iterable<Task>): ReadonlyMap<string, SubtaskCount> {
  const counts = new Map<string, SubtaskCount>();
  for (const { parentId, status } of tasks) {
    if (parentId === null) continue;
    const { done, all } = counts.get(parentId) ?? { done: 0, all: 0 };
    counts.set(parentId, { done: done + (status === 'DONE' ? 1 : 0), all: all + 1 });
  }
  return counts;
}

// Where an arrow key takes a card or the focus; undefined where there is nothing beyond. `count` says how many places
// a column has.
export function spotByKey(
  key: string,
  { status, index }: Spot,
  count: (status: TaskStatus) => number,
): Spot | undefined {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (step !== undefined) {
    const at = taskStatuses.indexOf(status);
    const others = step < 0 ? taskStatuses.slice(0, at).reverse() : taskStatuses.slice(at + 1);
    const next = others.find((each) => count(each) > 0);
    return next && { status: next, index: Math.min(index, count(next) - 1) };
  }
  const last = count(status) - 1;
  const wanted = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: last }[key];
  if (wanted === undefined || wanted < 0 || wanted > last) return undefined;
  return { status, index: wanted };
}
