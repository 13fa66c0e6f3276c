// The messages of the web app: `en.json`, `de.json` and so on, one file per language, grouped by area. An area is loaded
// as a whole, with the pages that need it; those that are nearly always needed together are one file of what is loaded.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from '@messageformat/parser';

const folder = fileURLToPath(new URL('.', import.meta.url));

// The language whose messages say which keys and parameters there are.
export const sourceLanguage = 'en';

// In which file an area is; the others are files by themselves. Each file is named by the page of signing in, so that small
// areas share one.
export const sharedFiles = {
  app: 'base',
  base: 'base',
  signIn: 'base',
  ui: 'frame',
  people: 'frame',
  grid: 'frame',
  fileImport: 'imports',
  projectImport: 'imports',
  familyImport: 'imports',
  familyReimport: 'imports',
};

export function fileWith(area) {
  return sharedFiles[area] ?? area;
}

export function areasOf(file) {
  const shared = Object.keys(sharedFiles).filter((area) => sharedFiles[area] === file);
  return shared.length > 0 ? shared : [file];
}

// Of a language.
export function filesOf(language) {
  return [...new Set(Object.keys(read(language).areas).map(fileWith))];
}

export function languagesHere() {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();
}

export function fileOf(language) {
  return `${folder}${language}.json`;
}

// `about` is how the language calls itself, and the locale of those whose browser names none of it.
export function read(language) {
  const { language: about, ...areas } = JSON.parse(readFileSync(fileOf(language), 'utf8'));
  return { about, areas };
}

// The sentences of the server, by code. They are English in the program, so that only the other languages have them, in the
// area `faults`.
export function serverSentences() {
  const file = new URL('../src/lib/fault_codes.json', import.meta.url);
  // They are no messages: an apostrophe escapes nothing in them.
  return JSON.parse(readFileSync(file, 'utf8').replaceAll("'", '’'));
}

// [['ui.close', 'Close'], ...]
export function entriesOf(tree, path = '') {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value]] : entriesOf(value, `${path}${key}.`),
  );
}

// The parameters of a message by name, each a `text` or a `number`, in the order in which they occur.
export function parametersOf(message) {
  const found = new Map();
  for (const token of tokensOf(parse(message))) {
    if (!token.arg) continue;
    const isNumber = ['plural', 'selectordinal'].includes(token.type) || token.key === 'number';
    if (isNumber || !found.has(token.arg)) found.set(token.arg, isNumber ? 'number' : 'text');
  }
  return found;
}

// The names of the cases of each plural in a message: [['one', 'other'], ...].
export function pluralsOf(message) {
  return tokensOf(parse(message))
    .filter((token) => token.type === 'plural')
    .map((token) => token.cases.map(({ key }) => key));
}

function tokensOf(tokens) {
  return tokens.flatMap((token) => [
    token,
    ...(token.cases ?? []).flatMap((each) => tokensOf(each.tokens)),
  ]);
}
