// The licences of what ends up in the app, as a file beside it: they ask for it.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

interface Manifest {
  name: string;
  version: string;
  license: string;
}

// What is not in the app, but in the program that serves it (common_passwords.mjs).
const IN_PROGRAM = ['@zxcvbn-ts/language-common'];

export function licenses(): Plugin {
  let root = '';
  return {
    name: 'licenses',
    configResolved(config) {
      root = config.root;
    },
    generateBundle(_, bundle) {
      const folders = new Set(IN_PROGRAM.map((name) => join(root, 'node_modules', name)));
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        for (const id of Object.keys(file.modules)) {
          const folder = packageFolder(id);
          if (folder) folders.add(folder);
        }
      }
      const source = [...folders].sort().map(noticeOf).join('\n');
      this.emitFile({ type: 'asset', fileName: 'licenses.txt', source });
    },
  };
}

// ".../node_modules/@scope/name" of a module in it.
function packageFolder(id: string): string | undefined {
  return /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1];
}

// A package without its licence would be one that we must not ship.
function noticeOf(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const file = existsSync(folder) && readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (!file) throw new Error(`${manifest.name} has no licence`);
  const text = readFileSync(join(folder, file), 'utf8').trim();
  return `${manifest.name} ${manifest.version} (${manifest.license})\n\n${text}\n`;
}
