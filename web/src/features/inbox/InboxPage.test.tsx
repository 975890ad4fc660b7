import type { Notice } from '@homecare/domain/notices/schema.ts';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  openPages,
  signInAs,
} from '../../../testing/application.tsx';
import { personPath } from '../../platform/person-path.ts';
import { InboxPage } from './InboxPage.tsx';

const notice = (more: Partial<Notice>): Notice => ({
  rule: 'providerExpired',
  menu: 'notifications',
  group: null,
  at: 'person',
  id: 12,
  name: 'Cruz, Ana',
  text: 'CPR expired',
  day: '2026-11-01',
  month: null,
  field: null,
  tone: 'danger',
  ...more,
});

const asked: string[] = [];
beforeEach(() => {
  signInAs('admin');
  onDesk();
  asked.length = 0;
});
afterEach(closePages);

const Person = () => <p>The person</p>;
const open = async (one: Notice) => {
  answerWith(({ path }) => {
    if (path.includes('getPremium')) return { data: CAPABILITIES };
    if (path.includes('list-behind')) {
      asked.push(path);
      return { data: { rows: [], total: 0, minutes: null, units: null } };
    }
    if (path.includes('marks')) return { data: { marks: [], people: [] } };
    return { data: { notices: [one], marks: [] } };
  });
  await openPages({ '/inbox': InboxPage, [personPath(12)]: Person }, '/inbox');
  fireEvent.keyDown(await screen.findByRole('row', { name: new RegExp(one.name) }), {
    key: 'Enter',
    altKey: true,
  });
};

test('Alt Enter on a notice of a person opens the person', async () => {
  await open(notice({}));
  await screen.findByText('The person');
});

test('Alt Enter on a notice of a care plan lists its visits', async () => {
  await open(notice({ at: 'plan', id: 349, name: 'Whitfield, Earl' }));
  await screen.findByRole('dialog', { name: 'Visits: care plan 349, Whitfield, Earl' });
  expect(asked[0]).toContain('of=plan&id=349');
});
