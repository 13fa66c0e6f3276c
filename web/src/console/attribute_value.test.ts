import { describe, expect, it } from 'vitest';
import {
  isSameValue,
  lineText,
  plainText,
  readItem,
  typedText,
  type Item,
} from './attribute_value';

const item: Item = {
  PK: { S: 'USER#1' },
  big: { N: '12345678901234567890123456789012345678' },
  odd: { N: '+1.' },
  picture: { B: 'AQID' },
  tags: { SS: ['b', 'a'] },
  list: { L: [{ BOOL: false }, { NULL: true }, { M: {} }] },
  map: { M: { 'a.b': { NS: ['1', '2'] } } },
};

describe('an item as plain JSON', () => {
  it('keeps every digit of numbers, and writes as JSON what has no other form', () => {
    expect(plainText(item)).toBe(`{
  "PK": "USER#1",
  "big": 12345678901234567890123456789012345678,
  "odd": "+1.",
  "picture": "AQID",
  "tags": [
    "b",
    "a"
  ],
  "list": [
    false,
    null,
    {}
  ],
  "map": {
    "a.b": [
      1,
      2
    ]
  }
}`);
  });

  it('is JSON whatever is in it', () => {
    const text = 'a "quoted" \\ text,\n\u2028 \u0000 \ud800';
    expect(JSON.parse(plainText({ text: { S: text }, ['__proto__']: { N: '1' } }))).toHaveProperty(
      'text',
      text,
    );
  });

  it('fits into a line', () => {
    expect(lineText({ S: 'plain' })).toBe('plain');
    expect(lineText({ M: { a: { L: [{ N: '1' }, { S: 'b' }] } } })).toBe('{"a": [1, "b"]}');
  });
});

describe('what was typed', () => {
  it('is read as it was written', () => {
    expect(readItem(typedText(item))).toEqual({ item });
  });

  it.each([
    ['{', 'This is no JSON'],
    ['[]', 'An item is an object'],
    ['null', 'An item is an object'],
    ['{"a": "b"}', 'a has no value'],
    ['{"a": {}}', 'a has no value'],
    ['{"a": {"S": "b", "N": "1"}}', 'a has no value'],
    ['{"a": {"X": "b"}}', 'a has no value'],
    ['{"a": {"S": 1}}', 'type S has to be in quotation marks'],
    ['{"a": {"N": 1}}', 'type N has to be in quotation marks'],
    ['{"a": {"N": "one"}}', 'a is no number: one'],
    ['{"a": {"B": "?"}}', 'a is no base64'],
    ['{"a": {"SS": []}}', 'a is a set'],
    ['{"a": {"NS": ["1", "x"]}}', 'a is no number: x'],
    ['{"a": {"NULL": false}}', 'a has no value'],
    ['{"a": {"M": {"b": {"L": [{"S": "c"}, 7]}}}}', 'a.b[1] has no value'],
  ])('is refused with what is wrong and where: %s', (text, problem) => {
    expect(readItem(text)).toEqual({ problem: expect.stringContaining(problem) as string });
  });
});

it('compares values, whatever the order of what has none', () => {
  expect(isSameValue({ SS: ['a', 'b'] }, { SS: ['b', 'a'] })).toBe(true);
  expect(
    isSameValue({ M: { a: { N: '1' }, b: { N: '2' } } }, { M: { b: { N: '2' }, a: { N: '1' } } }),
  ).toBe(true);
  expect(isSameValue({ L: [{ S: 'a' }, { S: 'b' }] }, { L: [{ S: 'b' }, { S: 'a' }] })).toBe(false);
  expect(isSameValue({ S: '1' }, { N: '1' })).toBe(false);
  expect(isSameValue({ S: '1' }, undefined)).toBe(false);
});
