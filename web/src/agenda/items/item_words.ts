// Items in words: their titles, what screen readers say, what a pointer is told, and the times in a list.

import { formatDate, formatDay, formatTime, type DateText } from '../../lib/dates';
import { t } from '../../lib/messages';
import type { Item, UntimedItem } from '../types';
import { daysOf, spanOf } from './item_days';

export interface WordsContext {
  today: DateText;
}

// What stands in the grid. A birthday says which, a stay where it is.
export function titleOf(item: Item): string {
  const { title, kind, owner, day } = item;
  if (kind === 'stay') {
    const guest = item.stay?.guest ?? t.agenda.words.taken();
    return item.stay?.isOwn ? owner.name : t.agenda.words.stayOf({ place: owner.name, guest });
  }
  if (kind === 'blocked') return t.agenda.words.blockedPlace({ place: owner.name });
  if (kind !== 'birthday' && kind !== 'anniversary') return title;
  const { which = kind === 'birthday' ? 'birthday' : 'wedding', years = 0 } = day ?? {};
  return years > 0
    ? t.agenda.words.days[which]({ name: title, years })
    : t.agenda.words.daysPlain[which]({ name: title });
}

// What is known besides the title, where there is room.
export function detailOf(item: Item, { today }: Pick<WordsContext, 'today'>): string | undefined {
  if (item.kind === 'task') return taskWords(item, today);
  if (item.day?.kinship) return item.day.kinship;
  if (item.kind === 'stay' && item.stay) return t.agenda.words.nights({ count: item.stay.nights });
  return item.location;
}

// "Overdue since 12 Nov", "Due 20 Nov"; undefined where the day says it all.
export function taskWords(
  { task }: Pick<UntimedItem, 'task'>,
  today: DateText,
): string | undefined {
  const due = task?.due?.slice(0, 10);
  if (!task || due === undefined || task.as === 'due') return undefined;
  const day = formatDate(due, 'short');
  const isLate = !task.done && due < today;
  return isLate ? t.agenda.words.overdue({ day }) : t.agenda.words.due({ day });
}

// The time in a row of a list.
export function timeWords(item: Item, hour12: boolean): string {
  const { start, end, allDay } = spanOf(item);
  const { from, to } = daysOf(item);
  if (allDay) {
    return to > from ? t.agenda.words.until({ day: formatDate(to, 'short') }) : t.grid.allDay();
  }
  const begin = clock(start, hour12);
  return end <= start ? begin : t.agenda.words.span({ from: begin, to: clock(end, hour12) });
}

// "Task: Call, overdue since 12 Nov, Tuesday, 17 November, in House"
export function labelOf(item: Item, context: WordsContext, hour12: boolean): string {
  const title = titleOf(item);
  const { task, owner } = item;
  const words = [item.kind === 'task' ? t.agenda.words.task({ title }) : title];
  if (task?.done) words.push(t.agenda.words.done());
  if (task?.as === 'planned') words.push(t.agenda.words.planned());
  if (task?.as === 'due') words.push(t.agenda.words.dueThen());
  const detail = detailOf(item, context);
  if (detail !== undefined) words.push(detail);
  words.push(...whenWords(item, hour12));
  if (item.status) words.push(t.agenda.words.statuses[item.status]());
  if (item.answer) words.push(t.agenda.answers[item.answer]());
  if (item.seriesId !== undefined) words.push(t.agenda.words.repeats());
  if (isInvitation(item) && owner.name !== '') {
    words.push(t.agenda.words.invitedBy({ name: owner.name }));
  } else if (owner.kind !== 'person' && !title.includes(owner.name)) {
    words.push(t.agenda.words.in({ name: owner.name }));
  }
  return joined(words);
}

// What another one has invited the person to, who is its owner.
export function isInvitation({ owner, answer }: Pick<Item, 'owner' | 'answer'>): boolean {
  return owner.kind === 'person' && answer !== undefined;
}

// In lines, for whoever points at it.
export function hintOf(item: Item, context: WordsContext, hour12: boolean): string {
  const { owner } = item;
  const lines = [titleOf(item), timeWords(item, hour12), detailOf(item, context)];
  if (item.answer) lines.push(t.agenda.answers[item.answer]());
  if (owner.kind !== 'person' || isInvitation(item)) lines.push(owner.name);
  return lines.filter((line) => line !== undefined && line !== '').join('\n');
}

function whenWords(item: Item, hour12: boolean): string[] {
  const { start, end, allDay } = spanOf(item);
  const { from, to } = daysOf(item);
  if (to > from) return [t.agenda.words.fromTo({ from: formatDay(from), to: formatDay(to) })];
  if (allDay) return [formatDay(from), t.grid.allDay()];
  const begin = clock(start, hour12);
  if (end <= start) return [formatDay(from), begin];
  return [formatDay(from), t.agenda.words.fromTo({ from: begin, to: clock(end, hour12) })];
}

export function joined(words: readonly string[]): string {
  return words.reduce((first, then) => t.agenda.words.join({ first, then }));
}

function clock(wall: string, hour12: boolean): string {
  return formatTime(wall.slice(11, 16), hour12);
}
