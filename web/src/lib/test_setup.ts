// What every unit test has of a browser, and all messages in English. Node.js has a `navigator` of its own from version 21 on,
// whose language is that of the machine, and none before.

import messages from 'virtual:messages/en';
import { useMessages } from './messages';

Object.defineProperty(globalThis, 'navigator', {
  value: { language: 'en-GB', userAgent: 'Norn' },
  configurable: true,
  writable: true,
});

useMessages(messages);
