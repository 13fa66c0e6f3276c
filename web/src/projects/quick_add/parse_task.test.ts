import { describe, expect, it } from 'vitest';
import { inChinese } from '../../when/words/chinese';
import { inGerman } from '../../when/words/german';
import { memberOf, tagOf } from '../test_things';
import { parseTask, type TaskLineContext } from './parse_task';

const garden = tagOf('g', 'Garden');
// A Wednesday, 10:00 in Berlin.
const context: TaskLineContext = {
  nowMs: Date.parse('2026-11-04T09:00:00Z'),
  zone: 'Europe/Berlin',
  isDayFirst: true,
  weekStart: 1,
  members: [
    memberOf('nora', 'Nora Nilsen'),
    memberOf('ben', 'Ben Berg'),
    memberOf('ben2', 'Ben Bach'),
  ],
  tags: [garden],
  myId: 'nora',
};

function read(text: string, change: Partial<TaskLineContext> = {}) {
  const { draft } = parseTask(text, { ...context, ...change });
  const { assignee, tags, newTags, ...rest } = draft;
  return {
    ...rest,
    ...(assignee && { assignee: assignee.userId }),
    ...(tags.length + newTags.length > 0 && { tags: [...tags.map(({ id }) => id), ...newTags] }),
  };
}

describe('a line', () => {
  it.each([
    ['Buy rake', { title: 'Buy rake' }],
    [
      'Order seeds tomorrow @nora !high #garden',
      {
        ...{ title: 'Order seeds', dueDate: '2026-11-05', assignee: 'nora' },
        ...{ priority: 'HIGH', tags: ['g'] },
      },
    ],
    ['Call Ben friday 14:00', { title: 'Call Ben', dueDate: '2026-11-06T13:00:00Z' }],
    ['Paint @Ben Berg', { title: 'Paint', assignee: 'ben' }],
    // One of two is not guessed, and nobody is called so.
    ['Paint @ben', { title: 'Paint @ben' }],
    ['Ask @zoe', { title: 'Ask @zoe' }],
    ['Do it @me !1', { title: 'Do it', assignee: 'nora', priority: 'URGENT' }],
    ['Wow! Great !soon', { title: 'Wow! Great !soon' }],
    ['Round #2 #new-tag', { title: 'Round #2', tags: ['new-tag'] }],
    ['mail x@nora', { title: 'mail x@nora' }],
    ['"Clean up tomorrow" #garden', { title: 'Clean up tomorrow', tags: ['g'] }],
    [
      'Water plants every week',
      { title: 'Water plants', dueDate: '2026-11-04', rule: 'FREQ=WEEKLY' },
    ],
    ['@nora !low', { title: '', assignee: 'nora', priority: 'LOW' }],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('is understood in German', () => {
    expect(read('Saatgut bestellen morgen @ich !hoch #Garden', { translate: inGerman })).toEqual({
      ...{ title: 'Saatgut bestellen', dueDate: '2026-11-05', assignee: 'nora' },
      ...{ priority: 'HIGH', tags: ['g'] },
    });
    expect(read('Rasen mähen jeden Samstag !dringend', { translate: inGerman })).toMatchObject({
      ...{ title: 'Rasen mähen', dueDate: '2026-11-07', priority: 'URGENT' },
    });
  });

  it('is understood in Chinese', () => {
    expect(read('明天订购种子 @我 !高 #花园', { translate: inChinese, isDayFirst: false })).toEqual(
      {
        ...{ title: '订购种子', dueDate: '2026-11-05', assignee: 'nora' },
        ...{ priority: 'HIGH', tags: ['花园'] },
      },
    );
  });

  it('marks what was understood', () => {
    const text = 'Dig tomorrow @nora !high #garden';
    const { pieces } = parseTask(text, context);
    expect(pieces.map(({ start, end, kind }) => [kind, text.slice(start, end)])).toEqual([
      ['when', 'tomorrow'],
      ['person', '@nora'],
      ['priority', '!high'],
      ['tag', '#garden'],
    ]);
  });
});
