// What stands in FullCalendar's cells and events. It is drawn with FullCalendar's own renderer, so
// that an update touches only what differs; everything is text, never markup.

import type { DayCellInfo, DayHeaderInfo, EventApi, EventDisplayInfo } from 'fullcalendar';
import { createElement, Fragment, type ComponentChild, type JSX } from 'fullcalendar/preact';
import { formatDate, formatTime, formatWeekday, weekNumber, type DateText } from '../lib/dates';
import { locale } from '../lib/locale';
import { t } from '../lib/messages';
import { pathOf, type IconName } from '../ui/Icon.svelte';
import { dateOf, endTimeOf, timeOf, type ItemProps } from './fullcalendar_events';
import { mayTick, type GridItem, type Span } from './grid_item';

export interface ContentContext {
  hour12: boolean;
  // Little room: a day is a column of thin bars, and opens when it is pressed.
  isPhone: boolean;
  // Nothing goes on after midnight, so what ends then is said to end a minute before.
  isWithinDays: boolean;
  ontick: (item: GridItem, isDone: boolean) => void;
  // What becomes of something new, or of an item, that is let go there.
  asSaved?: ((span: Span, item?: GridItem) => Span) | undefined;
}

export function itemOf(event: Pick<EventApi, 'extendedProps'>): GridItem | undefined {
  return 'item' in event.extendedProps ? (event.extendedProps as ItemProps).item : undefined;
}

export function itemContent(info: EventDisplayInfo, context: ContentContext): JSX.Element | string {
  const item = itemOf(info.event);
  // What is being marked for something new.
  if (!item) return text('cal-time', spanWords(info, context));
  if (info.view.type === 'dayGridMonth' && context.isPhone) {
    return text('visually-hidden', item.label(context.hour12));
  }
  return createElement(
    Fragment,
    null,
    tick(item, context),
    item.icon ? drawing('cal-icon', item.icon) : null,
    open(item, context, [
      ...whenOf(info, item, context),
      text('cal-title', item.title),
      isTall(info) && item.detail ? text('cal-place', item.detail) : null,
    ]),
    repeats(item),
  );
}

// The label says it too.
function repeats(item: GridItem): JSX.Element | null {
  return item.isRecurring ? drawing('cal-repeats', 'repeat') : null;
}

function drawing(className: string, icon: IconName): JSX.Element {
  return createElement(
    'svg',
    { className, viewBox: '0 0 24 24', 'aria-hidden': true, focusable: false },
    createElement('path', { d: pathOf(icon) }),
  );
}

// The name is one sentence for those who hear it, and what there is room for to those who see it.
function open(item: GridItem, context: ContentContext, children: ComponentChild[]): JSX.Element {
  return createElement(
    'button',
    {
      type: 'button',
      className: 'cal-open',
      title: item.hint?.(context.hour12),
      'data-id': item.id,
    },
    text('visually-hidden', item.label(context.hour12)),
    createElement('span', { className: 'cal-words', 'aria-hidden': true }, ...children),
  );
}

function tick(item: GridItem, context: ContentContext): JSX.Element | null {
  if (!item.task) return null;
  // A press on the box neither opens the item nor begins to move it.
  const keep = (event: Event) => event.stopPropagation();
  return createElement('input', {
    type: 'checkbox',
    className: 'cal-tick',
    checked: item.task.isDone,
    disabled: !mayTick(item),
    'aria-label': t.grid.done({ title: item.title }),
    onClick: keep,
    onMouseDown: keep,
    onTouchStart: keep,
    onChange: (event: Event) => {
      if (event.target instanceof HTMLInputElement) context.ontick(item, event.target.checked);
    },
  });
}

export function dayHeaderContent(info: DayHeaderInfo): JSX.Element | string {
  const date = dateOf(info.date);
  if (info.inPopover) return formatDate(date, 'long');
  const weekday = info.date.toLocaleDateString(locale(), { weekday: 'short', timeZone: 'UTC' });
  if (info.view.type === 'dayGridMonth') return said(formatWeekday(date), weekday);
  return said(
    showDay(date),
    createElement(
      'span',
      { className: 'cal-head' },
      text('cal-weekday', weekday),
      text(info.isToday ? 'cal-number cal-today' : 'cal-number', String(info.date.getUTCDate())),
    ),
  );
}

