// The geometry of the charts: pure numbers, in a box of 100 by 100 that is stretched to its place.

export interface Point {
  x: number;
  y: number;
}

// The least round number at or above `value`, of which whole parts can be marked: 1, 2, 5, 10, 20, 50, ...
export function roundUp(value: number): number {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 5, 10].find((each) => each * power >= value) ?? 10;
  return step * power;
}

// From left to right over the whole width; one value stands at the left.
export function pointsOf(values: readonly number[], top: number): Point[] {
  const last = Math.max(1, values.length - 1);
  return values.map((value, at) => ({ x: (100 * at) / last, y: 100 - (100 * value) / top }));
}

export function lineOf(points: readonly Point[]): string {
  return points.map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' ');
}

// The straight way down to nothing, from the first value.
export function idealOf(values: readonly number[], top: number): string {
  return values.length === 0
    ? ''
    : lineOf([...pointsOf(values.slice(0, 1), top), { x: 100, y: 100 }]);
}

// "3 days", "5 hours": the largest unit of which there is at least one.
export function lengthInWords(seconds: number, locale: string): string {
  const units = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ] as const;
  const [unit, size] = units.find(([, each]) => seconds >= each) ?? units[2];
  const number =
    unit === 'day' ? Math.round((10 * seconds) / size) / 10 : Math.round(seconds / size);
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(number);
}
