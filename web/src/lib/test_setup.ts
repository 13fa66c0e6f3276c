// What every unit test has of a browser. Node.js has a `navigator` of its own from version 21 on,
// whose language is that of the machine, and none before.

Object.defineProperty(globalThis, 'navigator', {
  value: { language: 'en-GB', userAgent: 'Norn' },
  configurable: true,
  writable: true,
});
