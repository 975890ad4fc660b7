import { lookAt, untilStill, watchShifts } from './stillness.ts';
import { expect, signIn, test } from './story.ts';

/** The pages that are open all day; `npm run prove screens` walks all of them, at more sizes (docs/rules/screens.md, rule 15). */
const MAIN = [
  '/dashboard',
  '/careplanlist',
  '/timeoff',
  '/inbox',
  '/monthclose',
  '/reports',
  '/authorizations',
  '/billing',
  '/claims',
  '/privatepay',
  '/payroll',
  '/evvadmin',
];

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('the twelve main pages stay still while they load', async ({ page }) => {
  await signIn(page, 'admin');
  await page.context().addInitScript(watchShifts);
  for (const path of MAIN) {
    await page.goto(path);
    await page.getByRole('main').waitFor();
    await untilStill(page);
    const { shift, shifts, overflow } = await lookAt(page);
    expect(shift, `${path} moves: ${JSON.stringify(shifts)}`).toBeLessThan(0.02);
    expect(overflow, `${path} is wider than its window`).toBe(0);
    const scripts = await page.evaluate(
      () => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length,
    );
    expect(scripts, `scripts of ${path}`).toBeLessThan(60);
  }
});
