import { describe, expect, it } from 'vitest';
import { addressOf, linkedTask, pageOf, withDialog, type PageAddress } from './addresses';

const parts = (path: string) => path.split('/').filter((part) => part !== '');
const board = { view: 'board', projectId: 'garden' } as const;

const pages: [string, PageAddress][] = [
  ['/projects/all', { view: 'all' }],
  ['/projects/mine', { view: 'mine' }],
  ['/projects/board/garden', board],
  ['/projects/list/garden', { view: 'list', projectId: 'garden' }],
  // Other programs write ids as they like.
  ['/projects/board/a%20b%3F', { view: 'board', projectId: 'a b?' }],
  ['/projects/board/mine', { view: 'board', projectId: 'mine' }],
  ['/projects/mine/tasks/dig', { view: 'mine', dialog: { kind: 'task', id: 'dig' } }],
  ['/projects/calendar/garden', { view: 'calendar', projectId: 'garden' }],
  ['/projects/board/garden/events/fair', { ...board, dialog: { kind: 'event', id: 'fair' } }],
  ['/projects/board/garden/events/new', { ...board, dialog: { kind: 'newEvent' } }],
  ['/projects/all/new', { view: 'all', dialog: { kind: 'new' } }],
  ['/projects/board/garden/keys', { ...board, dialog: { kind: 'keys' } }],
  ['/projects/all/copy/garden', { view: 'all', dialog: { kind: 'copy', projectId: 'garden' } }],
  [
    '/projects/board/garden/project/garden/people',
    { ...board, dialog: { kind: 'project', projectId: 'garden', tab: 'people' } },
  ],
];

describe('an address of the projects', () => {
  it.each(pages)('%s is a page, and its address is the same', (path, page) => {
    expect(pageOf(parts(path))).toEqual(page);
    expect(addressOf(page)).toBe(path);
  });

  it('begins with all projects', () => {
    expect(pageOf(['projects'])).toEqual({ view: 'all' });
  });

  it.each([
    '/projects/decade',
    '/projects/board',
    '/projects/board/garden/nowhere',
    '/projects/board/garden/tasks',
    '/projects/board/garden/tasks/dig/more',
    '/projects/board/garden/project/garden/prices',
    '/projects/all/new/more',
    '/projects/board/%E0%A4%A',
    '/projects/board/a%23b',
    '/planner/week',
  ])('%s is no page', (path) => {
    expect(pageOf(parts(path))).toBeUndefined();
  });

  it('may name a task without a view', () => {
    expect(linkedTask(['projects', 'tasks', 'dig'])).toBe('dig');
    expect(linkedTask(['projects', 'tasks', 'dig', 'more'])).toBeUndefined();
    expect(withDialog(board, { kind: 'task', id: 'a/b' })).toBe(
      '/projects/board/garden/tasks/a%2Fb',
    );
  });
});
