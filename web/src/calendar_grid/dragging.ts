// Dragging, resizing and marking days: an eighth of FullCalendar, and no part of the first picture. It is loaded once that
// is there, or as soon as a pointer comes. What is pressed before is kept, and pressed again when it has come.

import type { CalendarOptions } from 'fullcalendar';
import type { Draggable } from './fullcalendar_interaction';

type Plugin = NonNullable<CalendarOptions['plugins']>[number];
type PartClass = NonNullable<Plugin['componentInteractions']>[number];
type CalendarClass = NonNullable<Plugin['calendarInteractions']>[number];
type Start = (loaded: Plugin) => void;

let loaded: Plugin | undefined;
let Source: typeof Draggable | undefined;
let loading: Promise<void> | undefined;
// Of the parts of calendars that were drawn before it was there.
const waiting = new Set<Start>();

// Loads it, unless it is there or on its way. After a failure, the next press tries again.
export function loadDragging(): Promise<void> {
  loading ??= load().catch(() => (loading = undefined));
  return loading;
}

async function load(): Promise<void> {
  const { default: plugin, Draggable } = await import('./fullcalendar_interaction');
  Source = Draggable;
  loaded = plugin;
  for (const start of waiting) start(plugin);
  waiting.clear();
}

// FullCalendar makes one object of each class for each of its parts. This one makes them when they have come.
function later<Settings>(
  classesOf: (plugin: Plugin) => readonly (new (settings: Settings) => { destroy(): void })[],
) {
  return class {
    #made: { destroy(): void }[] = [];
    readonly #start: Start;

    constructor(settings: Settings) {
      this.#start = (plugin) => {
        this.#made = classesOf(plugin).map((Each) => new Each(settings));
      };
      if (loaded) this.#start(loaded);
      else waiting.add(this.#start);
    }

    destroy(): void {
      waiting.delete(this.#start);
      for (const each of this.#made) each.destroy();
    }
  };
}

const ofParts = later<ConstructorParameters<PartClass>[0]>((plugin) => {
  return plugin.componentInteractions ?? [];
});
const ofCalendar = later<ConstructorParameters<CalendarClass>[0]>((plugin) => {
  return plugin.calendarInteractions ?? [];
});

// In place of FullCalendar's own. Of what its parts are made into, FullCalendar only calls `destroy`.
export const dragging: Plugin = {
  name: 'dragging',
  componentInteractions: [ofParts as unknown as PartClass],
  calendarInteractions: [ofCalendar],
};

// What is being dragged into a calendar. FullCalendar does not always know it any more when it is let go.
let draggedKey = '';
export const keyOfDragged = (): string => draggedKey;

// Lets the elements of a list that have `data-drag` be dragged into calendars (`ondrop`). Gives back what ends that, and
// drops what is being dragged: so `minutes`, which may come or change during a drag, are asked for at its start.
export function dragSource(list: HTMLElement, minutes: () => number): () => void {
  let source: Draggable | undefined;
  const start = () => {
    if (!Source) return;
    source = new Source(list, {
      itemSelector: '[data-drag]',
      longPressDelay: 350,
      eventData: (element) => {
        draggedKey = element.dataset.drag ?? '';
        return { create: false, title: '', duration: { minutes: minutes() } };
      },
    });
  };
  const stopKeeping = keepPresses(list);
  if (loaded) start();
  else waiting.add(start);
  return () => {
    stopKeeping();
    waiting.delete(start);
    source?.destroy();
  };
}

const pressEvents = [
  ...['mousedown', 'mousemove', 'mouseup'],
  ...['touchstart', 'touchmove', 'touchend', 'touchcancel'],
];

// Keeps what is pressed in a calendar until it can be dragged. Gives back what ends that.
export function keepPresses(container: HTMLElement): () => void {
  if (loaded) return () => undefined;
  const ending = new AbortController();
  let kept: { event: Event; target: EventTarget }[] = [];

  function keep(event: Event): void {
    if (loaded) return ending.abort();
    const { type, target } = event;
    const isHeld = kept[0]?.event.type === 'mousedown' && kept.at(-1)?.event.type !== 'mouseup';
    if (!target) return;
    if (begins(event, container)) {
      kept = [{ event, target }];
      void loadDragging().then(pressAgain);
    } else if (type === 'mousemove') {
      if (isHeld) kept = [...kept.slice(0, 1), { event, target }];
    } else if (type === 'mouseup') {
      if (isHeld) kept.push({ event, target });
    }
    // Something else was pressed; or a finger has moved, which scrolls, or gone: the browser makes a
    // press of the mouse out of a tap.
    else kept = [];
  }

  function pressAgain(): void {
    if (ending.signal.aborted || !loaded) return;
    ending.abort();
    // The browser has begun to mark text meanwhile.
    if (kept.length > 0) getSelection()?.removeAllRanges();
    for (const { event, target } of kept.splice(0)) target.dispatchEvent(event);
  }

  const options = { signal: ending.signal, capture: true, passive: true };
  for (const type of pressEvents) window.addEventListener(type, keep, options);
  return () => ending.abort();
}

function begins(event: Event, container: HTMLElement): boolean {
  if (!(event.target instanceof Node) || !container.contains(event.target)) return false;
  if (event instanceof MouseEvent) return event.type === 'mousedown' && event.button === 0;
  return event.type === 'touchstart' && (event as TouchEvent).touches.length === 1;
}
