// Reads a line such as "Order seeds tomorrow @ben !high #garden" as a task. Loaded when somebody begins to type, because
// it brings chrono along.

import { newProjectTagLimits, newProjectTaskLimits } from '../../lib/api_limits';
import { folded } from '../../lib/folded';
import { takeWhen, type DateContext } from '../../when/words/dates';
import { Line, type Piece } from '../../when/words/line';
import { takePerson } from '../../when/words/people';
import { takePriority } from '../../when/words/priority';
import { resolve } from '../../when/words/resolve';
import { takeRule } from '../../when/words/rule';
import { readEnd, ruleText } from '../../when/words/rule_end';
import type { Translate } from '../../when/words/translate';
import { utcOf, wallAt } from '../../when/zones/zones';
import type { Member, Tag, TaskPriority } from '../types';

export interface TaskLineContext {
  nowMs: number;
  zone: string;
  // Whether 5/11 is in November.
  isDayFirst: boolean;
  // 0 is Sunday.
  weekStart: number;
  members: readonly Member[];
  tags: readonly Tag[];
  myId: string | undefined;
  translate?: Translate | undefined;
}

export interface TaskDraft {
  // Empty when the line has none.
  title: string;
  priority?: TaskPriority;
  assignee?: Member;
  // Those that there are, and the names of those that have to be made.
  tags: Tag[];
  newTags: string[];
  // A day, or a time in UTC.
  dueDate?: string;
  rule?: string;
}

export interface ParsedTask {
  draft: TaskDraft;
  pieces: Piece[];
}

const hour = 60;

export function parseTask(text: string, context: TaskLineContext): ParsedTask {
  const { nowMs, zone } = context;
  const today = wallAt(nowMs, zone).slice(0, 10);
  const line = new Line(text, (reading) => context.translate?.(reading, today) ?? reading);
  const dates: DateContext = { today, isDayFirst: context.isDayFirst };
  const assignee = takePerson(line, context.members, context.myId);
  const priority = takePriority(line);
  const { tags, newTags } = takeTags(line, context.tags);
  const rule = takeRule(line);
  if (rule) {
    if (context.weekStart === 0 && rule.interval > 1) rule.weekStart = 'SU';
    readEnd(line, rule, dates);
  }
  const when = takeWhen(line, { ...dates, hasRule: rule !== undefined });
  const draft: TaskDraft = { title: line.title, tags, newTags };
  if (assignee) draft.assignee = assignee;
  if (priority) draft.priority = priority;
  const { date, time, minutesFromNow } = when;
  const isDated = [date, time, minutesFromNow].some((said) => said !== undefined);
  if (rule || isDated) {
    const said = { when, rule, duration: undefined };
    const span = resolve(said, { nowMs, today, zone, defaultMinutes: hour });
    draft.dueDate = span.isAllDay ? span.start : utcOf(`${span.start}:00`, zone);
    if (rule) draft.rule = ruleText(rule, span, undefined, zone);
  }
  return { draft, pieces: line.pieces };
}

// "#garden". A number behind the sign is part of the title ("Round #2").
function takeTags(line: Line, known: readonly Tag[]): { tags: Tag[]; newTags: string[] } {
  const tags: Tag[] = [];
  const newTags: string[] = [];
  const pattern = /(?<![^\s(,，])[#＃]([\p{L}\p{N}_][\p{L}\p{N}_/-]*)/gu;
  for (const found of line.rest.matchAll(pattern)) {
    const name = line.typed(found.index, found.index + found[0].length).slice(1);
    const isTooLong = name.length > newProjectTagLimits.name.maxLength;
    const isTooMany = tags.length + newTags.length >= newProjectTaskLimits.tagIds.maxItems;
    if (/^\d+$/.test(name) || isTooLong || isTooMany) continue;
    const tag = known.find((each) => folded(each.name) === folded(name));
    if (tag && !tags.includes(tag)) tags.push(tag);
    const isNew = !tag && !newTags.some((each) => folded(each) === folded(name));
    if (isNew) newTags.push(name);
    line.take(found.index, found.index + found[0].length, 'tag');
  }
  return { tags, newTags };
}
