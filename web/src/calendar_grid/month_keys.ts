// The keyboard in a month: Tab leads to one day, arrows from there to all others and to what is on
// them. FullCalendar makes each day and each entry a stop of its own.

import { addDays, addMonths, type DateText } from '../lib/dates';

export interface MonthKeys {
  // A day that is not shown.
  ondate: (date: DateText) => void;
  // Enter on a day.
  onenter: (date: DateText) => void;
}

const stops = '.cal-open, .cal-more, .cal-tick';

// Makes `date` the day that Tab leads to, unless something in the month has the focus.
export function setTabStop(month: HTMLElement, date: DateText): void {
  const all = month.querySelectorAll<HTMLElement>(`${stops}, .cal-day .cal-link`);
  const focused = [...all].find((each) => each === document.activeElement);
  const stop = focused ?? linkOf(month, date) ?? month.querySelector<HTMLElement>('.cal-link');
  for (const each of all) {
    const index = each === stop ? 0 : -1;
    if (each.tabIndex !== index) each.tabIndex = index;
  }
}

// Whether the key was one of the month's.
export function pressInMonth(event: KeyboardEvent, month: HTMLElement, keys: MonthKeys): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
  const from = event.target instanceof HTMLElement ? event.target : undefined;
  const day = from?.closest<HTMLElement>('.cal-day')?.dataset.date;
  if (!from || day === undefined || from.closest('.cal-popover')) return false;
  const isDay = from.matches('.cal-link');
  if (event.key === 'Enter' && isDay) keys.onenter(day);
  else {
    const to = dayByKey(event.key, day);
    if (to === undefined && event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return false;
    if (to === undefined) stepInDay(month, from, day, event.key === 'ArrowDown' ? 1 : -1, keys);
    else focusDay(month, to, keys);
  }
  event.preventDefault();
  event.stopPropagation();
  return true;
}

export function focusDay(
  month: HTMLElement,
  date: DateText,
  keys: Pick<MonthKeys, 'ondate'>,
): void {
  const link = linkOf(month, date);
  if (link) focusStop(month, link);
  else keys.ondate(date);
}

function dayByKey(key: string, day: DateText): DateText | undefined {
  const steps: Record<string, () => DateText> = {
    ArrowLeft: () => addDays(day, -1),
    ArrowRight: () => addDays(day, 1),
    PageUp: () => addMonths(day, -1),
    PageDown: () => addMonths(day, 1),
  };
  return steps[key]?.();
}

// Down goes through what is on a day, and then to the next week.
function stepInDay(
  month: HTMLElement,
  from: HTMLElement,
  day: DateText,
  direction: 1 | -1,
  keys: MonthKeys,
): void {
  const all = stopsOf(month, day);
  const next = all[all.indexOf(from) + direction];
  if (next) return focusStop(month, next);
  const date = addDays(day, 7 * direction);
  const last = direction === -1 ? stopsOf(month, date).at(-1) : undefined;
  if (last) focusStop(month, last);
  else focusDay(month, date, keys);
}

// The day itself, and what is on it from top to bottom.
function stopsOf(month: HTMLElement, day: DateText): HTMLElement[] {
  const cell = month.querySelector<HTMLElement>(`.cal-day[data-date="${day}"]`);
  const link = linkOf(month, day);
  if (!cell || !link) return [];
  const top = (each: HTMLElement) => each.getBoundingClientRect().top;
  const inside = [...cell.querySelectorAll<HTMLElement>(stops)];
  const seen = inside.filter((each) => getComputedStyle(each).visibility === 'visible');
  return [link, ...seen.sort((one, other) => top(one) - top(other))];
}

function focusStop(month: HTMLElement, stop: HTMLElement): void {
  stop.focus();
  setTabStop(month, '');
}

function linkOf(month: HTMLElement, date: DateText): HTMLElement | null {
  return month.querySelector<HTMLElement>(`.cal-day[data-date="${date}"] .cal-link`);
}
