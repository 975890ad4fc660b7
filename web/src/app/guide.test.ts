import { expect, it } from 'vitest';
import { guideNameOf, languageOf } from '../features/guide/page.ts';
import { GUIDE } from '../features/guide/pages.ts';
import { ROUTES } from './routes.ts';

/** docs/rules/screens.md, rule 19. */
it('every route has its page of the guide, and every page is of a route', () => {
  const pages = [...GUIDE.keys()].filter((name) => name !== 'README' && languageOf(name) === 'en');
  expect(pages.toSorted()).toEqual(ROUTES.map(({ path }) => guideNameOf(path)).toSorted());
});
