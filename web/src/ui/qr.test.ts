import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { pathOf, qrCode } from './qr';

// Which modules a path paints.
function painted(path: string, size: number): boolean[][] {
  const rows = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  for (const [, x, y, width, back] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)) {
    expect(back).toBe(width);
    for (let i = 0; i < Number(width); i++) {
      const row = rows[Number(y)];
      if (row) row[Number(x) + i] = true;
    }
  }
  return rows;
}

test('runs of dark modules become rectangles', () => {
  expect(pathOf([[false, true, true, false, true], [], [true]])).toBe(
    'M1 0h2v1h-2zM4 0h1v1h-1zM0 2h1v1h-1z',
  );
  expect(pathOf([[false, false]])).toBe('');
});

const uri =
  'otpauth://totp/Norn:ada%40example.org?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Norn';

test('the path paints the modules of the code, and nothing else', () => {
  const code = qrCode(uri);
  expect(painted(code.path, code.size)).toEqual(encode(uri, { ecc: 'M', border: 4 }).data);
});

test('four modules around it stay light, and a finder pattern begins right behind them', () => {
  const { path, size } = qrCode(uri);
  const rows = painted(path, size);
  const isBorder = (i: number) => i < 4 || i >= size - 4;
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [[x, y]] : [])));
  expect(dark.some(([x = 0, y = 0]) => isBorder(x) || isBorder(y))).toBe(false);
  expect(rows[4]?.slice(4, 11)).toEqual(Array(7).fill(true));
  expect(rows[5]?.slice(4, 11)).toEqual([true, false, false, false, false, false, true]);
});
