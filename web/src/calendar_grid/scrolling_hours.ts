// Whoever has no mouse scrolls the hours with the keyboard, also where nothing is planned: the first
// day can have the focus, and what scrolls is around it.
export function letHoursScroll(lane: HTMLElement): void {
  const first = lane.parentElement?.querySelector('.cal-lane');
  if (first === lane) lane.tabIndex = 0;
}
