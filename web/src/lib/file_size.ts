// The size of a file in words: "512 bytes", "12 MB".

import { locale } from './locale';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

export function fileSizeText(bytes: number): string {
  let amount = bytes;
  let unit = 0;
  // What would be rounded to 1,024 is one of the next unit.
  while (amount >= 1023.95 && unit < units.length - 1) {
    amount /= 1024;
    unit++;
  }
  return new Intl.NumberFormat(locale(), {
    style: 'unit',
    unit: units[unit] ?? 'byte',
    unitDisplay: unit === 0 ? 'long' : 'short',
    maximumFractionDigits: amount < 10 ? 1 : 0,
  }).format(amount);
}
