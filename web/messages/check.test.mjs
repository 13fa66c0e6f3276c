import { describe, expect, it } from 'vitest';
import { entriesOf, parametersOf } from './catalog.mjs';
import { differencesOf, serverLanguages, unusedKeys } from './check.mjs';

const source = {
  ui: {
    close: 'Close',
    greet: 'Hello {name}',
    days: '{count, plural, one {# day} other {# days}}',
  },
};

it('a message is known by its path', () => {
  expect(entriesOf({ ui: { a: 'A', more: { b: 'B' } } })).toEqual([
    ['ui.a', 'A'],
    ['ui.more.b', 'B'],
  ]);
});

it.each([
  ['Close', []],
  ['Hello {name}', [['name', 'text']]],
  [
    '{count, plural, one {# of {name}} other {# for {name}}}',
    [
      ['count', 'number'],
      ['name', 'text'],
    ],
  ],
  [
    '{kind, select, a {x} other {{n, number}}}',
    [
      ['kind', 'text'],
      ['n', 'number'],
    ],
  ],
])('the parameters of %j', (message, parameters) => {
  expect([...parametersOf(message)]).toEqual(parameters);
});

describe('a language', () => {
  const wrong = (change, language = 'de') =>
    differencesOf(source, { ui: { ...source.ui, ...change } }, language);

  it('that says the same is right', () => {
    expect(wrong({ close: 'Schließen', greet: 'Hallo {name}' })).toEqual([]);
    expect(wrong({ days: '{count, plural, other {# 天}}' }, 'zh')).toEqual([]);
  });

  it.each([
    [{ close: undefined }, 'de: ui.close is missing'],
    [{ open: 'Öffnen' }, 'de: ui.open is not in en'],
    [{ close: ' ' }, 'de: ui.close: it is empty'],
    [{ greet: 'Hallo' }, 'de: ui.greet: the parameters are none, not name (text)'],
    [{ greet: 'Hallo {nmae}' }, 'de: ui.greet: the parameters are nmae (text), not name (text)'],
    [{ days: '{count, plural, other {# Tage}}' }, 'de: ui.days: a plural has no form for one'],
  ])('with %j is wrong', (change, problem) => {
    const ui = Object.fromEntries(
      Object.entries({ ...source.ui, ...change }).filter(([, value]) => value !== undefined),
    );
    expect(differencesOf(source, { ui }, 'de')).toEqual([problem]);
  });

  it('with a brace too few is wrong', () => {
    expect(wrong({ greet: 'Hallo {name' })).toHaveLength(1);
  });
});

it('a message that nothing uses is found; a group is used as a whole', () => {
  const areas = { ui: { used: 'x', unused: 'x', views: { day: 'x', week: 'x' } } };
  expect(unusedKeys(areas, ['a = t.ui.used()', '{t.ui.views[view]()}'])).toEqual(['ui.unused']);
});

it('the languages of the server are read from its types', () => {
  expect(serverLanguages('\n  language: "" | "zh" | "de";\n')).toEqual(['de', 'zh']);
});
