import { expect, it } from 'vitest';
import { parse } from './parse';
import { parseRule } from '../../when/recurrence/rule_text';
import { context } from './test_quick_add';

const words =
  'Lunch tomorrow 13:00 9-10 9h30 at @ @5 #work # !15m !! every each other week weeks 2 3 31 31st last first friday mon/tue and , & of the month until till 24 dec 29 feb 31.12. 5/11 for 2h h min days in an hour now tonight morning noon midnight am pm Europe/London UTC EST “ ” " ( ) - – -> next this weekend year 10 times daily monthly @home Søren 日本 \u00a0 99999 0 :'.split(
    ' ',
  );

// The same lines in every run.
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

it('understands any line somehow', () => {
  const random = randomNumbers(7);
  for (let round = 0; round < 300; round++) {
    const length = 1 + Math.floor(random() * 9);
    const line = Array.from({ length }, () => words[Math.floor(random() * words.length)]).join(' ');
    const { draft, pieces } = parse(line, context);
    expect(draft.start, line).toMatch(/^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/);
    expect(draft.start.length === 10, line).toBe(draft.isAllDay);
    expect((draft.end ?? '') >= draft.start, `${line}: ${draft.start} ${draft.end}`).toBe(true);
    if (draft.rrule !== undefined) expect(parseRule(draft.rrule).problem, line).toBeUndefined();
    let at = 0;
    for (const { start, end } of pieces) {
      expect(start >= at && end > start && end <= line.length, line).toBe(true);
      at = end;
    }
  }
}, 60_000);
