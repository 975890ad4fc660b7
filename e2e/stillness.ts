import type { Page } from '@playwright/test';

/** How still a page is while it loads, as the web-vitals library counts it, and how its head is laid out. */

/** What moved, from where to where. */
export interface Shift {
  readonly value: number;
  readonly at: number;
  readonly moved: readonly string[];
}

export interface Look {
  /** The worst window of shifts without an input before them: 5 s at most, no second without a shift. */
  readonly shift: number;
  readonly shifts: readonly Shift[];
  /** Lines of controls above the list; 0 where the page has no such bar. */
  readonly headLines: number;
  /** How many pixels the page, or its sheet, is wider than the window; what is meant to scroll sideways does not count. */
  readonly overflow: number;
  /** What reaches furthest beyond it. */
  readonly widest: string;
}

interface Watched {
  shifts: Shift[];
  changed: number;
}

declare global {
  interface Window {
    stillness: Watched;
  }
  interface PerformanceEntry {
    readonly hadRecentInput?: boolean;
    readonly value?: number;
    readonly sources?: readonly {
      readonly node: Node | null;
      readonly previousRect: DOMRectReadOnly;
      readonly currentRect: DOMRectReadOnly;
    }[];
  }
}

/** Watches every page of this context from its first moment; the browser runs it in place of the page's own script. */
export const watchShifts = () => {
  const watched: Watched = { shifts: [], changed: performance.now() };
  window.stillness = watched;
  const place = ({ x, y, width, height }: DOMRectReadOnly) =>
    [x, y, width, height].map((side) => Math.round(side)).join(' ');
  const nameOf = (node: Node | null) => {
    const element = node instanceof Element ? node : node?.parentElement;
    const text = (node?.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 40);
    return `${element?.tagName.toLowerCase() ?? 'gone'}.${element?.getAttribute('class') ?? ''} "${text}"`;
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue;
      const moved = (entry.sources ?? []).map(
        ({ node, previousRect, currentRect }) =>
          `${nameOf(node)} ${place(previousRect)} → ${place(currentRect)}`,
      );
      watched.shifts.push({ value: entry.value ?? 0, at: entry.startTime, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
  const note = () => {
    watched.changed = performance.now();
  };
  new MutationObserver(note).observe(document, { childList: true, subtree: true, attributes: true });
};

/** Nothing is asked for and nothing changes any more. */
export const untilStill = async (page: Page, quietMs = 500) => {
  await page.waitForLoadState('networkidle');
  await page
    .waitForFunction((quiet) => performance.now() - window.stillness.changed > quiet, quietMs, {
      timeout: 10_000,
    })
    // A page with a clock never stops changing; its shifts are what counts.
    .catch(() => undefined);
};

/** What a press has changed at once is on the screen, however slow the machine is. */
export const untilDrawn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestIdleCallback(() => requestAnimationFrame(() => resolve()))),
      ),
  );

/** Forgets what moved before: a tab was pressed. */
export const forgetShifts = (page: Page) =>
  page.evaluate(() => {
    window.stillness.shifts = [];
    window.stillness.changed = performance.now();
  });

/** https://web.dev/articles/cls: shifts less than a second apart are one window of 5 s at most; the worst one counts. */
export const worstWindow = (shifts: readonly Shift[]): number => {
  let worst = 0;
  let sum = 0;
  let first = Number.NEGATIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const { value, at } of shifts) {
    const goesOn = at - last < 1_000 && at - first < 5_000;
    if (!goesOn) first = at;
    sum = goesOn ? sum + value : value;
    last = at;
    worst = Math.max(worst, sum);
  }
  return worst;
};

export const lookAt = async (page: Page): Promise<Look> => {
  const seen = await page.evaluate(() => {
    const sheet = document.querySelector('[data-scroller]');
    const over = (box: Element | null) => (box ? box.scrollWidth - box.clientWidth : 0);
    // A line of a bar is a group of its controls whose heights meet, however deep they are.
    const linesOf = (bar: Element) => {
      const boxes = [...bar.querySelectorAll('button, a, input, select')]
        .map((control) => control.getBoundingClientRect())
        .filter(({ width, height }) => width > 1 && height > 1)
        .sort((a, b) => a.top - b.top);
      let lines = 0;
      let bottom = Number.NEGATIVE_INFINITY;
      for (const box of boxes) {
        if (box.top >= bottom - 2) {
          lines += 1;
          bottom = box.bottom;
        }
      }
      return lines;
    };
    const edge = document.documentElement.clientWidth;
    let widest = '';
    let right = edge;
    for (const element of document.querySelectorAll('#root *')) {
      const box = element.getBoundingClientRect();
      if (box.right > right + 0.5) {
        right = box.right;
        widest = `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`;
      }
    }
    return {
      widest,
      shifts: window.stillness.shifts,
      headLines: [...document.querySelectorAll('[data-head]')].reduce((sum, bar) => sum + linesOf(bar), 0),
      overflow: Math.max(over(document.documentElement), over(sheet)),
    };
  });
  return { ...seen, shift: worstWindow(seen.shifts) };
};
