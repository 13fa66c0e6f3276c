// How pressing a task is, in a line that is typed.

import { folded } from '../../lib/folded';
import type { Line } from './line';

export type Priority = 'LOW' | 'MEDIUM' | 'HIGH' | 'URGENT';

const word = "[\\p{L}\\p{N}][\\p{L}\\p{N}_.'’-]*";
const before = '(?<![^\\s(,，])';

const priorityWords: Record<Priority, readonly string[]> = {
  URGENT: ['urgent', 'asap', '1', 'dringend', '紧急', '急'],
  HIGH: ['high', 'important', '2', 'hoch', 'wichtig', '高', '重要'],
  MEDIUM: ['medium', 'normal', '3', 'mittel', '中', '普通'],
  LOW: ['low', '4', 'niedrig', 'gering', '低'],
};

// "!high", "!hoch", "!高". The last one counts.
export function takePriority(line: Line): Priority | undefined {
  let priority: Priority | undefined;
  for (const found of line.rest.matchAll(new RegExp(`${before}[!！](${word})`, 'gu'))) {
    const said = folded(line.typed(found.index, found.index + found[0].length).slice(1));
    const [known] = Object.entries(priorityWords).find(([, words]) => words.includes(said)) ?? [];
    if (known === undefined) continue;
    priority = known as Priority;
    line.take(found.index, found.index + found[0].length, 'priority');
  }
  return priority;
}
