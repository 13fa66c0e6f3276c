// What is said of what a check of a tree has found.

import { locale } from '../../lib/locale';
import { t } from '../../lib/messages';
import type { Finding } from '../types';

// The places of a sentence at which people are named: those of `personIds` in order, or all of them.
export type Named = Record<'first' | 'second' | 'third' | 'people', string>;

type Numbers = { years: number; span: string };
type Sentences = Record<string, ((values: Named & Numbers) => string) | undefined>;

export function sentenceOf({ code, params }: Finding): (named: Named) => string {
  const sentences: Sentences = t.familyCheck.codes;
  const say = Object.hasOwn(sentences, code) ? sentences[code] : undefined;
  const numbers = { years: Number(params.years ?? 0), span: spanText(Number(params.days ?? 0)) };
  // A code that this page does not know yet.
  return (named) => (say ?? t.familyCheck.codes.other)({ ...named, ...numbers });
}

export function reasonsText(reasons: readonly string[]): string {
  const known: Record<string, (() => string) | undefined> = t.familyCheck.reasons;
  const words = reasons.flatMap((reason) =>
    Object.hasOwn(known, reason) ? (known[reason]?.() ?? []) : [],
  );
  return new Intl.ListFormat(locale(), { type: 'unit' }).format(words);
}

const daysOfMonth = 30.4375;
const daysOfYear = 365.2425;

// "12 days", "5 months", "3 years", whichever says it best. The server says before and after by itself.
export function spanText(days: number): string {
  const length = Math.abs(days);
  const [unit, amount] =
    length < 2 * daysOfMonth
      ? ['day', length]
      : length < 2 * daysOfYear
        ? ['month', length / daysOfMonth]
        : ['year', length / daysOfYear];
  return new Intl.NumberFormat(locale(), {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 0,
    roundingMode: 'floor',
  } as Intl.NumberFormatOptions).format(amount);
}
