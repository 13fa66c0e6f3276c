// Moments as those who look for one of many want them: exact.

import { locale } from '../lib/locale';

// "10:04:07"
export function formatClock(moment: string): string {
  return new Intl.DateTimeFormat(locale(), { timeStyle: 'medium' }).format(new Date(moment));
}

// "4 Nov 2026, 10:04"
export function formatMoment(moment: string): string {
  const style = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat(locale(), style).format(new Date(moment));
}
