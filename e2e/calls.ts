import { NO_HOURS } from '@homecare/domain/availability/schema.ts';
import type { Page } from '@playwright/test';
import { expect, OWN_PAGE } from './story.ts';

const API = '/homecare/api';

/** The data of a reading call past the screens, as whoever is signed in. */
export const readCall = async (page: Page, path: string) => {
  const answer = await page.request.get(`${API}/${path}`, { headers: OWN_PAGE });
  return (await answer.json()).data;
};

/** A changing call past the screens, as whoever is signed in; it has to succeed. */
export const postCall = async (page: Page, path: string, data: unknown) => {
  const answer = await page.request.post(`${API}/${path}`, { headers: OWN_PAGE, data });
  expect(answer.status(), await answer.text()).toBe(200);
};

/** Makes a row past the screens, as whoever is signed in; answers its id. */
export const insertBy = async (page: Page, cmd: string, data: Record<string, unknown>): Promise<number> => {
  const fields = Object.entries(data).map(([field, value]) => ({
    field,
    value: typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
  }));
  const answer = await page.request.post(`${API}/poster.php`, {
    form: { cmd, data: JSON.stringify(fields) },
    headers: OWN_PAGE,
  });
  const made: { insert_id?: number; Info?: string } = await answer.json();
  if (!made.insert_id) throw new Error(`${cmd}: ${made.Info}`);
  return made.insert_id;
};

/** These caregivers can work at any time: what the example data says of their hours depends on the weekday. */
export const letWorkAnyTime = async (page: Page, caregivers: Iterable<number>) => {
  for (const id of caregivers) {
    const { rev } = await readCall(page, `availability/get-hours?id=${id}`);
    await postCall(page, 'availability/save-hours', { id, hours: { ...NO_HOURS, windows: null }, rev });
  }
};
