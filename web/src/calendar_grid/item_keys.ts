// Keys within a view: up and down go from item to item, left and right through time, also while an
// item has the focus.

export interface ItemKeys {
  onstep?: ((direction: 1 | -1) => void) | undefined;
  // The key Delete was pressed on the item of this id.
  ondelete: (id: string) => void;
}

export function pressInItems(event: KeyboardEvent, view: HTMLElement, keys: ItemKeys): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  // Where there are none, up and down scroll.
  const hasItems = view.querySelector('.cal-open') !== null;
  if (event.key === 'ArrowLeft') keys.onstep?.(-1);
  else if (event.key === 'ArrowRight') keys.onstep?.(1);
  else if (event.key === 'ArrowUp' && hasItems) focusNext(view, event.target, -1);
  else if (event.key === 'ArrowDown' && hasItems) focusNext(view, event.target, 1);
  else if (event.key === 'Delete' || event.key === 'Backspace') {
    const id = event.target instanceof HTMLElement ? event.target.dataset.id : undefined;
    if (id !== undefined) keys.ondelete(id);
  } else return;
  event.preventDefault();
}

function focusNext(view: HTMLElement, from: EventTarget | null, direction: 1 | -1): void {
  const all = Array.from(view.querySelectorAll<HTMLElement>('.cal-open'));
  const entry =
    from instanceof Element ? from.closest('.cal-entry')?.querySelector('.cal-open') : null;
  const index = all.findIndex((each) => each === entry);
  all[index === -1 ? 0 : index + direction]?.focus();
}
