// The modules that messages/plugin.mjs makes.

declare module 'virtual:messages' {
  import type { Area, Language, Messages } from './lib/message_types';

  type Sentences = Record<string, (params: Record<string, string>) => string>;
  // What is loaded has areas by name.
  type Loader = () => Promise<{ default: Partial<Messages> & { faults?: Sentences } }>;
  export const languages: Record<Language, { name: string; locale: string }>;
  // What can be said before anything is loaded, in English.
  export const bundled: Pick<Messages, 'app'>;
  // The file that an area is in, where it is not by itself.
  export const sharedFiles: Partial<Record<Area, string>>;
  // By file. `faults`, what the server says in English, are not in all languages.
  export const loaders: Record<Language, Record<string, Loader>>;
}

declare module 'virtual:messages/*' {
  const messages: import('./lib/message_types').Messages;
  export default messages;
}
