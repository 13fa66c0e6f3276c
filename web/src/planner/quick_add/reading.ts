// A text as it is read: rewritten here and there, and still knowing where each of its letters stood.

export class Reading {
  private constructor(
    readonly text: string,
    private readonly positions: readonly number[],
  ) {}

  static of(text: string): Reading {
    return new Reading(
      text,
      Array.from({ length: text.length }, (_, at) => at),
    );
  }

  replace(pattern: RegExp, replacement: (...groups: string[]) => string): Reading {
    let text = '';
    let positions: number[] = [];
    let at = 0;
    for (const found of this.text.matchAll(pattern)) {
      const { index } = found;
      const written = replacement(...found);
      const last = found[0].length - 1;
      text += this.text.slice(at, index) + written;
      positions = positions.concat(this.positions.slice(at, index));
      // The first letters stand where the first ones stood, and the last where the last one did.
      for (let letter = 0; letter < written.length; letter++) {
        const shift = letter === written.length - 1 ? last : Math.min(letter, last);
        positions.push(this.positions[index + shift] ?? 0);
      }
      at = index + found[0].length;
    }
    return new Reading(text + this.text.slice(at), positions.concat(this.positions.slice(at)));
  }

  // Where a part of it, which has at least one letter, stood before.
  before(start: number, end: number): { start: number; end: number } {
    return { start: this.positions[start] ?? 0, end: (this.positions[end - 1] ?? -1) + 1 };
  }
}
