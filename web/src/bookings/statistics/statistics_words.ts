// A year of a place in words.

import { formatMonth } from '../../lib/dates';
import { locale } from '../../lib/locale';
import { joinFacts } from '../joining';
import { moneyText } from '../prices/money';
import { nightsText } from '../editor/quote_words';
import type { MonthOccupancy, PersonShare, Statistics } from '../types';
import { t } from '../../lib/messages';

export function percentText(part: number): string {
  const options = { style: 'percent', maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(locale(), options).format(part);
}

export function monthName(month: number, style: 'short' | 'long'): string {
  return formatMonth(`2026-${String(month).padStart(2, '0')}-01`, style);
}

// "12.5 nights", "1 night".
export function someNights(nights: number): string {
  return nightsText(rounded(nights));
}

function rounded(nights: number): number {
  return Math.round(nights * 10) / 10;
}

// How much of the year was booked, of the nights that could be.
export function yearOccupancy(months: readonly MonthOccupancy[]): number {
  const sum = (value: (month: MonthOccupancy) => number) =>
    months.reduce((total, month) => total + value(month), 0);
  const open = sum(({ nights, blocked }) => nights - blocked);
  return open === 0 ? 0 : sum(({ booked }) => booked) / open;
}

export function bookedNights(months: readonly MonthOccupancy[]): number {
  return months.reduce((total, { booked }) => total + booked, 0);
}

// "3.5 nights more than an equal share". Guests and those who have left have none.
export function differenceText({ isMember, difference }: PersonShare): string {
  if (!isMember) return '';
  if (rounded(Math.abs(difference)) === 0) return t.bookings.statistics.equal();
  const nights = someNights(Math.abs(difference));
  return difference > 0
    ? t.bookings.statistics.more({ nights })
    : t.bookings.statistics.fewer({ nights });
}

// "2 stays, 45% of all nights, 1 night more than an equal share, €611.50"
export function personText(person: PersonShare, currency: string): string {
  const { stays, share, total } = person;
  const facts = [
    t.bookings.statistics.stays({ count: stays }),
    t.bookings.statistics.share({ percent: percentText(share) }),
    differenceText(person),
    total === 0 ? '' : moneyText(total, currency),
  ];
  return joinFacts(facts.filter((fact) => fact !== ''));
}

// What Jain's index means, where there is a difference. Of two people, one has 4 nights and the other 3
// at 0.98, 10 and 7 at 0.97, twice as many at 0.9, all at 0.5.
const grades = [
  { from: 0.97, name: 'almost' },
  { from: 0.85, name: 'little' },
  { from: 0.55, name: 'uneven' },
] as const;

// One person alone shares with nobody.
export function fairnessText({ fairness, people, fairNights }: Statistics): string {
  const shares = people.filter(({ isMember }) => isMember).map(({ nights }) => nights);
  if (fairness === null) return t.bookings.statistics.nobody();
  if (shares.length < 2) return t.bookings.statistics.onlyOne();
  const grade = gradeText(shares, fairness);
  return t.bookings.statistics.equalShare({ grade, nights: someNights(fairNights) });
}

// Nights cannot be divided: evenly is when nobody had more than one night more than anybody else.
function gradeText(shares: readonly number[], fairness: number): string {
  const difference = Math.max(...shares) - Math.min(...shares);
  const words = t.bookings.statistics.grades;
  if (difference === 0) return words.same();
  if (difference <= 1) return words.even();
  return words[grades.find(({ from }) => fairness >= from)?.name ?? 'very']();
}

// "May: 12 of 31 nights booked, 3 blocked, 43%"
export function monthText({ month, nights, booked, blocked, occupancy }: MonthOccupancy): string {
  const words = {
    month: monthName(month, 'long'),
    booked: String(booked),
    nights: String(nights),
    percent: percentText(occupancy),
  };
  if (blocked === 0) return t.bookings.statistics.monthBooked(words);
  return t.bookings.statistics.monthBlocked({ ...words, blocked: nightsText(blocked) });
}
