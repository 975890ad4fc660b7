import type { Page } from '@playwright/test';
import { OWN_PAGE } from './story.ts';

/** Makes a row past the screens, as whoever is signed in; answers its id. */
export const insertBy = async (page: Page, cmd: string, data: Record<string, unknown>): Promise<number> => {
  const fields = Object.entries(data).map(([field, value]) => ({
    field,
    value: typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
  }));
  const answer = await page.request.post('/homecare/api/poster.php', {
    form: { cmd, data: JSON.stringify(fields) },
    headers: OWN_PAGE,
  });
  const made: { insert_id?: number; Info?: string } = await answer.json();
  if (!made.insert_id) throw new Error(`${cmd}: ${made.Info}`);
  return made.insert_id;
};
