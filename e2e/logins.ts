import type { Page } from '@playwright/test';
import { sendCommand } from './calls.ts';
import { DEMO_PASSWORD } from './demo-password.ts';
import { expect } from './story.ts';

/** A phone login; the demo site has one for some caregivers already. */
export const addLogin = async (page: Page, providerId: number) => {
  const fields = {
    login: `night${providerId}`,
    password: DEMO_PASSWORD,
    full_name: `Night ${providerId}`,
    role: 'evv',
    provider_id: providerId,
  };
  const answer = await sendCommand(page, 'user_insert', fields);
  expect([200, 409], await answer.text()).toContain(answer.status());
};
