import { afterEach, expect, test, vi } from 'vitest';
import { promptOnClose } from './close-prompt.ts';

afterEach(() => void vi.unstubAllGlobals());

const touched = (hasBeenActive: boolean) =>
  vi.stubGlobal('navigator', { ...navigator, userActivation: { hasBeenActive, isActive: false } });

/** What a browser asks the page before it closes. */
const closing = () => {
  const event = document.createEvent('BeforeUnloadEvent');
  event.initEvent('beforeunload', false, true);
  let asked: unknown;
  Object.defineProperty(event, 'returnValue', { set: (words: unknown) => (asked = words) });
  window.dispatchEvent(event);
  return { asked, prevented: event.defaultPrevented };
};

test('closing the page asks, once somebody has touched it', () => {
  promptOnClose();
  touched(true);
  expect(closing()).toEqual({ asked: 'Do you really want to close?', prevented: true });
  touched(false);
  expect(closing()).toEqual({ asked: undefined, prevented: false });
});
