// Loads what a cache does not have, or has only from before a change: asks the same question once at a
// time, and again when something changed while the answer was on its way.

const maxTries = 4;

export interface Question {
  // Whether the cache knows the answer, and nothing changed since.
  isFresh(): boolean;
  // The same for two questions that have the same answer.
  key(): string;
  // Asks, and gives the answer to the cache. There is no further try after the last.
  ask(isLast: boolean): Promise<void>;
}

export class Loader {
  #asked = new Map<string, Promise<void>>();

  async load(question: Question): Promise<void> {
    for (let tries = 1; tries <= maxTries && !question.isFresh(); tries++) {
      await this.#ask(question, tries === maxTries);
    }
  }

  #ask(question: Question, isLast: boolean): Promise<void> {
    const key = question.key();
    const asked = this.#asked.get(key) ?? question.ask(isLast);
    this.#asked.set(key, asked);
    const forget = () => this.#asked.delete(key);
    asked.then(forget, forget);
    return asked;
  }
}
