// Text that fits into a width: SVG neither wraps nor shortens it.

export interface Font {
  size: number;
  weight: number;
}

export type Measure = (text: string, font: Font) => number;

const ellipsis = '…';

// At most `lines` lines, broken between words; what does not fit is cut off.
export function fitted(
  text: string,
  width: number,
  lines: number,
  font: Font,
  measure: Measure,
): string[] {
  const words = text.split(/\s+/u).filter(Boolean);
  const result: string[] = [];
  let line = '';
  for (const [index, word] of words.entries()) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || measure(longer, font) <= width) {
      line = longer;
    } else if (result.length === lines - 1) {
      line = [line, ...words.slice(index)].join(' ');
      break;
    } else {
      result.push(line);
      line = word;
    }
  }
  return [...result, line].map((each) => shortened(each, width, font, measure));
}

// By whole characters, so that none of two units is halved.
function shortened(text: string, width: number, font: Font, measure: Measure): string {
  if (measure(text, font) <= width) return text;
  const characters = [...text];
  let [fits, fails] = [0, characters.length];
  while (fails - fits > 1) {
    const middle = Math.floor((fits + fails) / 2);
    const candidate = characters.slice(0, middle).join('') + ellipsis;
    if (measure(candidate, font) <= width) fits = middle;
    else fails = middle;
  }
  return characters.slice(0, fits).join('').trimEnd() + ellipsis;
}

const wide = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/u;

// Where nothing can measure: letters are about half as wide as high, and Chinese characters as wide.
export const estimate: Measure = (text, { size }) =>
  [...text].reduce((sum, each) => sum + (wide.test(each) ? 1 : 0.56), 0) * size;

const mostKept = 20_000;

// In the font of the page, as the browser draws it.
export function pageMeasure(family: string): Measure {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return estimate;
  const kept = new Map<string, number>();
  return (text, { size, weight }) => {
    const key = `${weight} ${size}px ${text}`;
    let width = kept.get(key);
    if (width === undefined) {
      if (kept.size >= mostKept) kept.clear();
      context.font = `${weight} ${size}px ${family}`;
      width = context.measureText(text).width;
      kept.set(key, width);
    }
    return width;
  };
}
