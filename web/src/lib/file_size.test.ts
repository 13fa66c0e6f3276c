import { expect, test } from 'vitest';
import { fileSizeText } from './file_size';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1,023 bytes'],
  [1024, '1 kB'],
  [1536, '1.5 kB'],
  [250_000, '244 kB'],
  [1024 * 1024 - 1, '1 MB'],
  [25 * 1024 * 1024, '25 MB'],
])('%d bytes are %s', (bytes, text) => expect(fileSizeText(bytes)).toBe(text));
