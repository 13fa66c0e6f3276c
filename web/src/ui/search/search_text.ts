// Where the words that somebody searched for stand in a text, so that they can be marked. Case and
// accents make no difference, as in the search itself.

import { folded } from '../../lib/folded';

export interface Part {
  text: string;
  isMatch: boolean;
}

export function wordsOf(query: string): string[] {
  return [...new Set(folded(query).split(/\s+/u).filter(Boolean))];
}

// The text in pieces, of which some match. Together they are the text again.
export function markedParts(text: string, words: readonly string[]): Part[] {
  const letters = [...text];
  const isMarked = marksOf(letters, words);
  const parts: Part[] = [];
  letters.forEach((letter, at) => {
    const last = parts.at(-1);
    const isMatch = isMarked[at] ?? false;
    if (last?.isMatch === isMatch) last.text += letter;
    else parts.push({ text: letter, isMatch });
  });
  return parts;
}

function marksOf(letters: string[], words: readonly string[]): boolean[] {
  // One letter may fold to several or to none: `origin` says whose each folded one is.
  const origin: number[] = [];
  let plainText = '';
  letters.forEach((letter, at) => {
    const plain = folded(letter);
    plainText += plain;
    for (let unit = 0; unit < plain.length; unit++) origin.push(at);
  });
  const isMarked = letters.map(() => false);
  for (const word of words) {
    for (
      let at = plainText.indexOf(word);
      word && at !== -1;
      at = plainText.indexOf(word, at + 1)
    ) {
      for (const letter of origin.slice(at, at + word.length)) isMarked[letter] = true;
    }
  }
  // An accent of its own belongs to the letter before it.
  letters.forEach((letter, at) => {
    if (folded(letter) === '') isMarked[at] = isMarked[at - 1] ?? false;
  });
  return isMarked;
}

// A piece of a long text around the first match; empty when there is none in it.
export function snippetOf(text: string, words: readonly string[], around = 40): string {
  const letters = [...text.replace(/\s+/gu, ' ')];
  const first = marksOf(letters, words).indexOf(true);
  if (first === -1) return '';
  const from = Math.max(0, first - around);
  const to = Math.min(letters.length, first + around * 2);
  const start = from > 0 ? '…' : '';
  return start + letters.slice(from, to).join('') + (to < letters.length ? '…' : '');
}
