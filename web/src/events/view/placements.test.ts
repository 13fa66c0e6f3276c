import { describe, expect, it } from 'vitest';
import type { Span } from '../../calendar_grid/grid_item';
import {
  backPatch,
  draftOf,
  isMoment,
  lastDayOf,
  movedTo,
  occurrenceId,
  patchOf,
  settled,
  settledSpan,
  type Placement,
} from './placements';
import { eventOf, occurrenceOf, uuid } from '../test_parts';

const lengths = { slotMinutes: 15, newMinutes: 45 };

function spanOf(start: string, end: string | null, allDay = !start.includes('T')): Span {
  const moment = (text: string) =>
    new Date(text.includes('T') ? `${text}:00Z` : `${text}T00:00:00Z`);
  return { start: moment(start), end: end === null ? null : moment(end), allDay };
}
const at = (start: string, end: string): Placement => ({
  start,
  end,
  isAllDay: !start.includes('T'),
});

describe('the last day', () => {
  it.each([
    [at('2026-11-17T09:00:00', '2026-11-17T10:00:00'), '2026-11-17'],
    [at('2026-11-17T22:00:00', '2026-11-18T00:00:00'), '2026-11-17'],
    [at('2026-11-17T22:00:00', '2026-11-18T02:00:00'), '2026-11-18'],
    [at('2026-11-17T00:00:00', '2026-11-17T00:00:00'), '2026-11-17'],
    [at('2026-11-17', '2026-11-18'), '2026-11-17'],
    [at('2026-11-17', '2026-11-20'), '2026-11-19'],
  ])('of %o is %s', (placement, day) => {
    expect(lastDayOf(placement)).toBe(day);
  });
});

describe('where a gesture puts it', () => {
  const timed = at('2026-11-17T09:00:00', '2026-11-17T10:00:00');
  const days = at('2026-11-17', '2026-11-19');
  const moment = at('2026-11-17T20:00:00', '2026-11-17T20:00:00');
  const rows: [string, Placement, Span, Placement | undefined][] = [
    ['where it was', timed, spanOf('2026-11-17T09:00', '2026-11-17T10:00'), undefined],
    [
      'another time',
      timed,
      spanOf('2026-11-18T23:30', '2026-11-19T00:30'),
      at('2026-11-18T23:30:00', '2026-11-19T00:30:00'),
    ],
    [
      'without an end it keeps its length',
      timed,
      spanOf('2026-11-18T11:00', null),
      at('2026-11-18T11:00:00', '2026-11-18T12:00:00'),
    ],
    ['into the row of days', timed, spanOf('2026-11-18', null), at('2026-11-18', '2026-11-19')],
    [
      'days into the hours are as long as something new',
      days,
      spanOf('2026-11-18T11:00', null),
      at('2026-11-18T11:00:00', '2026-11-18T11:45:00'),
    ],
    ['days to others', days, spanOf('2026-11-20', '2026-11-22'), at('2026-11-20', '2026-11-22')],
    [
      'a moment stays one',
      moment,
      spanOf('2026-11-18T20:00', '2026-11-18T20:15'),
      at('2026-11-18T20:00:00', '2026-11-18T20:00:00'),
    ],
    ['a moment to where it was', moment, spanOf('2026-11-17T20:00', '2026-11-17T20:15'), undefined],
    [
      'a moment made longer lasts',
      moment,
      spanOf('2026-11-17T20:00', '2026-11-17T20:30'),
      at('2026-11-17T20:00:00', '2026-11-17T20:30:00'),
    ],
  ];
  it.each(rows)('%s', (_, was, span, placement) => {
    expect(movedTo(was, span, lengths)).toEqual(placement);
  });
  it('knows a moment', () => {
    expect(isMoment(moment)).toBe(true);
    expect(isMoment(timed)).toBe(false);
    expect(isMoment(days)).toBe(false);
  });
});

it('makes an event of what was marked, and of one press one of the usual length', () => {
  expect(draftOf(spanOf('2026-11-17T09:00', '2026-11-17T09:15'), lengths)).toEqual({
    start: '2026-11-17T09:00:00',
    end: '2026-11-17T09:45:00',
    isAllDay: false,
  });
  expect(draftOf(spanOf('2026-11-17T23:00', '2026-11-18T01:00'), lengths).end).toBe(
    '2026-11-18T01:00:00',
  );
  expect(draftOf(spanOf('2026-11-17', '2026-11-20'), lengths)).toEqual({
    start: '2026-11-17',
    end: '2026-11-20',
    isAllDay: true,
  });
});

