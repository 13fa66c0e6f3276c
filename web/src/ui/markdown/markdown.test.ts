import { describe, expect, it } from 'vitest';
import { parseMarkdown, safeLink, type Block, type Inline } from './markdown';

// The tree as short text: what an element is, then what is in it.
function inlineText(each: Inline): string {
  switch (each.type) {
    case 'text':
      return each.text;
    case 'break':
      return '|';
    case 'code':
      return `code(${each.text})`;
    case 'link':
      return `link<${each.href}>(${each.content.map(inlineText).join('')})`;
    default:
      return `${each.type}(${each.content.map(inlineText).join('')})`;
  }
}

function blockText(each: Block): string {
  const inside = (content: Inline[]) => content.map(inlineText).join('');
  const marks = new Map([
    [undefined, ''],
    [true, '[x] '],
    [false, '[ ] '],
  ]);
  switch (each.type) {
    case 'paragraph':
    case 'line':
      return `${each.type === 'line' ? '' : 'p '}${inside(each.content)}`;
    case 'heading':
      return `h${each.level} ${inside(each.content)}`;
    case 'code':
      return `pre ${each.text}`;
    case 'quote':
      return `quote(${blocksText(each.content)})`;
    case 'list': {
      const items = each.items.map((item) => marks.get(item.isDone) + blocksText(item.content));
      return `${each.start === undefined ? 'ul' : `ol${each.start}`}(${items.join('; ')})`;
    }
    case 'table':
      return [each.header, ...each.rows]
        .map((row) => row.map(({ align, content }) => `${inside(content)}${align ?? ''}`).join(','))
        .join(' / ');
    default:
      return 'rule';
  }
}

const blocksText = (blocks: Block[]) => blocks.map(blockText).join(' · ');
const shown = (text: string) => blocksText(parseMarkdown(text));

describe('Markdown', () => {
  it.each([
    ['Bring **cake** and *tea*', 'p Bring strong(cake) and emphasis(tea)'],
    ['~~old~~ `a < b`', 'p deleted(old) code(a < b)'],
    ['one\ntwo\n\nthree', 'p one|two · p three'],
    ['- a\n- b\n  1. c\n  2. d', 'ul(a; b · ol1(c; d))'],
    ['3. c\n4. d', 'ol3(c; d)'],
    ['- [ ] buy\n- [x] bake', 'ul([ ] buy; [x] bake)'],
    ['> said\n> so', 'quote(p said|so)'],
    ['```js\nlet a;\n```', 'pre let a;'],
    ['a\n\n---\n\nb', 'p a · rule · p b'],
    ['| a | b |\n|---|--:|\n| 1 | *2* |', 'a,bright / 1,emphasis(2)right'],
    ['[Map](https://example.com/a?b=c)', 'p link<https://example.com/a?b=c>(Map)'],
    ['see https://example.com.', 'p see link<https://example.com/>(https://example.com).'],
    ['mail a@example.com', 'p mail link<mailto:a@example.com>(a@example.com)'],
    ['a \\* b', 'p a * b'],
    ['', ''],
  ])('%j is %s', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it('begins below the heading of a dialog and skips no level', () => {
    expect(shown('# a\n\n#### b\n\n## c')).toBe('h3 a · h4 b · h4 c');
    expect(shown('### a')).toBe('h3 a');
  });

  it('keeps every line of plain text', () => {
    const text =
      'Agenda:\n1) Money\n\nJoin: https://meet.example.com/x?y=1&z=2\n[1]: https://example.com/a';
    const words = shown(text);
    expect(words).toContain('link<https://meet.example.com/x?y=1&z=2>');
    expect(words).toContain('[1]: link<https://example.com/a>(https://example.com/a)');
  });
});

describe('what could do harm', () => {
  it.each([
    ['<script>alert(1)</script>', 'p <script>alert(1)</script>'],
    ['a <img src=x onerror=alert(1)> b', 'p a <img src=x onerror=alert(1)> b'],
    ['<div>\n*x*\n</div>', 'p <div>|*x*|</div>'],
    ['[x](javascript:alert(1))', 'p [x](javascript:alert(1))'],
    ['[x](JaVaScRiPt:alert(1))', 'p [x](JaVaScRiPt:alert(1))'],
    ['[x](java&#10;script:alert(1))', 'p [x](java&#10;script:alert(1))'],
    ['[x](data:text/html,x)', 'p [x](data:text/html,x)'],
    ['[x](vbscript:x)', 'p [x](vbscript:x)'],
    ['[x](//example.com)', 'p [x](//example.com)'],
    ['[x](/settings)', 'p [x](/settings)'],
    ['<javascript:alert(1)>', 'p <javascript:alert(1)>'],
    ['[x][y]\n\n[y]: javascript:alert(1)', 'p [x][y] · p [y]: javascript:alert(1)'],
    ['![cat](https://example.com/c.png)', 'p link<https://example.com/c.png>(cat)'],
    [
      '![](https://example.com/c.png)',
      'p link<https://example.com/c.png>(https://example.com/c.png)',
    ],
    ['![x](data:image/png;base64,AA)', 'p ![x](data:image/png;base64,AA)'],
    [
      '[![cat](https://example.com/c.png)](https://example.com)',
      'p link<https://example.com/>(cat)',
    ],
  ])('%j is text or a plain link', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it('follows addresses of the web and of mailboxes only', () => {
    expect(safeLink('https://example.com/"><b>')).toBe('https://example.com/%22%3E%3Cb%3E');
    expect(safeLink(' javascript:alert(1)')).toBeUndefined();
    expect(safeLink('file:///etc/passwd')).toBeUndefined();
    expect(safeLink('blob:https://example.com/x')).toBeUndefined();
    expect(safeLink('example.com')).toBeUndefined();
  });

  // A description has up to 10,000 characters. None of these may keep the page busy; the limit of a
  // case is that of the test runner.
  it.each([
    '>'.repeat(10_000),
    '- '.repeat(5_000),
    '1. '.repeat(3_300),
    '*'.repeat(10_000),
    '*a **b '.repeat(1_400),
    '_a __b '.repeat(1_400),
    '['.repeat(10_000),
    '[a]('.repeat(2_500),
    '![['.repeat(3_300),
    '`'.repeat(9_999) + 'a',
    '<'.repeat(10_000),
    '<a '.repeat(3_300),
    '<!--'.repeat(2_500),
    '\\'.repeat(10_000),
    '|a'.repeat(5_000) + '\n' + '|-'.repeat(5_000),
    'www.'.repeat(2_500),
    'a@'.repeat(5_000),
    'http://'.repeat(1_400),
    '~~a '.repeat(2_500),
    '\n'.repeat(10_000),
    ' '.repeat(9_999) + 'a',
    Array.from({ length: 99 }, (_, depth) => `${' '.repeat(depth)}> - x`).join('\n'),
  ])('%.12j … ends', (text) => {
    expect(parseMarkdown(text)).toBeInstanceOf(Array);
  });
});
