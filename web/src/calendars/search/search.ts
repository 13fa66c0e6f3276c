// Finding entries by their words.

import { folded } from '../../lib/folded';
import type { Entry } from '../../lib/types';
import { byDate } from '../entries/entry_changes';

// The entries that have all words of the text, in any order and anywhere; by date.
export function matching(entries: readonly Entry[], text: string): Entry[] {
  const words = folded(text)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  return entries
    .filter((entry) => {
      const where = folded(`${entry.title}\n${entry.location ?? ''}\n${entry.description ?? ''}`);
      return words.every((word) => where.includes(word));
    })
    .sort(byDate);
}
