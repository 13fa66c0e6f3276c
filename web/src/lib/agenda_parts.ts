// The parts that apps have in the agenda, each loaded when it is first needed.

import type { AppAgenda } from './agenda_types';
import type { App } from './app_type';
import { loadMessages } from './messages';

type Part = Pick<App, 'agenda' | 'messages' | 'name'>;
type Load = () => Promise<{ default: AppAgenda }>;

class AgendaParts {
  #parts = new Map<string, Part & { load: Load }>();
  #loaded = new Map<string, Promise<AppAgenda>>();

  // `loads` are by the path of the module: "../planner/agenda.ts".
  use(parts: readonly Part[], loads: Record<string, Load>): void {
    this.#loaded.clear();
    this.#parts = new Map();
    for (const part of parts) {
      const load = loads[`../${part.agenda}/agenda.ts`];
      if (part.agenda !== undefined && load) this.#parts.set(part.agenda, { ...part, load });
    }
  }

  get all(): string[] {
    return [...this.#parts.keys()];
  }

  // As the navigation calls it.
  nameOf(app: string): string {
    return this.#parts.get(app)?.name() ?? app;
  }

  // Undefined of an app that has none. Rejects when it cannot be loaded; the next call tries again.
  async of(app: string): Promise<AppAgenda | undefined> {
    const part = this.#parts.get(app);
    if (!part) return undefined;
    let loading = this.#loaded.get(app);
    if (!loading) {
      loading = this.#load(part);
      this.#loaded.set(app, loading);
      loading.catch(() => this.#loaded.delete(app));
    }
    return loading;
  }

  // With what it says.
  async #load({ load, messages }: { load: Load; messages: Part['messages'] }): Promise<AppAgenda> {
    const [part] = await Promise.all([load(), loadMessages('ui', ...messages)]);
    return part.default;
  }
}

export const agendaParts = new AgendaParts();
