import { useEffect, useSyncExternalStore } from 'react';

/** Tracks whether the browser is printing, when lists render all rows and colors are light. */

let isPrinting = false;
const listeners = new Set<() => void>();

const switchTo = (next: boolean) => {
  isPrinting = next;
  // Updates made now are rendered before the browser lays out the pages.
  for (const listener of listeners) listener();
};
const begin = () => switchTo(true);
const end = () => switchTo(false);

const subscribe = (listener: () => void) => {
  if (listeners.size === 0) {
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
    isPrinting = false;
  };
};

export const useIsPrinting = () => useSyncExternalStore(subscribe, () => isPrinting);

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&').replace(/\s+/g, ' ')}"`;

const SCHEME = 'data-mantine-color-scheme';

interface Margins {
  readonly left: string;
  readonly middle: string;
  readonly right: string;
}

/** CSS for text above each printed page and its number below. None of it is part of the document. */
export const pageRule = ({ left, middle, right }: Margins) =>
  `@page {
    margin: 18mm 12mm 16mm;
    @top-left { content: ${quoted(left)}; font: 9pt sans-serif; }
    @top-center { content: ${quoted(middle)}; font: 600 9pt sans-serif; }
    @top-right { content: ${quoted(right)}; font: 9pt sans-serif; }
    @bottom-right { content: "Page " counter(page) " of " counter(pages); font: 9pt sans-serif; }
  }`;

/** Prepares the open page for printing: agency, title and time on each sheet, and light colors. */
export const usePaper = (margins: () => Margins) =>
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    const root = document.documentElement;
    let scheme: string | null = null;
    const prepare = () => {
      sheet.replaceSync(pageRule(margins()));
      scheme = root.getAttribute(SCHEME);
      root.setAttribute(SCHEME, 'light');
    };
    const restore = () => {
      if (scheme !== null) root.setAttribute(SCHEME, scheme);
    };
    document.adoptedStyleSheets.push(sheet);
    window.addEventListener('beforeprint', prepare);
    window.addEventListener('afterprint', restore);
    return () => {
      window.removeEventListener('beforeprint', prepare);
      window.removeEventListener('afterprint', restore);
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [margins]);
