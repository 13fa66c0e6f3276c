// FullCalendar as we use it: without a theme of its own. The classes are styled in calendar.css.

import type { CalendarOptions, DayCellInfo, EventDisplayInfo } from 'fullcalendar';
import dayGrid from 'fullcalendar/daygrid';
import type { View } from '../lib/dates';
import { locale } from '../lib/locale';
import { t } from '../lib/messages';
import {
  dayHeaderContent,
  dayNumberContent,
  dropLabels,
  hourContent,
  itemContent,
  itemOf,
  writeLabels,
  type ContentContext,
} from './fullcalendar_content';
import { dragging } from './dragging';
import type { Noun } from './grid_item';
import { letHoursScroll } from './scrolling_hours';

export interface GridSettings {
  // 0 is Sunday.
  firstDay: number;
  // What items snap to. FullCalendar has snaps that are finer than slots, but then an item jumps by
  // one when it is taken by its upper half.
  slotMinutes: number;
  // How long it is shown when nobody has said.
  newMinutes: number;
  noun: Noun;
  weekNumbers: boolean;
  // "2026-11-15T14:05:00" by the clock on the wall.
  now: () => string;
  // What draws hours, where there are any.
  timeGrid: NonNullable<CalendarOptions['plugins']>[number] | undefined;
}

const hourPixels = 48;
const leastSlotPixels = 12;

export const viewTypes: Record<Exclude<View, 'year' | 'list'>, string> = {
  month: 'dayGridMonth',
  week: 'timeGridWeek',
  day: 'timeGridDay',
};

export function fixedOptions(context: ContentContext, settings: GridSettings): CalendarOptions {
  const { slotMinutes, noun, timeGrid } = settings;
  return {
    plugins: [dayGrid, dragging, ...(timeGrid ? [timeGrid] : [])],
    headerToolbar: false,
    height: '100%',
    borderless: true,
    firstDay: settings.firstDay,
    // Items have no zone: everything is in UTC, and now is what the clock on the wall says.
    timeZone: 'UTC',
    now: settings.now,
    nowIndicator: true,
    navLinks: true,
    fixedWeekCount: false,
    dayMaxEvents: true,
    eventOrder: 'start,-duration,rank,title',
    // The button in an item is what has the focus and the name: see fullcalendar_content.ts.
    eventInteractive: false,
    // The times are ours; its own take longer than everything else together.
    displayEventTime: false,
    eventResizableFromStart: true,
    // A target of 24 pixels, and the gap below it.
    eventMinHeight: 26,
    eventShortHeight: 44,
    eventLongPressDelay: 350,
    selectLongPressDelay: 350,
    dragRevertDuration: 200,
    slotMinHeight: Math.max(leastSlotPixels, (hourPixels * slotMinutes) / 60),
    defaultTimedEventDuration: { minutes: settings.newMinutes },
    slotDuration: { minutes: slotMinutes },
    slotEventOverlap: false,
    scrollTimeReset: false,
    // What it says by itself, to those who hear it.
    locale: locale(),
    allDayText: t.grid.allDay(),
    eventsHint: t.grid.items[noun].all(),
    closeHint: t.base.close(),
    timedText: t.grid.hours(),
    moreLinkHint: (count: number) => t.grid.items[noun].showMore({ count }),
    moreLinkText: (count: number) => (context.isPhone ? `+${count}` : t.grid.more({ count })),
    ...contents(context, settings),
    ...classes(),
    views: {
      dayGrid: { listItemEventBeforeClass: 'cal-dot', dayRowClass: 'cal-row cal-week' },
      ...(timeGrid ? viewsWithHours(context) : {}),
    },
  };
}

function viewsWithHours(context: ContentContext): CalendarOptions['views'] {
  return {
    timeGrid: {
      dayMaxEvents: 4,
      dayHeaderAlign: 'center',
      dayCellTopClass: 'cal-all-day-top',
      dayCellBottomClass: 'cal-all-day-bottom',
      dayLaneDidMount: ({ el }) => letHoursScroll(el),
    },
    // So many beside each other that none is narrower than a target.
    timeGridWeek: { eventMaxStack: context.isPhone ? 1 : 6 },
    // On a phone the title is all that has to say which day it is.
    timeGridDay: { dayHeaders: !context.isPhone, eventMaxStack: context.isPhone ? 12 : 24 },
  };
}

