import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from './demo-password.ts';
import { expect, OWN_PAGE } from './story.ts';

/** A phone login; the demo site has one for some caregivers already. */
export const addLogin = async (page: Page, providerId: number) => {
  const fields = {
    login: `night${providerId}`,
    password: DEMO_PASSWORD,
    full_name: `Night ${providerId}`,
    role: 'evv',
    provider_id: providerId,
  };
  const data = JSON.stringify(Object.entries(fields).map(([field, value]) => ({ field, value })));
  const form = { cmd: 'user_insert', data };
  const answer = await page.request.post('/homecare/api/poster.php', { form, headers: OWN_PAGE });
  expect([200, 409], await answer.text()).toContain(answer.status());
};
