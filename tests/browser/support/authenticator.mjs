// The codes of an authenticator app (RFC 6238).

import { createHmac } from 'node:crypto';

const stepMs = 30_000;
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function bytesOf(secret) {
  const bits = [...secret.replace(/[\s=]/g, '').toUpperCase()]
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/[01]{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}

// The code of now, or of so many steps later: a code works once, and the next one is taken early.
export function codeOf(secret, later = 0) {
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / stepMs) + later));
  const digest = createHmac('sha1', bytesOf(secret)).update(step).digest();
  const offset = digest[19] & 15;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}
