// Writes src/lib/message_types.ts, so that a wrong key or parameter is a mistake of types.

import { readFileSync, writeFileSync, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { languagesHere, parametersOf, read, sourceLanguage } from './catalog.mjs';

const typeNames = { text: 'string', number: 'number' };

function typeOf(tree, indent) {
  const members = Object.entries(tree).map(([key, value]) => {
    if (typeof value !== 'string') return `${indent}${key}: ${typeOf(value, `${indent}  `)};`;
    const comment = `${indent}/** ${value.replaceAll('*/', '* /')} */\n`;
    return `${comment}${indent}${key}: ${functionType(value)};`;
  });
  return `{\n${members.join('\n')}\n${indent.slice(2)}}`;
}

function functionType(message) {
  const parameters = [...parametersOf(message)];
  if (parameters.length === 0) return '() => string';
  const members = parameters.map(([name, type]) => `${name}: ${typeNames[type]}`);
  return `(parameters: { ${members.join('; ')} }) => string`;
}

const { areas } = read(sourceLanguage);
const languages = languagesHere().map((each) => `'${each}'`);
const text = `// Made by messages/types.mjs from messages/${sourceLanguage}.json.

export type Language = ${languages.join(' | ')};

export interface Messages ${typeOf(areas, '  ')}

export type Area = keyof Messages;
`;
const file = fileURLToPath(new URL('../src/lib/message_types.ts', import.meta.url));
if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
