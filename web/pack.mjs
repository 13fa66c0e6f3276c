// Packs the files that `vite build` made into the one file that becomes part of the program:
//
//   node pack.mjs <folder> <pack>
//
// src/http/static_files.h says what a pack looks like. The same files give the same pack, and a
// pack that would not change is not written, so that nothing is compiled again for it.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const MEDIA_TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
// These are compressed already.
const COMPRESSED = new Set(['.png', '.webp', '.woff2']);
// Of its length: a coding that saves less is not worth decoding.
const WORTH_IT = 0.95;
const HASH_DIGITS = 32;

// Vite puts a hash of eight letters at the end of the names of what it makes.
const FIXED_NAME = /^\/assets\/.+-[\w-]{8}\.\w+$/;
// The names that src/http/static_files.cc takes.
const PLAIN_NAME = /^(\/[\w-]+(\.[\w-]+)*)+$/;

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

function gzip(bytes) {
  return gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION });
}

function brotli(bytes) {
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

function packFile(folder, file) {
  const path = `/${relative(folder, file).split(sep).join('/')}`;
  const extension = extname(path);
  const mediaType = MEDIA_TYPES[extension];
  if (!PLAIN_NAME.test(path)) throw new Error(`${path}: names are letters, digits and "-_."`);
  if (!mediaType) throw new Error(`${path}: no media type is known for ${extension || 'it'}`);
  const plain = readFileSync(file);
  const compressed = COMPRESSED.has(extension) ? [] : [gzip(plain), brotli(plain)];
  const [zipped, brotlied] = [0, 1].map((form) => {
    const bytes = compressed[form];
    return bytes && bytes.length < WORTH_IT * plain.length ? bytes : Buffer.alloc(0);
  });
  const hash = createHash('sha256').update(plain).digest('hex').slice(0, HASH_DIGITS);
  const kind = FIXED_NAME.test(path) ? 'fixed' : 'named';
  const forms = [plain, zipped, brotlied];
  const line = [path, mediaType, hash, kind, ...forms.map((form) => form.length)].join('\t');
  return { path, line, forms };
}

function pack(folder) {
  // In the order of bytes, which for these names is that of their letters.
  const files = filesBelow(folder)
    .map((file) => packFile(folder, file))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  if (!files.some((file) => file.path === '/index.html')) {
    throw new Error(`${folder} has no index.html`);
  }
  const index = files.map((file) => `${file.line}\n`).join('');
  return Buffer.concat([
    Buffer.from(`norn pack 1\n${index}\n`),
    ...files.flatMap((file) => file.forms),
  ]);
}

const [folder, output] = process.argv.slice(2);
if (!folder || !output) throw new Error('usage: node pack.mjs <folder> <pack>');
const packed = pack(folder);
if (!existsSync(output) || !readFileSync(output).equals(packed)) writeFileSync(output, packed);
