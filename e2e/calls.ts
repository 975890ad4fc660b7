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

type Fields = Readonly<Record<string, unknown>>;

/** A command past the screens, as whoever is signed in. */
export const sendCommand = (page: Page, cmd: string, fields: Fields, id = '') => {
  const pairs = Object.entries(fields).map(([field, value]) => ({
    field,
    value: typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
  }));
  const form = { cmd, id, data: JSON.stringify(pairs) };
  return page.request.post(`${API}/poster.php`, { headers: OWN_PAGE, form });
};

/** Makes a row past the screens, as whoever is signed in; answers its id. */
export const insertBy = async (page: Page, cmd: string, fields: Fields): Promise<number> => {
  const answer = await sendCommand(page, cmd, fields);
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
