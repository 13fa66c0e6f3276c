// Writes the list of common passwords that becomes part of the program:
//
//   node common_passwords.mjs <file>
//
// A line each, in lower case and sorted by bytes, for src/apps/accounts/credentials/
// common_passwords.cc. A list that would not change is not written, so that nothing is compiled
// again for it.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';

// A password has at least ten characters: shorter ones matter with up to four more, or twice.
const SHORTEST = 5;
// Fewer would be another package than the one that was looked at.
const FEWEST = 40_000;

const source = new URL(
  'node_modules/@zxcvbn-ts/language-common/src/passwords.json',
  import.meta.url,
);
const passwords = JSON.parse(readFileSync(source, 'utf8'))
  .map((password) => password.toLowerCase())
  .filter((password) => password.length >= SHORTEST);
if (!passwords.every((password) => /^[\x21-\x7e]+$/.test(password))) {
  throw new Error('a common password is not of visible ASCII characters');
}
const list = [...new Set(passwords)].sort();
if (list.length < FEWEST) throw new Error(`there are only ${list.length} common passwords`);

const text = list.map((password) => `${password}\n`).join('');
const file = process.argv[2];
if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
