// Finds what is wrong with the messages: what a language lacks or has alone, parameters that differ, forms of plurals
// that are missing, and messages that nothing uses. `npm run lint` runs it.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import MessageFormat from '@messageformat/core';
import {
  entriesOf,
  languagesHere,
  parametersOf,
  pluralsOf,
  read,
  serverSentences,
  sourceLanguage,
} from './catalog.mjs';

// What is wrong with `other` in comparison with the source language; both as read from their files.
export function differencesOf(source, other, language) {
  const wanted = new Map(entriesOf(source));
  const found = new Map(entriesOf(other));
  const missing = [...wanted.keys()].filter((key) => !found.has(key));
  const extra = [...found.keys()].filter((key) => !wanted.has(key));
  const both = [...found].filter(([key]) => wanted.has(key));
  return [
    ...missing.map((key) => `${language}: ${key} is missing`),
    ...extra.map((key) => `${language}: ${key} is not in ${sourceLanguage}`),
    ...both.flatMap(([key, message]) =>
      problemsOf(wanted.get(key), message, language).map((text) => `${language}: ${key}: ${text}`),
    ),
  ];
}

function problemsOf(sourceMessage, message, language) {
  const parameters = (text) =>
    [...parametersOf(text)]
      .map(([name, type]) => `${name} (${type})`)
      .sort()
      .join(', ');
  try {
    new MessageFormat(language).compile(message);
    const [wanted, found] = [parameters(sourceMessage), parameters(message)];
    const lacking = lackingForms(message, language);
    return [
      ...(message.trim() === '' ? ['it is empty'] : []),
      ...(wanted === found
        ? []
        : [`the parameters are ${found || 'none'}, not ${wanted || 'none'}`]),
      ...(lacking.length === 0 ? [] : [`a plural has no form for ${lacking.join(', ')}`]),
    ];
  } catch (error) {
    return [error.message];
  }
}

// The forms that plurals of the language have and one in this message has not.
function lackingForms(message, language) {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return pluralsOf(message).flatMap((cases) => forms.filter((form) => !cases.includes(form)));
}

// The keys of messages that no source file uses. `t.ui.views[view]()` uses all of `ui.views`.
export function unusedKeys(areas, sources) {
  const used = new Set();
  for (const source of sources) {
    for (const [, path] of source.matchAll(/\bt\.(\w+(?:\.\w+)*)/g)) used.add(path);
  }
  const isUsed = (key) => {
    const parts = key.split('.');
    return parts.some((_, at) => used.has(parts.slice(0, at + 1).join('.')));
  };
  return entriesOf(areas)
    .map(([key]) => key)
    .filter((key) => !isUsed(key));
}

function sourcesHere() {
  const folder = fileURLToPath(new URL('../src/', import.meta.url));
  return readdirSync(folder, { recursive: true })
    .filter((name) => /\.(ts|svelte)$/.test(name) && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(folder + name, 'utf8'));
}

// The languages that the server lets people choose, out of its types.
export function serverLanguages(apiTypes) {
  const member = /\n\s*language: ([^;]+);/.exec(apiTypes)?.[1] ?? '';
  return [...member.matchAll(/["'](\w[\w-]*)["']/g)].map(([, tag]) => tag).sort();
}

// What a language has to have.
function wantedOf(language, areas) {
  return language === sourceLanguage ? areas : { ...areas, faults: serverSentences() };
}

function main() {
  const { areas } = read(sourceLanguage);
  const languages = languagesHere();
  const apiTypes = readFileSync(new URL('../src/lib/api_types.ts', import.meta.url), 'utf8');
  const atServer = serverLanguages(apiTypes);
  const problems = [
    ...languages.flatMap((each) => differencesOf(wantedOf(each, areas), read(each).areas, each)),
    ...unusedKeys(areas, sourcesHere()).map((key) => `${key} is not used`),
    ...(atServer.join() === languages.join()
      ? []
      : [`the server knows ${atServer.join(', ')}, and there are ${languages.join(', ')}`]),
  ];
  for (const problem of problems) process.stderr.write(`messages: ${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
