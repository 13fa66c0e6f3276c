// Texts that stand one after the other, as the language puts them together.

import { t } from '../lib/messages';

// "1 Jul – 5 Jul, 9 Jul": things of one kind.
export function joinList(texts: readonly string[]): string {
  return joined(texts, (first, then) => t.bookings.list({ first, then }));
}

// "2 stays, 45% of all nights": what there is to say of one thing.
export function joinFacts(texts: readonly string[]): string {
  return joined(texts, (first, then) => t.bookings.facts({ first, then }));
}

export function joinSentences(texts: readonly string[]): string {
  return joined(texts, (first, then) => t.bookings.sentences({ first, then }));
}

function joined(texts: readonly string[], join: (first: string, then: string) => string): string {
  const [first = '', ...rest] = texts;
  return rest.reduce(join, first);
}
