import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  openPages,
  signInAs,
} from '../../../testing/application.tsx';
import { ProofPanel } from './ProofPanel.tsx';

const Page = () => <ProofPanel month="2026-10" client={null} search="" />;
const NONE = { accepted: 0, exempt: 0, deny: 0 };
const open = (counts: { readonly accepted: number }) => {
  answerWith(({ path }) =>
    path.includes('getPremium')
      ? { data: CAPABILITIES }
      : { data: { provenBy: 'aggregator', lines: [], exempt: 0, deny: 0, amounts: NONE, ...counts } },
  );
  return openPages({ '/billing': Page }, '/billing');
};

beforeEach(() => {
  signInAs('admin');
  onDesk();
});
afterEach(closePages);

it('promises nothing of a month without lines', async () => {
  await open({ accepted: 0 });
  expect(await screen.findByText('Nothing of 2026-10 is billed with this status.')).not.toBeNull();
});

it('says so when every line is proven', async () => {
  await open({ accepted: 3 });
  expect(await screen.findByText('No line will be denied for its visit')).not.toBeNull();
});
