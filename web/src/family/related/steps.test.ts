import { describe, expect, it } from 'vitest';
import { stepsOf } from './steps';

const step = (personId: string, kind: 'parent' | 'child' | 'spouse') => ({
  personId,
  kind,
  type: null,
  status: null,
  otherParentId: null,
});

describe('the line between two people', () => {
  it('begins with the first of them', () => {
    expect(stepsOf('a', [step('b', 'parent'), step('c', 'spouse')])).toEqual([
      { personId: 'a', step: 'start' },
      { personId: 'b', step: 'parent' },
      { personId: 'c', step: 'partner' },
    ]);
    expect(stepsOf('a', [])).toEqual([{ personId: 'a', step: 'start' }]);
  });
});
