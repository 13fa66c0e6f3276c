// A year of a place in words.

import { moneyText } from '../prices/money';
import { nightsText } from '../editor/quote_words';
import type { MonthOccupancy, PersonShare, Statistics } from '../types';

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });

export function percentText(part: number): string {
  return percent.format(part);
}

const monthFormats = {
  short: new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' }),
  long: new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }),
};

export function monthName(month: number, style: 'short' | 'long'): string {
  return monthFormats[style].format(Date.UTC(2026, month - 1, 1));
}

// "12.5 nights", "1 night".
export function someNights(nights: number): string {
  const text = number.format(nights);
  return `${text} ${text === '1' ? 'night' : 'nights'}`;
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
  const text = number.format(Math.abs(difference));
  if (text === '0') return 'an equal share';
  const side = difference > 0 ? 'more' : 'fewer';
  return `${someNights(Math.abs(difference))} ${side} than an equal share`;
}

// "2 stays, 45% of all nights, 1 night more than an equal share, €611.50"
export function personText(person: PersonShare, currency: string): string {
  const { stays, share, total } = person;
  const facts = [
    `${stays} ${stays === 1 ? 'stay' : 'stays'}`,
    `${percentText(share)} of all nights`,
    differenceText(person),
    total === 0 ? '' : moneyText(total, currency),
  ];
  return facts.filter((fact) => fact !== '').join(', ');
}

const grades = [
  { from: 0.9999, text: 'Everybody who may book had the same number of nights.' },
  { from: 0.98, text: 'The nights are shared evenly.' },
  { from: 0.9, text: 'The nights are shared almost evenly.' },
  { from: 0.7, text: 'The nights are shared a little unevenly.' },
  { from: 0.45, text: 'The nights are shared unevenly: some had much more than others.' },
  { from: 0, text: 'The nights are shared very unevenly: few had most of them.' },
];

// What Jain's index means. One person alone shares with nobody.
export function fairnessText({ fairness, people, fairNights }: Statistics): string {
  const sharing = people.filter(({ isMember }) => isMember).length;
  if (fairness === null) return 'None of those who may book had a night this year.';
  if (sharing < 2) return 'Only one person may book here, so there is nothing to share.';
  const grade = grades.find(({ from }) => fairness >= from) ?? grades[grades.length - 1];
  return `${grade?.text ?? ''} An equal share would be ${someNights(fairNights)} each.`;
}

// "May: 12 of 31 nights booked, 3 blocked, 43%"
export function monthText({ month, nights, booked, blocked, occupancy }: MonthOccupancy): string {
  const rest = blocked === 0 ? '' : `, ${nightsText(blocked)} blocked`;
  return `${monthName(month, 'long')}: ${booked} of ${nights} nights booked${rest}, ${percentText(occupancy)}`;
}
