// Finding entries by their words.

import type { Entry } from '../lib/types';
import { byDate } from './entry_changes';

// Letters that Unicode does not take apart into a letter and an accent.
const otherLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

// The text without case and accents: "Café" is "cafe".
export function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => otherLetters[letter] ?? letter);
}

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
