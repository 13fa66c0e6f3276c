import { describe, expect, it } from 'vitest';
import { suggestedTags, tagFrom, withTag } from './event_tags';

describe('tags', () => {
  it('are what was typed, without its signs', () => {
    expect(tagFrom(' #work, ')).toBe('work');
    expect(tagFrom('family   time')).toBe('family time');
    expect(tagFrom(' # ')).toBe('');
    expect(tagFrom('é'.repeat(60))).toBe('é'.repeat(50));
  });

  it('are there once', () => {
    expect(withTag(['Work'], 'work')).toEqual(['Work']);
    expect(withTag(['work'], '')).toEqual(['work']);
    expect(withTag([], '#work', ['Work'])).toEqual(['Work']);
    expect(withTag(['work'], '#home')).toEqual(['work', 'home']);
  });

  it('are completed by how they begin, then by what is in them', () => {
    const known = ['homework', 'team', 'work', 'workout'];
    expect(suggestedTags('wor', known, [])).toEqual(['work', 'workout', 'homework']);
    expect(suggestedTags('#WOR', known, ['Work'])).toEqual(['workout', 'homework']);
    expect(suggestedTags('', known, ['team'])).toEqual(['homework', 'work', 'workout']);
    expect(suggestedTags('xyz', known, [])).toEqual([]);
  });
});
