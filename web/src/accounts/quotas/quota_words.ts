// Quotas in words: what the kinds are called, and how much of them there is.

import type { Quota, QuotaKind } from '../types';

export interface KindInWords {
  kind: QuotaKind;
  name: string;
  // Of a kind that counts in each of several things.
  where?: string;
}

// In the order in which they are shown.
export const quotaKinds: readonly KindInWords[] = [
  { kind: 'bytes', name: 'Storage' },
  { kind: 'events', name: 'Events in the planner' },
  { kind: 'series', name: 'Series in the planner' },
  { kind: 'calendars', name: 'Own calendars' },
  { kind: 'entries', name: 'Entries', where: 'in each calendar' },
  { kind: 'places', name: 'Administered places' },
  { kind: 'stays', name: 'Stays ahead', where: 'in each place' },
];

const bytesPerMegabyte = 1024 * 1024;
const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

// "512 bytes", "12 MB", "1.5 GB".
export function sizeText(bytes: number): string {
  let amount = bytes;
  let unit = 0;
  // What would be rounded to 1,024 is one of the next unit.
  while (amount >= 1023.95 && unit < units.length - 1) {
    amount /= 1024;
    unit++;
  }
  return `${number.format(amount)} ${bytes === 1 ? 'byte' : (units[unit] ?? '')}`;
}

export function amountText(kind: QuotaKind, amount: number): string {
  return kind === 'bytes' ? sizeText(amount) : number.format(amount);
}

// "12 MB of 1 GB", or "up to 100,000 in each calendar".
export function useText(quota: Quota): string {
  const allowed = amountText(quota.kind, quota.allowed);
  if (quota.used !== null) return `${amountText(quota.kind, quota.used)} of ${allowed}`;
  const where = quotaKinds.find((each) => each.kind === quota.kind)?.where;
  return where === undefined ? `up to ${allowed}` : `up to ${allowed} ${where}`;
}

// How much of it is used: from 0 to 1.
export function shareOf(quota: Quota): number {
  if (quota.used === null) return 0;
  return quota.used >= quota.allowed ? 1 : quota.used / quota.allowed;
}

const nearlyAll = 0.9;

// Nothing while there is enough room.
export function warningOf(quota: Quota): string | undefined {
  const share = shareOf(quota);
  if (quota.used === null || share < nearlyAll) return undefined;
  return share === 1 ? 'Nothing is left' : 'Nearly all is used';
}

// What a field shows: storage in megabytes.
export function fieldText(kind: QuotaKind, amount: number): string {
  return String(kind === 'bytes' ? Math.round((amount / bytesPerMegabyte) * 100) / 100 : amount);
}

// The amount that a field says; null if it is empty, undefined if it says none.
export function amountIn(kind: QuotaKind, text: string): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(trimmed)) return undefined;
  const amount = Number(trimmed);
  if (kind === 'bytes') return Math.round(amount * bytesPerMegabyte);
  return Number.isInteger(amount) ? amount : undefined;
}
