// Markdown (CommonMark with GitHub's tables, task lists and bare links) as a tree that a component can show without any
// HTML. Only what is listed here gets into it: HTML in the text is text, pictures are links, so that nothing is loaded from
// elsewhere, and links go to the web or to a mailbox.

import { Lexer, type Token, type Tokens } from 'marked';

export type Inline =
  | { type: 'text'; text: string }
  | { type: 'code'; text: string }
  | { type: 'break' }
  | { type: 'strong' | 'emphasis' | 'deleted'; content: Inline[] }
  | { type: 'link'; href: string; content: Inline[] };

export type Alignment = 'left' | 'center' | 'right';

export interface Cell {
  align: Alignment | undefined;
  content: Inline[];
}

export interface ListItem {
  // Of a task; undefined if it is none.
  isDone: boolean | undefined;
  content: Block[];
}

export type Block =
  // A `line` is a paragraph without space around it, as the items of most lists have.
  | { type: 'paragraph' | 'line'; content: Inline[] }
  | { type: 'heading'; level: 3 | 4 | 5 | 6; content: Inline[] }
  | { type: 'code'; text: string }
  | { type: 'quote'; content: Block[] }
  | { type: 'list'; start: number | undefined; items: ListItem[] }
  | { type: 'table'; header: Cell[]; rows: Cell[][] }
  | { type: 'rule' };

// What is deeper than this is shown as it was written.
const maxDepth = 16;
// A line that opens more quotes and lists than that. The parser would go through all of them first, each time through the
// rest of the text.
const tooDeep = new RegExp(String.raw`^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){${maxDepth + 1}}`, 'm');

export function parseMarkdown(text: string): Block[] {
  if (tooDeep.test(text)) return [plainText(text)];
  try {
    // Line breaks count: other programs' descriptions are plain text.
    return new Reader().blocks(Lexer.lex(text, { gfm: true, breaks: true }), 0);
  } catch {
    // The parser recurses, and text of people may be deeper than the stack.
    return [plainText(text)];
  }
}

const schemes = ['http:', 'https:', 'mailto:'];

// The address of a link if it is one that may be followed. Relative addresses are not: a text is
// shown on many pages.
export function safeLink(href: string): string | undefined {
  try {
    const url = new URL(href);
    return schemes.includes(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}

function linesOf(text: string): Inline[] {
  const lines = text.replace(/\n+$/, '').split('\n');
  return lines.flatMap((line, index): Inline[] => {
    const shown: Inline = { type: 'text', text: line };
    return index === 0 ? [shown] : [{ type: 'break' }, shown];
  });
}

function plainText(text: string): Block {
  return { type: 'paragraph', content: linesOf(text) };
}

class Reader {
  // Of the last heading. A text's first heading is below that of the dialog, and none skips a level.
  #level = 2;

  blocks(tokens: Token[], depth: number): Block[] {
    return tokens.flatMap((token) => {
      const block = depth > maxDepth ? plainText(token.raw) : this.#block(token as Known, depth);
      return block ?? [];
    });
  }

  #block(token: Known, depth: number): Block | undefined {
    switch (token.type) {
      case 'space':
      case 'checkbox':
        return undefined;
      case 'paragraph':
        return { type: 'paragraph', content: inlines(token.tokens, depth) };
      case 'text':
        return { type: 'line', content: inlines(token.tokens ?? [token], depth) };
      case 'heading':
        this.#level = Math.min(this.#level + 1, token.depth + 2, 6);
        return { type: 'heading', level: this.#level as 3, content: inlines(token.tokens, depth) };
      case 'code':
        return { type: 'code', text: token.text };
      case 'blockquote':
        return { type: 'quote', content: this.blocks(token.tokens, depth + 1) };
      case 'list':
        return this.#list(token, depth + 1);
      case 'table':
        return tableOf(token, depth);
      case 'hr':
        return { type: 'rule' };
      case 'def':
        return { type: 'paragraph', content: definitionOf(token) };
      default:
        return plainText(token.raw);
    }
  }

  #list(list: Tokens.List, depth: number): Block {
    const items = list.items.map((item) => ({
      isDone: item.task ? item.checked === true : undefined,
      content: this.blocks(item.tokens, depth),
    }));
    return { type: 'list', start: list.ordered ? Number(list.start) : undefined, items };
  }
}

// What the parser makes without extensions.
type Known =
  | Tokens.Space
  | Tokens.Checkbox
  | Tokens.Paragraph
  | Tokens.Text
  | Tokens.Heading
  | Tokens.Code
  | Tokens.Blockquote
  | Tokens.List
  | Tokens.Table
  | Tokens.Hr
  | Tokens.Def
  | Tokens.HTML;

type KnownInline =
  | Tokens.Text
  | Tokens.Escape
  | Tokens.Checkbox
  | Tokens.Br
  | Tokens.Strong
  | Tokens.Em
  | Tokens.Del
  | Tokens.Codespan
  | Tokens.Link
  | Tokens.Image
  | Tokens.Tag;

function inlines(tokens: Token[], depth: number, isInLink = false): Inline[] {
  if (depth > maxDepth) return tokens.flatMap(({ raw }) => linesOf(raw));
  return tokens.flatMap((token) => inline(token as KnownInline, depth, isInLink));
}

function inline(token: KnownInline, depth: number, isInLink: boolean): Inline[] {
  const within = (tokens: Token[]) => inlines(tokens, depth + 1, isInLink);
  switch (token.type) {
    case 'checkbox':
      return [];
    case 'br':
      return [{ type: 'break' }];
    case 'text':
      return token.tokens ? within(token.tokens) : linesOf(token.text);
    case 'escape':
      return [{ type: 'text', text: token.text }];
    case 'strong':
      return [{ type: 'strong', content: within(token.tokens) }];
    case 'em':
      return [{ type: 'emphasis', content: within(token.tokens) }];
    case 'del':
      return [{ type: 'deleted', content: within(token.tokens) }];
    case 'codespan':
      return [{ type: 'code', text: token.text }];
    case 'link':
      return linkOf(token, inlines(token.tokens, depth + 1, true), isInLink);
    case 'image':
      return linkOf(token, [{ type: 'text', text: token.text || token.href }], isInLink);
    default:
      return linesOf(token.raw);
  }
}

// An address that may not be followed stays what was written.
function linkOf(token: Tokens.Link | Tokens.Image, content: Inline[], isInLink: boolean): Inline[] {
  const href = safeLink(token.href);
  if (href === undefined) return linesOf(token.raw);
  return isInLink ? content : [{ type: 'link', href, content }];
}

// "[1]: https://example.com" is the rest of a link elsewhere in the text, but in plain text it is a
// line like any other.
function definitionOf(token: Tokens.Def): Inline[] {
  const href = safeLink(token.href);
  if (href === undefined) return linesOf(token.raw);
  const address: Inline = { type: 'text', text: token.href };
  return [
    { type: 'text', text: `[${token.tag}]: ` },
    { type: 'link', href, content: [address] },
  ];
}

function tableOf(table: Tokens.Table, depth: number): Block {
  const cell = ({ align, tokens }: Tokens.TableCell): Cell => ({
    align: align ?? undefined,
    content: inlines(tokens, depth),
  });
  return {
    type: 'table',
    header: table.header.map(cell),
    rows: table.rows.map((r) => r.map(cell)),
  };
}
