// Makes a view of days one on which nights are marked and stays are moved. A view only says what is
// where: `data-place` and `data-day` on its days, `data-stay` on its stays, `data-grip` on their ends.

import { tick } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import type { DateText } from '../../lib/dates';
import { dayByKey, mayMove, type Drag, type Grip } from './night_drag';
import type { NightDrag, Point } from './night_drag.svelte';
import { dayAt, NightPress } from './night_press';
import type { Booking } from '../types';

export interface Surface {
  nights: NightDrag;
  // How many days are in a row; 0 where the rows are places.
  perRow: number;
  // A page before or after this day.
  page: (day: DateText, direction: 1 | -1) => DateText;
  // Brings a day into the view that is not in it.
  show: (day: DateText) => void;
  // The place above or below, where the rows are places.
  beside?: (placeId: string, direction: 1 | -1) => string | undefined;
  // Where pressing a day leads elsewhere and only dragging marks.
  onday?: (day: DateText) => void;
  mayBook: (placeId: string) => boolean;
  booking: (placeId: string, id: string) => Booking | undefined;
}

interface Spot {
  placeId: string;
  day: DateText;
}

export function nightSurface(surface: Surface): Attachment<HTMLElement> {
  return (root) => {
    const ended = new AbortController();
    const { signal } = ended;
    root.addEventListener('pointerdown', (event) => press(event, root, surface), { signal });
    root.addEventListener('pointermove', (event) => hover(event, root, surface), { signal });
    root.addEventListener('click', (event) => activate(event, surface), { signal });
    root.addEventListener('keydown', (event) => key(event, root, surface), { signal });
    root.addEventListener('focusin', (event) => focused(event, surface), { signal });
    return () => ended.abort();
  };
}

function press(event: PointerEvent, root: HTMLElement, surface: Surface): void {
  if (event.button !== 0 || !event.isPrimary) return;
  const what = held(event, root, surface);
  if (!what) return;
  // Otherwise the browser would drag what is marked, as text.
  if (event.pointerType === 'mouse' && what.grip !== 'mark') event.preventDefault();
  const { nights, onday } = surface;
  const tap = onday ?? ((day: DateText, at: Point) => nights.tap(what.placeId, day, at));
  new NightPress(event, root, nights, what, tap);
}

function held(
  event: PointerEvent,
  root: HTMLElement,
  surface: Surface,
): Omit<Drag, 'to'> | undefined {
  if (!(event.target instanceof Element)) return undefined;
  const stay = event.target.closest<HTMLElement>('[data-stay]');
  if (!stay) {
    const spot = spotOf(event.target);
    if (!spot || !surface.mayBook(spot.placeId)) return undefined;
    return { placeId: spot.placeId, grip: 'mark', from: spot.day };
  }
  const { place: placeId = '', stay: id = '' } = stay.dataset;
  const booking = surface.booking(placeId, id);
  const day = dayAt(root, event.clientX, event.clientY);
  if (!booking || !mayMove(booking) || day === undefined) return undefined;
  const end = event.target.closest<HTMLElement>('[data-grip]')?.dataset.grip;
  const grip: Grip = end === 'start' || end === 'end' ? end : 'move';
  return { placeId, grip, from: day, booking };
}

// While the last night is being chosen, the mouse shows what it would be.
function hover(event: PointerEvent, root: HTMLElement, { nights }: Surface): void {
  if (nights.phase !== 'picking' || event.pointerType !== 'mouse') return;
  const { clientX: x, clientY: y } = event;
  nights.over(dayAt(root, x, y), { x, y });
}

// Only what keys and screen readers press: a mouse and a finger have been dealt with.
function activate(event: MouseEvent, surface: Surface): void {
  const spot = spotOf(event.target);
  if (!spot) return;
  const { nights, onday } = surface;
  const mayBook = surface.mayBook(spot.placeId);
  if (onday && (!mayBook || (event.detail === 0 && nights.phase !== 'keys'))) onday(spot.day);
  else if (mayBook && event.detail === 0) nights.book(spot.placeId, spot.day);
}

function key(event: KeyboardEvent, root: HTMLElement, surface: Surface): void {
  const spot = spotOf(event.target);
  if (!spot || event.ctrlKey || event.metaKey || event.altKey) return;
  const next = spotByKey(event.key, spot, surface);
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  const isMarking = event.shiftKey && next.placeId === spot.placeId;
  if (isMarking && surface.mayBook(spot.placeId)) {
    surface.nights.extend(spot.placeId, spot.day, next.day);
    surface.nights.focus = next;
  } else surface.nights.moveOn(next.placeId, next.day);
  void focusOn(root, next, surface);
}

function spotByKey(name: string, { placeId, day }: Spot, surface: Surface): Spot | undefined {
  const next = dayByKey(name, day, surface.perRow, surface.page);
  if (next !== undefined) return { placeId, day: next };
  const direction = name === 'ArrowDown' ? 1 : name === 'ArrowUp' ? -1 : undefined;
  const other = direction && surface.beside?.(placeId, direction);
  return other === undefined ? undefined : { placeId: other, day };
}

async function focusOn(root: HTMLElement, spot: Spot, surface: Surface): Promise<void> {
  const find = () =>
    root.querySelector<HTMLElement>(`[data-place="${spot.placeId}"][data-day="${spot.day}"]`);
  if (!find()) surface.show(spot.day);
  await tick();
  find()?.focus();
}

function focused(event: FocusEvent, { nights }: Surface): void {
  const spot = spotOf(event.target);
  if (spot) nights.focus = spot;
}

function spotOf(target: EventTarget | null): Spot | undefined {
  if (!(target instanceof Element)) return undefined;
  const { place: placeId, day } = target.closest<HTMLElement>('[data-day]')?.dataset ?? {};
  return placeId !== undefined && day !== undefined ? { placeId, day } : undefined;
}
