import { describe, expect, it } from 'vitest';
import { eachTagOnce, isSameTag, spelled } from './tags';

describe('tags that differ only in case', () => {
  it('are the same', () => {
    expect(isSameTag('Work', 'wORK')).toBe(true);
    expect(isSameTag('ÄRZTE', 'ärzte')).toBe(true);
    expect(isSameTag('A\u0308', '\u00E4')).toBe(true);
    expect(isSameTag('cafe', 'café')).toBe(false);
  });
  it('are shown once, as they were written first', () => {
    expect(eachTagOnce(['work', 'Home', 'Work', 'home'])).toEqual(['work', 'Home']);
    expect(spelled('WORK', ['home', 'Work'])).toBe('Work');
    expect(spelled('new', ['home'])).toBe('new');
  });
});
