import { NOT_CHECKED } from '@homecare/domain/claims/rules.ts';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  openPages,
  signInAs,
} from '../../../testing/application.tsx';
import { useOpenPage, usePageState } from '../../platform/page-state.ts';
import { UploadPanel } from './UploadPanel.tsx';

const PREVIEW = {
  claims: 1,
  lines: 2,
  units: 16,
  amount: 8_000,
  provenBy: 'aggregator',
  unproven: [],
  predicted: [],
  agency: [],
  refused: [
    { clientId: 12, client: 'Baca, Guadalupe', field: 'ICD-10', message: 'A claim needs a diagnosis.' },
  ],
  alreadySent: 0,
  changed: [],
  usage: 'P',
};
const Record = () => <p>opened {JSON.stringify(usePageState())}</p>;
const Billing = () => <UploadPanel search="" month="2026-10" />;
const open = (
  preview:
    | typeof PREVIEW
    | (Omit<typeof PREVIEW, 'agency' | 'unproven'> & { agency: object[]; unproven: object[] }),
) => {
  answerWith(({ path }) => ({
    data: path.includes('getPremium')
      ? { ...CAPABILITIES, sandataEnabled: preview.provenBy === 'aggregator' }
      : preview,
  }));
  return openPages({ '/billing': Billing, '/createuser': Record }, '/billing');
};

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined);
  signInAs('admin');
  onDesk();
});
afterEach(closePages);

it('leads from what a client is missing to the record where it is entered', async () => {
  await open(PREVIEW);
  await screen.findByText('A claim needs a diagnosis.');
  fireEvent.click(screen.getByRole('button', { name: 'Edit Baca, Guadalupe: ICD-10' }));
  expect(await screen.findByText('opened {"mode":"Modify","id":12}')).not.toBeNull();
});

it('opens with the status that another page leads to', async () => {
  const From = () => {
    const openPage = useOpenPage();
    return (
      <button type="button" onClick={() => void openPage('/billing', { month: '2026-10', status: 'Denied' })}>
        Claim
      </button>
    );
  };
  answerWith(({ path }) => ({ data: path.includes('getPremium') ? CAPABILITIES : PREVIEW }));
  await openPages({ '/monthclose': From, '/billing': Billing }, '/monthclose');
  fireEvent.click(await screen.findByRole('button', { name: 'Claim' }));
  expect(await screen.findByLabelText('Status')).toHaveProperty('value', 'Denied');
});

it('says that proof was not checked where no visits are sent to an aggregator', async () => {
  const line = {
    clientId: 12,
    client: 'Baca',
    day: '2026-10-05',
    code: 'T1019',
    units: 8,
    amount: 4_136,
    reason: 'x',
  };
  await open({ ...PREVIEW, refused: [], provenBy: 'visit', unproven: [line] });
  expect(await screen.findByText(NOT_CHECKED)).not.toBeNull();
  expect(await screen.findByText('1 line is not verified by a visit ($41.36)')).not.toBeNull();
});

it('says where the data of the agency is entered', async () => {
  await open({ ...PREVIEW, agency: [{ field: 'npi', message: 'The NPI is missing.' }] });
  expect(
    await screen.findByText(/Enter this in Configuration, Payer before you make a file:/),
  ).not.toBeNull();
});

it('says what will be denied in dollars, leaves it out unless a reason is given', async () => {
  const line = {
    clientId: 12,
    client: 'Baca, Guadalupe',
    day: '2026-10-05',
    code: 'T1019 U1',
    units: 8,
    amount: 4_136,
    reason: 'No visit is recorded for this day.',
  };
  await open({ ...PREVIEW, refused: [], unproven: [line] });
  expect(await screen.findByText('1 line will be denied ($41.36)')).not.toBeNull();
  expect(screen.getByText(/10-05-2026, \$41\.36: No visit is recorded for this day\./)).not.toBeNull();
  const [leaveOut, send] = screen.getAllByRole('radio');
  expect(leaveOut).toHaveProperty('checked', true);
  if (send) fireEvent.click(send);
  const reason = await screen.findByRole('textbox', { name: /^Reason/ });
  const whyNot = () => screen.getByRole('button', { name: 'Make file' }).getAttribute('aria-description');
  expect(whyNot()).toBe('Enter a reason for sending days that will be denied.');
  fireEvent.change(reason, { target: { value: 'The visits were sent again today' } });
  expect(whyNot()).toBeNull();
});
