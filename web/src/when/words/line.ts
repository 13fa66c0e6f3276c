// A line of quick add while it is read: what has been understood is taken out of it, and what nobody
// takes is the title.

import type { LinePiece, PieceKind } from '../../lib/agenda_types';
import { Reading } from './reading';

export type { PieceKind };

// Which characters of the line became what.
export type Piece = LinePiece;

// What stands in the place of what was taken: white space, so that words on both sides of it still
// belong together, but none that anybody types.
export const gap = '\u00a0';

export class Line {
  // What is left to be read, with single spaces. Positions in it stay the same while it is taken.
  rest: string;
  #title: string;
  #pieces: Piece[] = [];
  // What was typed, with single spaces; and the same in the words that are understood.
  readonly #typed: Reading;
  readonly #reading: Reading;

  // `translate` puts words of another language into English.
  constructor(text: string, translate: (reading: Reading) => Reading = (reading) => reading) {
    this.#typed = Reading.of(text).replace(/\s+/g, () => ' ');
    this.#reading = translate(Reading.of(this.#typed.text));
    this.rest = this.#reading.text;
    this.#title = this.#typed.text;
    this.#protectQuotes();
  }

  take(start: number, end: number, kind: PieceKind): void {
    this.#add(start, end, kind);
    this.rest = blanked(this.rest, start, end);
    const typed = this.#reading.before(start, end);
    this.#title = blanked(this.#title, typed.start, typed.end);
  }

  // What stands for a part of `rest`, as it was typed.
  typed(start: number, end: number): string {
    const typed = this.#reading.before(start, end);
    return this.#typed.text.slice(typed.start, typed.end);
  }

  // Understood, but part of the title too: the "daily" of "Daily standup".
  mark(start: number, end: number, kind: PieceKind): void {
    this.#add(start, end, kind);
    this.rest = blanked(this.rest, start, end);
  }

  get pieces(): Piece[] {
    return this.#pieces
      .map(({ start, end, kind }) => {
        const typed = this.#reading.before(start, end);
        return { ...this.#typed.before(typed.start, typed.end), kind };
      })
      .sort((left, right) => left.start - right.start);
  }

  // Whoever begins with a capital letter means the title, even if the first word was a date.
  get title(): string {
    const title = this.#title
      .replace(/(?<=\p{sc=Han})\u00a0+(?=\p{sc=Han})/gu, '')
      .replace(/["“”„]/g, ' ')
      .replace(/\s+/g, ' ')
      .replace(/ (?=[,;])/g, '')
      .replace(/([,;])[,; ]*(?=[,;]|$)/g, '')
      .replace(/^[\s,;:，；：、–-]+|[\s,;:，；：、–-]+$/g, '');
    const isCapital = /^\P{L}*\p{Lu}/u.test(this.#typed.text);
    return isCapital ? title.charAt(0).toUpperCase() + title.slice(1) : title;
  }

  // What was taken before, in the middle of it, is a piece of its own: "tomorrow #work 13:00".
  #add(start: number, end: number, kind: PieceKind): void {
    for (const found of this.rest
      .slice(start, end)
      .matchAll(/[^\s\u00a0](?:[^\u00a0]*[^\s\u00a0])?/g)) {
      const from = start + found.index;
      this.#pieces.push({ start: from, end: from + found[0].length, kind });
    }
  }

  // What is quoted is title, whatever it sounds like.
  #protectQuotes(): void {
    for (const quoted of this.rest.matchAll(/["“”„]([^"“”„]+)["“”]/g)) {
      this.rest = blanked(this.rest, quoted.index, quoted.index + quoted[0].length);
    }
  }
}

export function blanked(text: string, start: number, end: number): string {
  return text.slice(0, start) + gap.repeat(end - start) + text.slice(end);
}

// The line cut where a piece begins or ends, to show it with them.
export function segmentsOf(
  text: string,
  pieces: readonly Piece[],
): { text: string; kind?: PieceKind }[] {
  const segments: { text: string; kind?: PieceKind }[] = [];
  let at = 0;
  for (const { start, end, kind } of pieces) {
    if (start < at) continue;
    if (start > at) segments.push({ text: text.slice(at, start) });
    segments.push({ text: text.slice(start, end), kind });
    at = end;
  }
  if (at < text.length) segments.push({ text: text.slice(at) });
  return segments;
}
