import type { Page } from '@playwright/test';
import { readActivePlans } from './plans.ts';
import { expect, signInAt, test } from './story.ts';

/** An element that Tab reaches, its position on the page (including its scroll container), and the part of the page it is in. */
interface Stop {
  readonly name: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Sticky bars and cells have no fixed place on the page, so their contents are compared separately. */
  readonly stuckIn: string;
}

declare global {
  interface Window {
    walked: { readonly stops: Stop[]; isOver: boolean };
  }
}

/** Records each element in the part of the page that gets the focus, from its beginning on. */
const beginWalk = (page: Page, within: string) =>
  page.evaluate((selector) => {
    const part = [...document.querySelectorAll<HTMLElement>(selector)].at(-1);
    if (!part) throw new Error(`nothing is ${selector}`);
    const seen = new Set<Element>();
    const stuck: Element[] = [];
    const noted: Window['walked'] = { stops: [], isOver: false };
    window.walked = noted;
    const start = document.createElement('span');
    start.tabIndex = -1;
    part.prepend(start);
    start.focus();
    start.addEventListener('blur', () => start.remove());
    const note = (one: HTMLElement): Stop => {
      let [x, y] = [0, 0];
      let bar: Element | undefined;
      for (let up: HTMLElement | null = one; up && up !== document.body; up = up.parentElement) {
        x += up === one ? 0 : up.scrollLeft;
        y += up === one ? 0 : up.scrollTop;
        const { position } = getComputedStyle(up);
        if (part.contains(up) && up !== part && (position === 'sticky' || position === 'fixed')) bar ??= up;
      }
      if (bar && !stuck.includes(bar)) stuck.push(bar);
      const box = one.getBoundingClientRect();
      const words =
        one.getAttribute('aria-label') ??
        (one instanceof HTMLInputElement ? one.labels?.[0]?.textContent : '');
      return {
        name: `${one.tagName.toLowerCase()} ${words || one.textContent?.slice(0, 40) || one.dataset.field || ''}`.trim(),
        left: box.left + x,
        right: box.right + x,
        top: box.top + y,
        bottom: box.bottom + y,
        stuckIn: bar ? String(stuck.indexOf(bar)) : '',
      };
    };
    document.addEventListener('focusin', ({ target }) => {
      if (noted.isOver || target === start || !(target instanceof HTMLElement)) return;
      noted.isOver = !part.contains(target) || seen.has(target);
      if (noted.isOver) return;
      seen.add(target);
      noted.stops.push(note(target));
    });
  }, within);

/**
 * Holds Tab and collects every element reached in a part of the page. Polls only now and then, because asking takes longer
 * than a key press.
 */
const walk = async (page: Page, within: string): Promise<readonly Stop[]> => {
  await beginWalk(page, within);
  for (let turns = 0; turns < 40; turns += 1) {
    await Promise.all(Array.from({ length: 10 }, () => page.keyboard.down('Tab')));
    if (await page.evaluate(() => window.walked.isOver || document.activeElement === document.body)) break;
  }
  return page.evaluate(() => window.walked.stops);
};

/** Whether the second element is read before the first: it is above and not in a column to the right, or on the same line to the left. */
const isBefore = (next: Stop, stop: Stop) => {
  const shared = Math.min(stop.bottom, next.bottom) - Math.max(stop.top, next.top);
  const lower = Math.min(stop.bottom - stop.top, next.bottom - next.top);
  if (shared > lower / 2) return next.right <= stop.left + 1;
  const isAbove = next.bottom <= stop.top + 1;
  return isAbove && next.left < stop.right - 1;
};

/** Pairs in which Tab moves backward, as 'from → to'. */
const goingBack = (stops: readonly Stop[]) =>
  [...Map.groupBy(stops, ({ stuckIn }) => stuckIn).values()].flatMap((part) =>
    part.slice(1).flatMap((next, at) => {
      const stop = part[at];
      return stop && isBefore(next, stop) ? [`${stop.name} → ${next.name}`] : [];
    }),
  );

/** A button of a list, which phones show behind 'More'. */
const press = async (page: Page, name: string) => {
  const direct = page.getByRole('button', { name, exact: true });
  const more = page.getByRole('button', { name: /^More of/ });
  await direct.or(more).first().waitFor();
  if (await direct.isVisible()) return direct.click();
  await more.click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};

