// What a page has asked for and waits for, scripts and data, and what a hand is dragging, so that what can wait does: on
// a slow line, everything that is loaded beside a page delays the page.

const quietMs = 500;
// Long enough for what follows an answer to be asked for.
export const briefMs = 50;
// A page that asks without end does not hold up the rest for ever.
const maxWaitMs = 10_000;

export class Traffic {
  #underWay = 0;
  #lastEnd = 0;

  async follow<Answer>(answer: Promise<Answer>): Promise<Answer> {
    this.#underWay++;
    try {
      return await answer;
    } finally {
      this.#underWay--;
      this.#lastEnd = performance.now();
    }
  }

  // Resolves when nothing has been under way for a while: the page has what it needs.
  async quiet(whileMs = quietMs): Promise<void> {
    const begin = performance.now();
    for (;;) {
      const now = performance.now();
      const since = Math.max(begin, this.#underWay > 0 ? now : this.#lastEnd);
      if (now - since >= whileMs || now - begin >= maxWaitMs) return;
      await new Promise((resolve) => setTimeout(resolve, since + whileMs - now));
    }
  }
}

export const traffic = new Traffic();
