// The views of what has days, which are loaded when they are first shown. FullCalendar is larger than
// everything else on a page: `app/pages.ts` asks for what the address names before the page is there.

import type { CalendarOptions } from 'fullcalendar';
import { isView, type View } from '../lib/dates';
import { traffic } from '../lib/traffic';
import type CalendarGrid from './CalendarGrid.svelte';
import { usualView } from './last_view';
import type ListView from './list/ListView.svelte';
import type YearView from './YearView.svelte';

type Plugin = NonNullable<CalendarOptions['plugins']>[number];

class LoadedViews {
  // Undefined until it is loaded.
  grid = $state.raw<typeof CalendarGrid>();
  list = $state.raw<typeof ListView>();
  year = $state.raw<typeof YearView>();
  // What the grid draws hours with.
  timeGrid = $state.raw<Plugin>();
  // The last one that was wanted could not be loaded.
  hasFailed = $state(false);
  #underWay = new Map<View, Promise<void>>();

  has(view: View): boolean {
    if (view === 'list') return this.list !== undefined;
    if (view === 'year') return this.year !== undefined;
    return this.grid !== undefined && (view === 'month' || this.timeGrid !== undefined);
  }

  // Loads a view, unless it is there or on its way.
  async need(view: View): Promise<void> {
    this.hasFailed = false;
    if (this.has(view)) return;
    let loading = this.#underWay.get(view);
    if (!loading) {
      loading = traffic.follow(this.#load(view)).finally(() => this.#underWay.delete(view));
      this.#underWay.set(view, loading);
    }
    await loading.catch(() => (this.hasFailed = true));
  }

  // The view that the page of an app is about to show: "/calendar/week/2026-11-15", "/calendar".
  needForAddress(app: string, atDesk: View): void {
    const named = location.pathname.split('/')[2];
    const view = isView(named) ? named : usualView(app, atDesk);
    void this.need(view);
  }

  // The others, when the page has what it needs. What fails is loaded when it is shown.
  needAllLater(): () => void {
    let isWanted = true;
    void traffic.quiet().then(() => {
      for (const view of ['month', 'week', 'list', 'year'] as const) {
        if (isWanted && !this.has(view)) void this.#load(view).catch(() => undefined);
      }
    });
    return () => (isWanted = false);
  }

  async #load(view: View): Promise<void> {
    if (view === 'list') this.list = (await import('./list/ListView.svelte')).default;
    else if (view === 'year') this.year = (await import('./YearView.svelte')).default;
    else {
      const [grid, hours] = await Promise.all([
        import('./CalendarGrid.svelte'),
        view === 'month' ? undefined : import('fullcalendar/timegrid'),
      ]);
      if (hours) this.timeGrid = hours.default;
      this.grid = grid.default;
    }
  }
}

export const loadedViews = new LoadedViews();
