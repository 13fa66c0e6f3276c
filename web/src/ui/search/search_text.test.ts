import { describe, expect, it } from 'vitest';
import { markedParts, snippetOf, wordsOf } from './search_text';

// Matches in square brackets.
const shown = (text: string, query: string) =>
  markedParts(text, wordsOf(query))
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('');

describe('marking what was searched for', () => {
  it('ignores case, accents and the order of words', () => {
    const rows = [
      ['Dentist', 'dent', '[Dent]ist'],
      ['Café Zürich', 'zurich cafe', '[Café] [Zürich]'],
      ['CAFE', 'café', '[CAFE]'],
      ['banana', 'ana', 'b[anana]'],
      ['Tea', '', 'Tea'],
      ['Tea', 'coffee', 'Tea'],
      ['a+b (c)', '+b (', 'a[+b] [(]c)'],
      ['😀 tea 😀', 'tea', '😀 [tea] 😀'],
    ] as const;
    for (const [text, query, marked] of rows) expect(shown(text, query)).toBe(marked);
  });

  it('keeps every letter, also when folding changes the length', () => {
    for (const text of ['İstanbul ẞ ﬁ', 'e\u0301te\u0301', '<b>&amp;</b>', '']) {
      const parts = markedParts(text, wordsOf('e i b'));
      expect(parts.map((part) => part.text).join('')).toBe(text);
    }
    expect(shown('e\u0301te\u0301', 'e')).toBe('[e\u0301]t[e\u0301]');
  });
});

describe('a snippet', () => {
  it('is the text around the first match', () => {
    const text = `${'before '.repeat(20)}the needle ${'after '.repeat(40)}`;
    const snippet = snippetOf(text, wordsOf('NEEDLE'), 20);
    expect(snippet).toContain('needle');
    expect(snippet.startsWith('…') && snippet.endsWith('…')).toBe(true);
    expect([...snippet].length).toBeLessThanOrEqual(62);
  });

  it('is empty when nothing matches', () => {
    expect(snippetOf('something', wordsOf('else'))).toBe('');
    expect(snippetOf('', wordsOf('else'))).toBe('');
  });

  it('is the whole of a short text, on one line', () => {
    expect(snippetOf('one\n\ntwo', wordsOf('two'))).toBe('one two');
  });
});
