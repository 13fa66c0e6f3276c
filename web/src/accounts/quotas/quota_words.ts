// Quotas in words: what the kinds are called, and how much of them there is.

import type { Quota, QuotaKind } from '../types';
import { locale } from '../../lib/locale';
import { t } from '../../lib/messages';

// In the order in which they are shown.
export const quotaKinds: readonly QuotaKind[] = [
  'bytes',
  'events',
  'series',
  'plannerTasks',
  'calendars',
  'entries',
  'places',
  'stays',
  'projects',
  'tasks',
  'projectEvents',
  'trees',
  'people',
];

const bytesPerMegabyte = 1024 * 1024;
const units = ['KB', 'MB', 'GB', 'TB'];

function numberText(amount: number): string {
  return new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 }).format(amount);
}

// "512 bytes", "12 MB", "1.5 GB".
export function sizeText(bytes: number): string {
  let amount = bytes;
  let unit = -1;
  // What would be rounded to 1,024 is one of the next unit.
  while (amount >= 1023.95 && unit < units.length - 1) {
    amount /= 1024;
    unit++;
  }
  if (unit === -1) return t.accounts.quotas.byteCount({ count: bytes });
  return `${numberText(amount)} ${units[unit] ?? ''}`;
}

export function amountText(kind: QuotaKind, amount: number): string {
  return kind === 'bytes' ? sizeText(amount) : numberText(amount);
}

// With what it counts in, and the unit: "Entries in each calendar", "Storage, in MB".
export function fieldLabel(kind: QuotaKind): string {
  const words = t.accounts.quotas;
  if (kind === 'bytes') return words.bytesIn();
  if (kind === 'entries') return words.entriesIn();
  if (kind === 'tasks') return words.tasksIn();
  if (kind === 'projectEvents') return words.projectEventsIn();
  if (kind === 'people') return words.peopleIn();
  return kind === 'stays' ? words.staysIn() : words[kind]();
}

// "12 MB of 1 GB", or "up to 100,000 in each calendar".
export function useText(quota: Quota): string {
  const allowed = amountText(quota.kind, quota.allowed);
  const words = t.accounts.quotas;
  if (quota.used !== null) {
    return words.ofAllowed({ used: amountText(quota.kind, quota.used), allowed });
  }
  if (quota.kind === 'entries') return words.upToEntries({ allowed });
  if (quota.kind === 'tasks' || quota.kind === 'projectEvents') {
    return words.upToInProject({ allowed });
  }
  if (quota.kind === 'people') return words.upToInTree({ allowed });
  return quota.kind === 'stays' ? words.upToStays({ allowed }) : words.upTo({ allowed });
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
  return share === 1 ? t.accounts.quotas.full() : t.accounts.quotas.nearlyFull();
}

// What a field shows: storage in megabytes.
export function fieldText(kind: QuotaKind, amount: number): string {
  const shown = kind === 'bytes' ? amount / bytesPerMegabyte : amount;
  const options = { maximumFractionDigits: 2, useGrouping: false };
  return new Intl.NumberFormat(locale(), options).format(shown);
}

// The amount that a field says; null if it is empty, undefined if it says none.
export function amountIn(kind: QuotaKind, text: string): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (!/^\d{1,12}([.,]\d{1,2})?$/.test(trimmed)) return undefined;
  const amount = Number(trimmed.replace(',', '.'));
  if (kind === 'bytes') return Math.round(amount * bytesPerMegabyte);
  return Number.isInteger(amount) ? amount : undefined;
}