it('is put where clocks have a time', () => {
  const gap = at('2026-03-29T02:30:00', '2026-03-29T03:30:00');
  const after = at('2026-03-29T03:30:00', '2026-03-29T04:30:00');
  expect(settled(gap, 'Europe/Berlin')).toEqual(after);
  expect(settled(gap, 'UTC')).toBe(gap);
  const days = at('2026-03-29', '2026-03-30');
  expect(settled(days, 'Europe/Berlin')).toBe(days);
});

it('tells of what is dragged when it will be', () => {
  const at = (time: string) => new Date(`2027-03-28T${time}:00Z`);
  const span = { start: at('02:30'), end: at('03:00'), allDay: false };
  const later = { start: at('03:30'), end: at('04:00'), allDay: false };
  expect(settledSpan(span, 'Europe/Berlin')).toEqual(later);
  expect(settledSpan(span, 'UTC')).toEqual(span);
  expect(settledSpan({ ...span, end: null }, 'Europe/Berlin')).toEqual({ ...later, end: null });
  const days = { start: at('00:00'), end: null, allDay: true };
  expect(settledSpan(days, 'Europe/Berlin')).toBe(days);
});

describe('the change of an event', () => {
  const to = at('2026-11-18T14:00:00', '2026-11-18T15:00:00');
  it('is its own wall time, wherever the person is', () => {
    expect(patchOf(occurrenceOf(), to, 'Europe/Berlin')).toEqual({
      start: '2026-11-18T14:00:00',
      end: '2026-11-18T15:00:00',
    });
    const there = occurrenceOf({ startTzid: 'America/New_York', endTzid: 'America/Los_Angeles' });
    expect(patchOf(there, to, 'Europe/Berlin')).toEqual({
      start: '2026-11-18T08:00:00',
      end: '2026-11-18T06:00:00',
    });
    const anywhere = occurrenceOf({ startTzid: null });
    expect(patchOf(anywhere, to, 'Europe/Berlin').start).toBe('2026-11-18T14:00:00');
  });
  it('makes days of a time, and a time of days', () => {
    expect(patchOf(occurrenceOf(), at('2026-11-18', '2026-11-19'), 'Europe/Berlin')).toEqual({
      isAllDay: true,
      startDate: '2026-11-18',
      endDate: '2026-11-19',
    });
    const days = occurrenceOf({ isAllDay: true, start: '2026-11-17', end: '2026-11-18' });
    expect(patchOf(days, to, 'Europe/Berlin')).toEqual({
      isAllDay: false,
      ...{ start: to.start, end: to.end },
      startTzid: 'Europe/Berlin',
    });
    expect(patchOf(days, at('2026-11-18', '2026-11-20'), 'UTC')).toEqual({
      startDate: '2026-11-18',
      endDate: '2026-11-20',
    });
  });
  it('leaves a moment without an end', () => {
    expect(patchOf(occurrenceOf(), at(to.start, to.start), 'Europe/Berlin').end).toBeNull();
  });
  it('goes back to what it was', () => {
    expect(backPatch(occurrenceOf({ startTzid: 'America/New_York' }))).toEqual({
      isAllDay: false,
      start: '2026-11-17T09:00:00',
      end: '2026-11-17T10:00:00',
      startTzid: 'America/New_York',
      endTzid: null,
    });
    const days = occurrenceOf({ isAllDay: true, start: '2026-11-17', end: '2026-11-18' });
    expect(backPatch(days)).toEqual({
      isAllDay: true,
      startDate: '2026-11-17',
      endDate: '2026-11-18',
    });
  });
});

describe('the id of an occurrence whose series was moved', () => {
  const series = eventOf({ id: `mst_${uuid}`, startTzid: 'America/New_York' });
  const to = at('2026-11-18T03:00:00', '2026-11-18T04:00:00');
  it('is by its day where the series is', () => {
    const before = occurrenceOf({ id: `inst_20261117_${uuid}` });
    expect(occurrenceId(series, before, to, 'Europe/Berlin')).toBe(`inst_20261117_${uuid}`);
    const days = eventOf({ id: `mst_${uuid}`, startTzid: null });
    const placed = at('2026-11-18', '2026-11-19');
    expect(occurrenceId(days, before, placed, 'Europe/Berlin')).toBe(`inst_20261118_${uuid}`);
  });
  it('is by its moment when there are several a day', () => {
    const before = occurrenceOf({ id: `inst_20261117T020000Z_${uuid}` });
    expect(occurrenceId(series, before, to, 'Europe/Berlin')).toBe(`inst_20261118T020000Z_${uuid}`);
  });
});
