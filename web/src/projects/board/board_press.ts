// Taking a card across the board with the mouse or a finger.
//
// While a card is dragged nothing is measured but what the browser knows already: the boxes of the columns are read when
// it is picked up and when the board is scrolled, and how far a column is scrolled before anything is changed. The card
// that follows the pointer is moved by a transform, once per frame.

import type { Attachment } from 'svelte/attachments';
import { pointerDrag, speedAt, type Draggable, type Point } from '../../lib/pointer_drag';
import type { TaskStatus } from '../types';
import type { BoardDrag } from './board_drag.svelte';
import type { Spot } from './columns';

export interface Press {
  drag: BoardDrag;
  mayMove: () => boolean;
  // Picks the card up.
  lift: (id: string) => void;
  // How many cards a column has without the one that is dragged, and how high each is.
  count: (status: TaskStatus) => number;
  rowHeight: () => number;
  // Follows the pointer.
  ghost: () => HTMLElement | undefined;
  drop: () => void;
}

interface ColumnBox {
  status: TaskStatus;
  element: HTMLElement;
  box: DOMRect;
}

export function boardPress(press: Press): Attachment<HTMLElement> {
  return pointerDrag((event, board) => {
    const card =
      event.target instanceof Element && event.target.closest<HTMLElement>('[data-card]');
    const id = card ? card.dataset['card'] : undefined;
    if (!card || id === undefined || !press.mayMove()) return undefined;
    const box = card.getBoundingClientRect();
    const grip = { x: event.clientX - box.x, y: event.clientY - box.y };
    return new HeldCard(board, id, grip, press);
  });
}

class HeldCard implements Draggable {
  #columns: ColumnBox[] = [];
  // Undefined while all columns are in sight.
  #boardEdges: { left: number; right: number } | undefined;

  constructor(
    private readonly board: HTMLElement,
    private readonly id: string,
    // Where in the card it was taken.
    private readonly grip: Point,
    private readonly press: Press,
  ) {}

  lift(): void {
    this.#measure();
    this.press.lift(this.id);
  }

  over({ x, y }: Point): void {
    const column = this.#columnAt(x);
    const top = column ? scrolledTo(column, y) : 0;
    const ghost = this.press.ghost();
    if (ghost) ghost.style.transform = `translate(${x - this.grip.x}px, ${y - this.grip.y}px)`;
    if (column && this.press.rowHeight() > 0) {
      this.press.drag.over(this.#spotIn(column, y, top));
    }
    this.#scrollBoard(x);
  }

  drop(): void {
    this.press.drop();
  }

  cancel(): void {
    this.press.drag.cancel();
  }

  #measure(): void {
    const { board } = this;
    this.#boardEdges =
      board.scrollWidth > board.clientWidth ? board.getBoundingClientRect() : undefined;
    this.#columns = Array.from(board.querySelectorAll<HTMLElement>('[data-column]'), (element) => ({
      status: element.dataset['column'] as TaskStatus,
      element,
      box: element.getBoundingClientRect(),
    }));
  }

  #scrollBoard(x: number): void {
    if (!this.#boardEdges) return;
    const speed = speedAt(x, this.#boardEdges.left, this.#boardEdges.right);
    if (speed === 0) return;
    this.board.scrollLeft += speed;
    this.#measure();
  }

  #columnAt(x: number): ColumnBox | undefined {
    return this.#columns.find(({ box }) => x >= box.left && x <= box.right);
  }

  #spotIn({ status, box }: ColumnBox, y: number, top: number): Spot {
    const rowHeight = this.press.rowHeight();
    const middle = y - this.grip.y + rowHeight / 2 - box.top + top;
    const index = Math.floor(middle / rowHeight);
    return { status, index: Math.max(0, Math.min(index, this.press.count(status))) };
  }
}

// Scrolls a column if the pointer is near its edge. How far it is scrolled is read first: afterwards the browser would
// have to lay out the page to answer.
function scrolledTo({ element, box }: ColumnBox, y: number): number {
  const top = element.scrollTop;
  const speed = speedAt(y, box.top, box.bottom);
  if (speed !== 0) element.scrollTop = top + speed;
  return top;
}
