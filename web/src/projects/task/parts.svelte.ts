// What belongs to a task and is loaded when the task is opened: comments, attachments, activities. Loaded again when
// somebody changes the task or what belongs to it.

import { messageOf } from '../../lib/api';
import { projects } from '../data.svelte';

export interface Parts<Part> {
  // undefined until they are known.
  readonly list: Part[] | undefined;
  readonly failure: string;
  reload: () => Promise<void>;
}

// To be called while a component is set up.
export function followParts<Part>(
  taskId: () => string,
  load: (taskId: string) => Promise<Part[]>,
): Parts<Part> {
  let list = $state.raw<Part[] | undefined>();
  let failure = $state('');
  // Answers may overtake each other.
  let asked = 0;

  async function reload() {
    const mine = ++asked;
    try {
      const loaded = await load(taskId());
      if (mine !== asked) return;
      list = loaded;
      failure = '';
    } catch (error) {
      if (mine === asked && list === undefined) failure = messageOf(error);
    }
  }

  $effect(() => {
    const id = taskId();
    void reload();
    return projects.onParts((changed) => {
      if (changed === id) void reload();
    });
  });

  return {
    get list() {
      return list;
    },
    get failure() {
      return failure;
    },
    reload,
  };
}
