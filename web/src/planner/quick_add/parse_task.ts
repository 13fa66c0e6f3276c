// Reads a line such as "Call the plumber tomorrow !high #home" as a task of the planner. Loaded when somebody begins to type,
// because it brings chrono along.

import { takeRequest, takeTags } from '../../events/quick_add/tokens';
import { takeWhen, type DateContext } from '../../when/words/dates';
import { Line, type Piece } from '../../when/words/line';
import { takePriority, type Priority } from '../../when/words/priority';
import { resolve } from '../../when/words/resolve';
import { takeRule } from '../../when/words/rule';
import { readEnd } from '../../when/words/rule_end';
import type { Translate } from '../../when/words/translate';
import { wallAt } from '../../when/zones/zones';

export interface TaskLineContext {
  nowMs: number;
  zone: string;
  // Whether 5/11 is in November.
  isDayFirst: boolean;
  // The tags that there are already.
  tags: readonly string[];
  translate?: Translate | undefined;
}

export interface ParsedTask {
  // Empty when the line has none.
  title: string;
  priority: Priority | undefined;
  tags: string[];
  // A day, or a time by the clock of the zone. Of what repeats, the first one.
  due: string | undefined;
  isRepeating: boolean;
  pieces: Piece[];
}

export function parseTask(text: string, context: TaskLineContext): ParsedTask {
  const { nowMs, zone } = context;
  const today = wallAt(nowMs, zone).slice(0, 10);
  const line = new Line(text, (reading) => context.translate?.(reading, today) ?? reading);
  const dates: DateContext = { today, isDayFirst: context.isDayFirst };
  takeRequest(line);
  const priority = takePriority(line);
  const tags = takeTags(line, context.tags);
  const rule = takeRule(line);
  if (rule) readEnd(line, rule, dates);
  const isRepeating = rule !== undefined;
  const when = takeWhen(line, { ...dates, hasRule: isRepeating });
  const { date, time, minutesFromNow } = when;
  const isDated = isRepeating || [date, time, minutesFromNow].some((said) => said !== undefined);
  const said = { when, rule, duration: undefined };
  const due = isDated ? resolve(said, { nowMs, today, zone, defaultMinutes: 60 }).start : undefined;
  return { title: line.title, priority, tags, due, isRepeating, pieces: line.pieces };
}
