// What stands in FullCalendar's cells and events. It is drawn with FullCalendar's own renderer, so
// that an update touches only what differs; everything is text, never markup.

import type {
  DayCellInfo,
  DayHeaderInfo,
  EventApi,
  EventDisplayInfo,
  ListDayHeaderInnerInfo,
} from 'fullcalendar';
import { createElement, Fragment, type ComponentChild, type JSX } from 'fullcalendar/preact';
import {
  formatDate,
  formatDay,
  formatTime,
  formatWeekday,
  today,
  type DateText,
} from '../lib/dates';
import type { Entry } from '../lib/types';
import { fullName, timeWords } from './entry_names';
import { dateOf, endTimeOf, timeOf, type EntryProps } from './fullcalendar_events';

export interface ContentContext {
  hour12: boolean;
  // Little room: a day is a column of thin bars, and opens when it is pressed.
  isPhone: boolean;
  ontick: (entry: Entry, completed: boolean) => void;
}

export function propsOf(event: Pick<EventApi, 'extendedProps'>): EntryProps | undefined {
  return 'entry' in event.extendedProps ? (event.extendedProps as EntryProps) : undefined;
}

export function entryContent(
  info: EventDisplayInfo,
  context: ContentContext,
): JSX.Element | string {
  const props = propsOf(info.event);
  // What is being marked for a new entry.
  if (!props) return text('cal-time', spanWords(info, context.hour12));
  if (info.view.type === 'listMonth') return listContent(props, context);
  if (info.view.type === 'dayGridMonth' && context.isPhone) {
    return text('visually-hidden', nameOf(props, context));
  }
  return createElement(
    Fragment,
    null,
    tick(props, context),
    open(props, context, [
      info.event.allDay ? null : text('cal-time', timesOf(info, context.hour12)),
      text('cal-title', props.entry.title),
      isTall(info) && props.entry.location ? text('cal-place', props.entry.location) : null,
    ]),
  );
}

function listContent(props: EntryProps, context: ContentContext): JSX.Element {
  const { entry, calendarName } = props;
  return createElement(
    Fragment,
    null,
    text('cal-list-time', timeWords(entry, context.hour12), true),
    tick(props, context) ?? createElement('span', { className: 'cal-dot', 'aria-hidden': true }),
    open(props, context, [
      text('cal-title', entry.title),
      entry.location ? text('cal-place', entry.location) : null,
    ]),
    text('cal-calendar', calendarName, true),
  );
}

// The name is one sentence for those who hear it, and what there is room for to those who see it.
function open(props: EntryProps, context: ContentContext, children: ComponentChild[]): JSX.Element {
  return createElement(
    'button',
    { type: 'button', className: 'cal-open' },
    text('visually-hidden', nameOf(props, context)),
    createElement('span', { className: 'cal-words', 'aria-hidden': true }, ...children),
  );
}

function tick({ entry, isEditable }: EntryProps, context: ContentContext): JSX.Element | null {
  if (entry.kind.type !== 'Task') return null;
  // A press on the box neither opens the entry nor begins to move it.
  const keep = (event: Event) => event.stopPropagation();
  return createElement('input', {
    type: 'checkbox',
    className: 'cal-tick',
    checked: entry.kind.completed,
    disabled: !isEditable,
    'aria-label': `Done: ${entry.title}`,
    onClick: keep,
    onMouseDown: keep,
    onTouchStart: keep,
    onChange: (event: Event) => {
      if (event.target instanceof HTMLInputElement) context.ontick(entry, event.target.checked);
    },
  });
}

export function dayHeaderContent(info: DayHeaderInfo): JSX.Element | string {
  const date = dateOf(info.date);
  if (info.inPopover) return formatDate(date, 'long');
  const weekday = info.date.toLocaleDateString('en', { weekday: 'short', timeZone: 'UTC' });
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

// The first day of a month says which month begins.
export function dayNumberContent(info: DayCellInfo): JSX.Element {
  const date = dateOf(info.date);
  const isFirst = info.date.getUTCDate() === 1 && !info.isNarrow;
  return said(showDay(date), isFirst ? formatDate(date, 'short') : String(info.date.getUTCDate()));
}

export function listDayContent(info: ListDayHeaderInnerInfo): JSX.Element | string {
  const date = dateOf(info.date);
  if (date !== today()) return formatDay(date);
  return createElement(Fragment, null, text('cal-list-today', 'Today'), ' ', formatDay(date));
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

export function nothingContent(mayWrite: boolean, isPhone: boolean): JSX.Element {
  const how = isPhone
    ? 'Press + to plan something.'
    : 'Press New, or the key n, to plan something.';
  return createElement(
    Fragment,
    null,
    text('cal-nothing-title', 'Nothing in this month'),
    mayWrite ? `It is all yours. ${how}` : 'A quiet one.',
  );
}

export function hourContent(hours: number, hour12: boolean): string {
  if (hours === 0) return '';
  return formatTime(`${String(hours).padStart(2, '0')}:00`, hour12);
}

function showDay(date: DateText): string {
  return `${formatDate(date, 'long')}, show this day`;
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

function nameOf({ entry, calendarName }: EntryProps, { hour12 }: ContentContext): string {
  return fullName({ entry, calendarName, hour12 });
}

// Of the event and not of the entry, so that it follows while it is being dragged.
function timesOf(info: EventDisplayInfo, hour12: boolean): string {
  if (info.view.type === 'dayGridMonth' || info.isShort) return startOf(info, hour12);
  return spanWords(info, hour12);
}

function spanWords(info: EventDisplayInfo, hour12: boolean): string {
  if (info.event.allDay) return '';
  const end = info.event.end;
  return startOf(info, hour12) + (end ? ` – ${formatTime(endTimeOf(end), hour12)}` : '');
}

function startOf({ event }: EventDisplayInfo, hour12: boolean): string {
  return event.start ? formatTime(timeOf(event.start), hour12) : '';
}

function isTall(info: EventDisplayInfo): boolean {
  return info.view.type.startsWith('timeGrid') && !info.event.allDay && !info.isShort;
}

function text(className: string, content: string, isHidden = false): JSX.Element {
  return createElement('span', { className, 'aria-hidden': isHidden || undefined }, content);
}
