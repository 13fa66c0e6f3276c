// A text as it is read: rewritten here and there, and still knowing where each of its letters stood.

type Replacement = (...groups: string[]) => string;

export class Reading {
  private constructor(
    readonly text: string,
    // Where what each letter stands for began and ended.
    private readonly starts: readonly number[],
    private readonly ends: readonly number[],
  ) {}

  static of(text: string): Reading {
    const starts = Array.from({ length: text.length }, (_, at) => at);
    return new Reading(
      text,
      starts,
      starts.map((at) => at + 1),
    );
  }

  // The first letters stand where the first ones stood, and the last where the last one did.
  replace(pattern: RegExp, replacement: Replacement): Reading {
    return this.#rewrite(pattern, replacement, (letter, letters, last) => {
      const shift = letter === letters - 1 ? last : Math.min(letter, last);
      return [shift, shift];
    });
  }

  // Another word for the same: each of its letters stands for the whole.
  translate(pattern: RegExp, replacement: Replacement): Reading {
    return this.#rewrite(pattern, replacement, (_, __, last) => [0, last]);
  }

  // Where a part of it, which has at least one letter, stood before.
  before(start: number, end: number): { start: number; end: number } {
    return { start: this.starts[start] ?? 0, end: this.ends[end - 1] ?? 0 };
  }

  // `place` says of a letter that was written which of the found ones it stands for: the first and the last.
  #rewrite(
    pattern: RegExp,
    replacement: Replacement,
    place: (letter: number, letters: number, last: number) => [number, number],
  ): Reading {
    let text = '';
    let at = 0;
    const starts: number[] = [];
    const ends: number[] = [];
    const copy = (from: number, to?: number) => {
      text += this.text.slice(from, to);
      starts.push(...this.starts.slice(from, to));
      ends.push(...this.ends.slice(from, to));
    };
    for (const found of this.text.matchAll(pattern)) {
      const { index } = found;
      const written = replacement(...found);
      copy(at, index);
      text += written;
      for (let letter = 0; letter < written.length; letter++) {
        const [first, last] = place(letter, written.length, found[0].length - 1);
        starts.push(this.starts[index + first] ?? 0);
        ends.push(this.ends[index + last] ?? 0);
      }
      at = index + found[0].length;
    }
    copy(at);
    return new Reading(text, starts, ends);
  }
}
