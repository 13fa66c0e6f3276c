import { describe, expect, it } from 'vitest';
import { ProjectContents } from '../contents.svelte';
import { memberOf, projectOf, tagOf, taskOf } from '../test_things';
import type { Activity } from '../types';
import { activityText, changeTexts, type ActivityContext } from './activity_words';

const contents = new ProjectContents('garden');
contents.members = [memberOf('ben', 'Ben Berg')];
contents.tags = [tagOf('t1', 'outside')];
contents.learn([taskOf({ id: 'dig', title: 'Dig' })]);
const context: ActivityContext = {
  contents,
  projectOf: (id) => (id === 'garden' ? projectOf() : undefined),
  today: '2026-11-04',
  hour12: false,
};

function activity(action: Activity['action'], changes: Activity['changes'] = []): Activity {
  return {
    ...{ id: 'a', action, entityType: 'TASK', entityId: 'dig', userId: 'ben', details: '' },
    ...{ timestamp: '2026-11-04T09:00:00Z', projectId: 'garden', taskId: 'dig', changes },
  };
}

describe('an activity', () => {
  it('says who did what', () => {
    expect(activityText(activity('STATUS'), context)).toBe('Ben Berg changed the status');
    expect(activityText({ ...activity('CREATE'), userId: null }, context)).toBe(
      'Someone created this task',
    );
  });

  it('may be about an attachment or a comment', () => {
    const link = { ...activity('CREATE'), entityType: 'ATTACHMENT' };
    expect(activityText(link, context)).toBe('Ben Berg added an attachment');
    const comment = { ...activity('DELETE'), entityType: 'COMMENT' };
    expect(activityText(comment, context)).toBe('Ben Berg deleted a comment');
  });

  it.each([
    ['status', 'TODO', 'DONE', 'Status: To do → Done'],
    ['priority', 'LOW', 'URGENT', 'Priority: Low → Urgent'],
    ['assigneeId', null, 'ben', 'Assigned to: nothing → Ben Berg'],
    ['dueDate', '2026-11-04T23:59:59Z', '2026-11-05T13:00:00Z', 'Due: Today → Tomorrow, 14:00'],
    ['tagIds', 't1', 't1, t2', 'Tags: outside → outside, deleted'],
    ['blockedBy', null, 'dig', 'Waits for: nothing → Dig'],
    ['projectId', 'garden', 'secret', 'Project: Garden → another project'],
    ['repeat', null, 'FREQ=DAILY', 'Repeats: nothing → Every day'],
    ['checklist', null, '✓ rake, spade', 'Checklist: nothing → ✓ rake, spade'],
    ['status', 'ODD', 'TODO', 'Status: ODD → To do'],
    ['other', 'a', 'b', 'other: a → b'],
  ])('%s from %s to %s', (field, from, to, words) => {
    const [change] = changeTexts(activity('UPDATE', [{ field, from, to }]), context);
    expect(`${change?.field}: ${change?.from} → ${change?.to}`).toBe(words);
  });
});
