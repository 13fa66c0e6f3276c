// Makes modules of the messages, for Vite: functions that need no parser in the browser.
//
//   virtual:messages           the languages, the files of each as imports, and `app` in English
//   virtual:messages/de        all areas of a language, for tests
//   virtual:messages/de/frame  the areas of one file, by name

import MessageFormat from '@messageformat/core';
import compileModule from '@messageformat/core/compile-module.js';
import {
  areasOf,
  fileOf,
  filesOf,
  languagesHere,
  read,
  sharedFiles,
  sourceLanguage,
} from './catalog.mjs';

const name = 'virtual:messages';
// What can be said before anything is loaded, and so is a part of the first script: in English, until the messages of the
// language have come.
const bundledArea = 'app';

export function messages() {
  return {
    name: 'messages',
    resolveId: (id) => (id === name || id.startsWith(`${name}/`) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${name}`)) return undefined;
      const [language, file] = id.split('/').slice(1);
      for (const each of languagesHere()) this.addWatchFile(fileOf(each));
      if (language === undefined) return indexModule();
      const { areas } = read(language);
      const wanted = file === undefined ? Object.keys(areas) : areasOf(file);
      const isThere = (area) =>
        area === bundledArea && file === 'base' && language === sourceLanguage;
      const missing = wanted.filter((area) => !isThere(area));
      const said = Object.fromEntries(missing.map((area) => [area, areas[area]]));
      return compileModule(new MessageFormat(language), said);
    },
  };
}

// The id of the module with the messages of a file.
export function moduleOf(language, file) {
  return `\0${name}/${language}/${file}`;
}

function indexModule() {
  const languages = languagesHere();
  const about = Object.fromEntries(languages.map((each) => [each, read(each).about]));
  const loaders = languages.map((each) => {
    const lines = filesOf(each).map((file) => `${file}: () => import('${name}/${each}/${file}'),`);
    return `${each}: { ${lines.join(' ')} },`;
  });
  return `import source from '${name}/${sourceLanguage}/${bundledArea}';
export const languages = ${JSON.stringify(about)};
export const bundled = source;
export const sharedFiles = ${JSON.stringify(sharedFiles)};
export const loaders = { ${loaders.join('\n')} };
`;
}