function contents(
  context: ContentContext,
  { firstDay, weekNumbers }: GridSettings,
): CalendarOptions {
  return {
    eventContent: (info) => itemContent(info, context),
    dayHeaderContent,
    dayHeaderDidMount: ({ el }) => dropLabels(el),
    dayCellDidMount: ({ el }) => dropLabels(el),
    dayCellTopContent: (info) => dayNumberContent(info, weekNumbers ? firstDay : undefined),
    viewDidMount: ({ el }) => writeLabels(el),
    slotHeaderInterval: '01:00',
    slotHeaderContent: (info) =>
      hourContent(Math.floor((info.time?.milliseconds ?? 0) / 3_600_000), context.hour12),
    popoverCloseContent: '×',
  };
}

function classes(): CalendarOptions {
  return {
    class: 'cal',
    viewClass: 'cal-view',
    tableHeaderClass: 'cal-table-head',
    dayHeaderRowClass: 'cal-row',
    dayHeaderClass: (info) => join('cal-day-head', info.inPopover && 'cal-in-popover'),
    dayHeaderInnerClass: 'cal-day-head-inner',
    dayHeaderDividerClass: 'cal-divider',
    dayRowClass: 'cal-row',
    dayCellClass: (info) => dayClass('cal-day', info),
    dayCellTopClass: 'cal-day-top',
    dayCellTopInnerClass: (info) => join('cal-number', info.isToday && 'cal-today'),
    dayCellBottomClass: 'cal-day-bottom',
    dayLaneClass: (info) => dayClass('cal-lane', info),
    dayLaneInnerClass: 'cal-lane-inner',
    slotLaneClass: (info) => join('cal-slot', info.isMinor && 'cal-minor'),
    slotHeaderClass: 'cal-slot-head',
    slotHeaderInnerClass: 'cal-slot-text',
    allDayHeaderClass: 'cal-slot-head',
    allDayHeaderInnerClass: 'cal-slot-text cal-all-day-text',
    allDayDividerClass: 'cal-divider',
    nowIndicatorDotClass: 'cal-now-dot',
    nowIndicatorLineClass: 'cal-now',
    navLinkClass: 'cal-link',
    moreLinkClass: 'cal-more',
    columnMoreLinkClass: 'cal-more-column',
    popoverClass: 'cal-popover',
    popoverCloseClass: 'cal-popover-close',
    highlightClass: 'cal-marked',
    eventClass: itemClass,
    eventInnerClass: 'cal-inner',
    rowEventClass: (info) =>
      join(
        'cal-bar cal-block',
        info.isStart && 'cal-start',
        info.isEnd && 'cal-end',
        info.isNarrow && 'cal-narrow',
      ),
    rowEventBeforeClass: (info) => join(info.isStartResizable && 'cal-handle cal-handle-start'),
    rowEventAfterClass: (info) => join(info.isEndResizable && 'cal-handle cal-handle-end'),
    columnEventClass: (info) =>
      join('cal-column cal-block', info.isShort && 'cal-short', info.isNarrow && 'cal-narrow'),
    // What is short is held in the middle to be moved, so it has one handle only.
    columnEventBeforeClass: (info) =>
      join(info.isStartResizable && !info.isShort && 'cal-handle cal-handle-top'),
    columnEventAfterClass: (info) => join(info.isEndResizable && 'cal-handle cal-handle-bottom'),
    listItemEventClass: 'cal-line',
  };
}

function itemClass(info: EventDisplayInfo): string {
  const item = itemOf(info.event);
  return join(
    'cal-entry',
    item?.task && 'cal-task',
    item?.task?.isDone && 'cal-done',
    item?.shape && `cal-${item.shape}`,
    item?.isTentative && 'cal-tentative',
    item?.isCancelled && 'cal-cancelled',
    item?.isPast && 'cal-past',
    info.isDragging && 'cal-dragging',
    info.isMirror && 'cal-mirror',
    info.isSelected && 'cal-selected',
  );
}

function dayClass(name: string, info: Pick<DayCellInfo, 'dow' | 'isToday' | 'isOther'>): string {
  return join(
    name,
    info.isToday && 'cal-is-today',
    (info.dow === 0 || info.dow === 6) && 'cal-weekend',
    info.isOther && 'cal-other',
  );
}

function join(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