/** Opens the first row of a list. A plan that has ended opens for viewing only. */
const openFirst = async (page: Page) => {
  const row = page.locator('[data-key]').filter({ hasNotText: 'Ends ' }).first();
  await row.waitFor();
  if ((page.viewportSize()?.width ?? 0) < 700) await row.click();
  else await row.dblclick();
};
const lastName = (page: Page) => page.getByRole('textbox', { name: /^Last name/ }).waitFor();
const remarks = (page: Page) => page.getByRole('textbox', { name: /^Remarks/ }).waitFor();

/** Opens the first plan that can be changed: active and not temporary. */
const findPlan = async (page: Page) => {
  const plan = (await readActivePlans(page)).find(({ isTemporary }) => !isTemporary);
  if (!plan) throw new Error('no plan');
  return plan;
};

interface Form {
  readonly name: string;
  /** The account that opens it; without one nobody is signed in. */
  readonly as?: string;
  readonly at: string;
  readonly open?: (page: Page) => Promise<void>;
  readonly within?: string;
  readonly least: number;
}

const FORMS: readonly Form[] = [
  { name: 'sign-in', at: '/login', within: 'body', least: 3 },
  ...(['Create New Provider', 'Create New Client'] as const).map((name) => ({
    name,
    as: 'admin',
    at: '/dashboard',
    open: async (page: Page) => {
      await press(page, name);
      await lastName(page);
    },
    least: 30,
  })),
  {
    name: 'record that is changed',
    as: 'admin',
    at: '/dashboard',
    open: async (page) => {
      await openFirst(page);
      await lastName(page);
    },
    least: 30,
  },
  {
    name: 'new care plan',
    as: 'admin',
    at: '/careplanlist',
    open: async (page) => {
      await press(page, 'New care plan');
      await remarks(page);
    },
    least: 10,
  },
  {
    name: 'care plan that is changed',
    as: 'admin',
    at: '/careplanlist',
    open: async (page) => {
      await openFirst(page);
      await remarks(page);
    },
    least: 30,
  },
  {
    name: 'candidate',
    as: 'user',
    at: '/dashboard',
    open: async (page) => {
      await press(page, 'Candidates');
      await page.getByRole('button', { name: 'Add Candidate' }).click();
      await page.getByRole('dialog', { name: 'Add a candidate' }).waitFor();
    },
    within: '[role="dialog"]',
    least: 5,
  },
  {
    name: 'billing card',
    as: 'admin',
    at: '/billing',
    open: async (page) => {
      const plan = await findPlan(page);
      await page.getByRole('combobox', { name: 'Client' }).fill(plan.Client);
      await page
        .getByRole('option', { name: new RegExp(`ID ${plan.ClientID}$`) })
        .first()
        .click();
      await page.getByRole('region', { name: new RegExp(`plan ${plan.id}$`) }).waitFor();
    },
    least: 20,
  },
  { name: 'SMS sender', as: 'admin', at: '/sendsms', least: 6 },
  { name: 'e-mail sender', as: 'admin', at: '/sendemail', least: 6 },
  { name: 'settings', as: 'admin', at: '/config', least: 6 },
  { name: 'accounts', as: 'admin', at: '/createprovider', least: 4 },
  { name: 'check-in on the phone', as: 'evv', at: '/evv', least: 2 },
];

/** Elements that Tab may reach. */
const FIELDS = 'a[href], button, input, select, textarea, [tabindex="0"]';

for (const [size, viewport] of [
  ['a desk', { width: 1400, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const)
  test(`Tab moves through the forms in reading order, on ${size}`, async ({ browser, watch }) => {
    const wrong: Record<string, string[]> = {};
    let signedIn: string | undefined;
    let page: Page | undefined;
    for (const form of FORMS) {
      if (!page || form.as !== signedIn) {
        await page?.context().close();
        page = await (await browser.newContext({ viewport })).newPage();
        watch(page);
        signedIn = form.as;
        if (form.as) await signInAt(page, form.as, form.at);
        else await page.goto(form.at);
      } else await page.goto(form.at);
      await form.open?.(page);
      const within = form.within ?? 'main';
      // A loading page has a main part too, which would vanish together with the beginning of the walk.
      await page
        .locator(within)
        .last()
        .locator(FIELDS)
        .nth(form.least - 1)
        .waitFor({ state: 'attached' });
      // What loads later must appear in its final place.
      await page.waitForLoadState('networkidle');
      const stops = await walk(page, within);
      expect(stops.length, `stops of ${form.name}`).toBeGreaterThanOrEqual(form.least);
      const back = goingBack(stops);
      if (back.length > 0) wrong[form.name] = back;
    }
    await page?.context().close();
    expect(wrong).toEqual({});
  });
