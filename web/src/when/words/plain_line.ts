// Reads a line of which only a title and a time are wanted: "Dentist Tue 9", "Cottage 3–7 May". Loaded when somebody begins
// to type, because it brings chrono along.

import { wallAt } from '../zones/zones';
import { takeWhen } from './dates';
import { inTheEvening } from './hours';
import { Line, type Piece, type PieceKind } from './line';
import { takePerson, type NamedPerson } from './people';
import { resolve, type Span } from './resolve';
import type { Translate } from './translate';

export interface PlainContext {
  nowMs: number;
  zone: string;
  // Whether 5/11 is in November.
  isDayFirst: boolean;
  defaultMinutes: number;
  translate?: Translate | undefined;
  // Whom "@ben" can mean.
  people?: readonly NamedPerson[];
}

export interface PlainLine {
  // Empty when the line has none.
  title: string;
  // Undefined when the line says nothing about when.
  span: Span | undefined;
  person?: NamedPerson | undefined;
  // The names behind a "#".
  signs: string[];
  pieces: Piece[];
}

// `words` are taken out of the title where they stand in the line, as pieces of this kind.
export function readPlainLine(
  text: string,
  context: PlainContext,
  taken?: { words: string; kind: PieceKind },
): PlainLine {
  const { nowMs, zone, isDayFirst, defaultMinutes } = context;
  const today = wallAt(nowMs, zone).slice(0, 10);
  const line = new Line(text, (reading) => context.translate?.(reading, today) ?? reading);
  if (taken) takeWords(line, taken.words, taken.kind);
  const person = takePerson(line, context.people ?? [], undefined);
  const signs = takeSigns(line);
  const when = inTheEvening(takeWhen(line, { today, isDayFirst }), line.title);
  const { date, time, minutesFromNow } = when;
  const isDated = [date, time, minutesFromNow].some((said) => said !== undefined);
  const said = { when, rule: undefined, duration: undefined };
  const span = isDated ? resolve(said, { nowMs, today, zone, defaultMinutes }) : undefined;
  return { title: line.title, span, person, signs, pieces: line.pieces };
}

// "#family". A number behind the sign is part of the title ("Round #2").
function takeSigns(line: Line): string[] {
  const signs: string[] = [];
  for (const found of line.rest.matchAll(/(?<![^\s(,，])[#＃]([\p{L}\p{N}_][\p{L}\p{N}_/-]*)/gu)) {
    const name = line.typed(found.index, found.index + found[0].length).slice(1);
    if (/^\d+$/.test(name)) continue;
    signs.push(name);
    line.take(found.index, found.index + found[0].length, 'tag');
  }
  return signs;
}

function takeWords(line: Line, words: string, kind: PieceKind): void {
  const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const found = new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'iu').exec(line.rest);
  if (found) line.take(found.index, found.index + found[0].length, kind);
}
