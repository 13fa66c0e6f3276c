// What is on the pages of a PDF.

import { extractText, getDocumentProxy } from 'unpdf';

// The text of each page, with one space wherever there are any.
export async function pagesOf(pdf) {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)));
  return text.map((page) => page.replace(/\s+/g, ' ').trim());
}