// The first day of a month says which month begins; that of a week, which one, if `weeksFrom` (their first
// day) is said.
export function dayNumberContent(info: DayCellInfo, weeksFrom: number | undefined): JSX.Element {
  const date = dateOf(info.date);
  const isFirst = info.date.getUTCDate() === 1 && !info.isNarrow;
  const day = isFirst ? formatDate(date, 'short') : String(info.date.getUTCDate());
  if (info.date.getUTCDay() !== weeksFrom) return said(formatDate(date, 'long'), day);
  const week = String(weekNumber(date, weeksFrom));
  return said(
    t.grid.dayAndWeek({ day: formatDate(date, 'long'), week }),
    createElement(Fragment, null, day, text('cal-week-number', t.grid.shortWeek({ week }))),
  );
}

// FullCalendar labels days in one form of English and besides what stands in them. The words in them
// are ours, and say it all.
export function dropLabels(cell: HTMLElement): void {
  for (const each of [cell, ...cell.querySelectorAll('[role=link]')]) {
    each.removeAttribute('aria-label');
  }
  for (const each of cell.querySelectorAll('.cal-day-head-inner')) {
    each.removeAttribute('aria-hidden');
  }
}

// A heading that has a label and no text is taken for an empty one.
export function writeLabels(view: HTMLElement): void {
  for (const heading of view.querySelectorAll('[role=rowheader][aria-label]:empty')) {
    const words = document.createElement('span');
    words.className = 'visually-hidden';
    words.textContent = heading.getAttribute('aria-label');
    heading.append(words);
  }
}

export function hourContent(hours: number, hour12: boolean): string {
  if (hours === 0) return '';
  return formatTime(`${String(hours).padStart(2, '0')}:00`, hour12);
}

function showDay(date: DateText): string {
  return t.grid.showDay({ day: formatDate(date, 'long') });
}

// One thing for ears, and another for eyes.
function said(words: string, shown: ComponentChild): JSX.Element {
  return createElement(
    Fragment,
    null,
    text('visually-hidden', words),
    createElement('span', { 'aria-hidden': true }, shown),
  );
}

// The time here, and with it the time there. In a month it is one line, whose end is left out first.
function whenOf(info: EventDisplayInfo, item: GridItem, context: ContentContext): JSX.Element[] {
  if (info.event.allDay) return [];
  const there = thereOf(info, item, context);
  if (there === '') return [text('cal-time', timesOf(info, context))];
  const start = startOf(info, context);
  const rest = timesOf(info, context).slice(start.length);
  const here = createElement('span', { className: 'cal-time' }, start, text('cal-until', rest));
  if (info.view.type === 'dayGridMonth') return [here, text('cal-there', there)];
  return [createElement('span', { className: 'cal-when' }, here, text('cal-there', there))];
}

// It is not known of where something is being dragged to.
function thereOf(info: EventDisplayInfo, item: GridItem, { hour12 }: ContentContext): string {
  const isInPlace = info.event.start?.toISOString().slice(0, 16) === item.start.slice(0, 16);
  return isInPlace ? (item.timeThere?.(hour12) ?? '') : '';
}

// Of the event and not of the item, so that it follows while it is being dragged.
function timesOf(info: EventDisplayInfo, context: ContentContext): string {
  if (info.view.type === 'dayGridMonth' || info.isShort) return startOf(info, context);
  return spanWords(info, context);
}

function spanWords(info: EventDisplayInfo, context: ContentContext): string {
  if (info.event.allDay) return '';
  const { end } = shownSpan(info, context);
  if (!end) return startOf(info, context);
  const endTime = context.isWithinDays ? endTimeOf(end) : timeOf(end);
  return `${startOf(info, context)} – ${formatTime(endTime, context.hour12)}`;
}

function startOf(info: EventDisplayInfo, context: ContentContext): string {
  const { start } = shownSpan(info, context);
  return start ? formatTime(timeOf(start), context.hour12) : '';
}

// What is being dragged says the times that it will have.
function shownSpan(info: EventDisplayInfo, { asSaved }: ContentContext): Partial<Span> {
  const { start, end, allDay } = info.event;
  if (!start) return {};
  const span = { start, end, allDay };
  return info.isMirror && asSaved ? asSaved(span, itemOf(info.event)) : span;
}

function isTall(info: EventDisplayInfo): boolean {
  return info.view.type.startsWith('timeGrid') && !info.event.allDay && !info.isShort;
}

function text(className: string, content: string, isHidden = false): JSX.Element {
  return createElement('span', { className, 'aria-hidden': isHidden || undefined }, content);
}
