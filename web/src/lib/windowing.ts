// Which rows of a long list have to be drawn. All rows are equally high.

export interface Window {
  // Both are drawn.
  first: number;
  last: number;
}

// As many rows again above and below, so that scrolling meets none that is not there.
export function rowsInSight(
  count: number,
  rowHeight: number,
  { top, height }: { top: number; height: number },
): Window {
  if (rowHeight <= 0 || count === 0) return { first: 0, last: -1 };
  const shown = Math.ceil(height / rowHeight);
  const first = Math.floor(top / rowHeight);
  const over = Math.ceil(shown / 2);
  return {
    first: Math.max(0, Math.min(first - over, count - 1)),
    last: Math.min(count - 1, first + shown + over),
  };
}
