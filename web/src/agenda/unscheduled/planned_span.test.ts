import { expect, it } from 'vitest';
import { plannedSpan } from './planned_span';

it.each([
  ['', { start: '2026-11-17', end: '2026-11-18', allDay: true }],
  ['09:30', { start: '2026-11-17T09:30:00', end: '2026-11-17T10:15:00', allDay: false }],
  ['23:45', { start: '2026-11-17T23:45:00', end: '2026-11-18T00:30:00', allDay: false }],
])('a day with the time “%s”', (time, span) => {
  expect(plannedSpan('2026-11-17', time, 45)).toEqual(span);
});
