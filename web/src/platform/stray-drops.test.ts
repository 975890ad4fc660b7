import { afterEach, describe, expect, it } from 'vitest';
import { catchStrayDrops } from './stray-drops.ts';

catchStrayDrops();

/** Whether the browser would still do what it does by itself with it: open the file. */
const isLeftToTheBrowser = (
  target: Element,
  type: 'dragenter' | 'dragover' | 'drop',
  carried: readonly string[],
) => {
  const event = new Event(type, { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'dataTransfer', { value: { types: carried, dropEffect: 'copy' } });
  return target.dispatchEvent(event);
};
const onPage = <T extends Element>(element: T): T => document.body.appendChild(element);
afterEach(() => document.body.replaceChildren());

describe('a file that is dropped beside its place', () => {
  it('is not opened in place of the application', () => {
    for (const type of ['dragenter', 'dragover', 'drop'] as const)
      expect(isLeftToTheBrowser(document.body, type, ['Files'])).toBe(false);
  });
  it('still lands in a field for files, and text in a field for text', () => {
    const field = onPage(Object.assign(document.createElement('input'), { type: 'file' }));
    expect(isLeftToTheBrowser(field, 'drop', ['Files'])).toBe(true);
    expect(isLeftToTheBrowser(onPage(document.createElement('textarea')), 'drop', ['text/plain'])).toBe(true);
  });
});
