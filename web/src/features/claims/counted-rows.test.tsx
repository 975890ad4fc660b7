import type { AnswerRow, CorrectionPreview, DepositList } from '@homecare/domain/claims/schema.ts';
import { EVERY_PAYER } from '@homecare/domain/payers/payer-key.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  openPages,
  signInAs,
} from '../../../testing/application.tsx';
import { AnswersPanel } from './AnswersPanel.tsx';
import { DepositsPanel } from './DepositsPanel.tsx';
import { PreviewFileDialog } from './PreviewFileDialog.tsx';

/** One key lists the visits behind a file of the payer, a payment beside the deposits, and a claim that is about to go again. */

const FILE: AnswerRow = {
  id: 8,
  name: 'pay.835',
  kinds: ['835'],
  state: 'posted',
  faults: [],
  payments: [],
  claims: 12,
  refused: 0,
  parked: 0,
  unmatched: [],
  remarks: [],
  payerId: null,
  received: '2026-11-20T17:00:00Z',
  receivedBy: 'A.A.',
};
const DEPOSITS: DepositList = {
  matched: [
    {
      deposit: { id: 1, day: '2026-11-19', amount: 8_000, reference: 'HCPF' },
      trace: 'EFT 7',
      day: '2026-11-18',
    },
  ],
  deposits: [{ id: 2, day: '2026-11-20', amount: 500, reference: 'Unknown' }],
  payments: [{ trace: 'EFT 9', day: '2026-11-20', paid: 4_000 }],
};
const PREVIEW: CorrectionPreview[] = [
  {
    month: '2026-10',
    claims: 1,
    lines: 2,
    units: 16,
    amount: 8_000,
    sent: [
      {
        clientId: 7,
        client: 'Baca, Guadalupe',
        replaces: null,
        earlier: ['12-1', '12-4'],
        from: '2026-10-05',
        through: '2026-10-12',
        code: 'T1019 U1',
        units: 16,
        charge: 8_000,
      },
    ],
    refused: [],
  },
];

const asked: string[] = [];
beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined);
  signInAs('admin');
  onDesk();
  asked.length = 0;
  answerWith(({ path }) => {
    if (path.includes('list-behind')) {
      asked.push(path);
      return { data: { rows: [], total: 0, minutes: null, units: null } };
    }
    if (path.includes('getPremium')) return { data: CAPABILITIES };
    if (path.includes('preview-corrections')) return { data: PREVIEW };
    return { data: path.includes('deposits') ? DEPOSITS : [FILE] };
  });
});
afterEach(closePages);

const close = () => undefined;
/** Found anew each time: a list takes the place of its placeholder as another element. */
const rowIn = (table: string, name: RegExp) =>
  waitFor(() => within(screen.getByRole('table', { name: table })).getByRole('row', { name }));
const Answers = () => <AnswersPanel month="2026-11" search="" payer={EVERY_PAYER} />;
const Deposits = () => <DepositsPanel onClose={close} />;
const Preview = () => <PreviewFileDialog ids={['12-1', '12-4']} onClose={close} />;

test.each([
  ['a file of the payer', Answers, 'Files from the payer', /pay\.835/, 'of=answer&id=8'],
  [
    'a payment without a deposit',
    Deposits,
    'Deposits and payments without a partner',
    /EFT 9/,
    'of=remittance&id=EFT',
  ],
  ['a deposit with its payment', Deposits, 'Deposits with their payments', /HCPF/, 'of=remittance&id=EFT'],
  ['claims that go again as one', Preview, 'Claims in the file', /Baca/, 'of=claim&id=12-1%2C12-4'],
])('%s', async (_, Page, label, name, query) => {
  await openPages({ '/claims': Page }, '/claims');
  fireEvent.keyDown(await rowIn(label, name), { key: 'Enter', altKey: true });
  await screen.findByRole('dialog', { name: /^Visits: / });
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain(query);
});

test('a deposit that no payment explains has no visits', async () => {
  await openPages({ '/claims': Deposits }, '/claims');
  const row = await rowIn('Deposits and payments without a partner', /Unknown/);
  fireEvent.keyDown(row, { key: 'Enter', altKey: true });
  expect(screen.queryByRole('dialog')).toBeNull();
});
