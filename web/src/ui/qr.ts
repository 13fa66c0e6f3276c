// A QR code as one path: dark modules of one unit each, with the light border that readers need
// (four modules: ISO/IEC 18004, 9.1).

import { encode } from 'uqr';

const quietZone = 4;

export interface QrCode {
  // Of the whole picture, in modules, with the border.
  size: number;
  path: string;
}

export function qrCode(text: string): QrCode {
  // Level M survives a smudge on the screen, and still is coarse enough for an old camera.
  const { data, size } = encode(text, { ecc: 'M', border: quietZone });
  return { size, path: pathOf(data) };
}

// Every run of dark modules of a row is one rectangle.
export function pathOf(rows: readonly (readonly boolean[])[]): string {
  let path = '';
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x++;
      const width = x + 1 - start;
      path += `M${start} ${y}h${width}v1h-${width}z`;
    }
  });
  return path;
}
