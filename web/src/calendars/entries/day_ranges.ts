// Sets of days as sorted ranges that neither overlap nor touch. Both ends are included.

import { addDays, daysBetween, type DateRange, type DateText } from '../../lib/dates';

export function add(ranges: readonly DateRange[], added: DateRange): DateRange[] {
  let { from, to } = added;
  const apart: DateRange[] = [];
  for (const range of ranges) {
    if (range.to < addDays(from, -1) || range.from > addDays(to, 1)) {
      apart.push(range);
      continue;
    }
    if (range.from < from) from = range.from;
    if (range.to > to) to = range.to;
  }
  return [...apart, { from, to }].sort((one, other) => (one.from < other.from ? -1 : 1));
}

// The days of `wanted` that are not in `ranges`.
export function missing(ranges: readonly DateRange[], wanted: DateRange): DateRange[] {
  const gaps: DateRange[] = [];
  let from = wanted.from;
  for (const range of ranges) {
    if (range.to < from) continue;
    if (range.from > wanted.to) break;
    if (range.from > from) gaps.push({ from, to: addDays(range.from, -1) });
    if (range.to >= wanted.to) return gaps;
    from = addDays(range.to, 1);
  }
  gaps.push({ from, to: wanted.to });
  return gaps;
}

// The days of `ranges` that are also in `kept`.
export function within(ranges: readonly DateRange[], kept: DateRange): DateRange[] {
  return ranges
    .filter((range) => overlap(range, kept))
    .map((range) => ({
      from: range.from < kept.from ? kept.from : range.from,
      to: range.to > kept.to ? kept.to : range.to,
    }));
}

export function overlap(one: DateRange, other: DateRange): boolean {
  return one.from <= other.to && other.from <= one.to;
}

// The range in pieces of at most so many days.
export function pieces(range: DateRange, maxDays: number): DateRange[] {
  const result: DateRange[] = [];
  let from: DateText = range.from;
  while (daysBetween(from, range.to) >= maxDays) {
    const to = addDays(from, maxDays - 1);
    result.push({ from, to });
    from = addDays(to, 1);
  }
  result.push({ from, to: range.to });
  return result;
}
