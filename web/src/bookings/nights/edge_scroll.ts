// Scrolls what is dragged over when the pointer comes near its edge.

const edgePixels = 48;
const mostPixelsPerFrame = 14;

// How far to go in one frame: faster the nearer the edge is. Negative is to the left.
export function edgeStep(x: number, left: number, right: number): number {
  const intoLeft = left + edgePixels - x;
  const intoRight = x - (right - edgePixels);
  const into = Math.max(intoLeft, intoRight);
  if (into <= 0) return 0;
  const step = Math.ceil((Math.min(into, edgePixels) / edgePixels) * mostPixelsPerFrame);
  return intoLeft > 0 ? -step : step;
}

export class EdgeScroll {
  #frame = 0;
  #x = 0;

  // `left` is where the part begins that scrolls: names beside it stay where they are.
  constructor(
    private readonly box: HTMLElement,
    private readonly left: () => number,
    private readonly onscroll: () => void,
  ) {}

  over(x: number): void {
    this.#x = x;
    if (!this.#frame && this.#step() !== 0) this.#run();
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  #step(): number {
    return edgeStep(this.#x, this.left(), this.box.getBoundingClientRect().right);
  }

  #run(): void {
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      const step = this.#step();
      if (step === 0) return;
      this.box.scrollLeft += step;
      this.onscroll();
      this.#run();
    });
  }
}
