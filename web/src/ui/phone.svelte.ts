// How much room there is.

class Matches {
  #query: MediaQueryList;
  now = $state(false);

  constructor(query: string) {
    this.#query = window.matchMedia(query);
    this.now = this.#query.matches;
    this.#query.addEventListener('change', () => (this.now = this.#query.matches));
  }
}

const isPhone = new Matches('(max-width: 40rem)');
const isNarrow = new Matches('(max-width: 62rem)');

export const phone = {
  // A phone, or a window as narrow as one.
  get isPhone(): boolean {
    return isPhone.now;
  },
  // No room for the sidebar beside the calendar.
  get isNarrow(): boolean {
    return isNarrow.now;
  },
};
