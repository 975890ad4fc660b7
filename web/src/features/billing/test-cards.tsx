import type { BillingCard, CardDay, ClientMonth } from '@homecare/domain/billing/schema.ts';
import type { ClientProof } from '@homecare/domain/claims/schema.ts';
import { screen, within } from '@testing-library/react';
import { vi } from 'vitest';
import {
  type Answer,
  type Asked,
  answerWith,
  CAPABILITIES,
  onDesk,
  openPages,
  rowOf,
  signInAs,
} from '../../../testing/application.tsx';
import { keep } from '../../platform/kept.ts';
import { usePageState } from '../../platform/page-state.ts';
import { adoptOffset } from '../../platform/server-time.ts';
import { closeAllToasts, shownToasts } from '../../platform/toasts.ts';
import { BILLING_VIEW, readBillingView } from './BillingBar.tsx';
import { BillingPage } from './BillingPage.tsx';

/** The billing page with cards that a test makes up. */

export const day = (date: string, more: Partial<CardDay> = {}): CardDay => ({
  date,
  start: '08:00',
  end: '10:00',
  travel: 0,
  billing: true,
  payroll: true,
  ...more,
});
export const MONDAYS = ['2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23', '2026-11-30'];
export const scan = (period: number, received = true, errors: number[] = []) => ({
  period,
  received,
  errors,
});

export const cardOf = (
  more: Partial<BillingCard> = {},
  plan: Partial<BillingCard['plan']> = {},
): BillingCard => ({
  plan: {
    id: 3188,
    Status: 'Active',
    StartDate: '2026-01-05',
    EndDate: null,
    excluded: null,
    coversPlanId: null,
    ArchiveInfo: null,
    DeleteInfo: null,
    Type: 'PCP',
    TypeName: 'Personal Care',
    evvNeeded: false,
    relative: false,
    ProviderID: 3,
    Provider: 'Bekele, Tigist',
    providerArchived: null,
    providerNotes: null,
    ...plan,
  },
  planned: MONDAYS.map((date) => day(date)),
  plannedElsewhere: [],
  rates: {
    inside: [{ from: '2026-11-01', cents: 500 }],
    outside: [{ from: '2026-11-01', cents: 600 }],
    custom: [],
  },
  unitRule: 'up',
  visits: [],
  scans: [scan(0), scan(1)],
  saved: null,
  previous: null,
  ...more,
});
export const savedOf = (
  more: Partial<NonNullable<BillingCard['saved']>> = {},
): NonNullable<BillingCard['saved']> => ({
  id: 77,
  planId: 3188,
  clientId: 2,
  providerId: 3,
  typeCode: 'PCP',
  planStatus: 'Active',
  date: '2026-11',
  customDate: null,
  startPeriod: '2026-11-01',
  endPeriod: '2026-11-30',
  payRate: 500,
  rateKind: null,
  rates: [],
  unitRule: 'up',
  days: [day('2026-11-02'), day('2026-11-09', { billing: false })],
  status: 'Billed',
  excluded: null,
  remarks: null,
  deniedReason: null,
  modifiedAt: '2026-12-01T18:00:00Z',
  modifiedBy: 'M.R.',
  rev: 4,
  ...more,
});

export const pageOf = (cards: BillingCard[], client: Partial<ClientMonth['client']> = {}): ClientMonth => ({
  date: '2026-11',
  client: {
    ID: 2,
    name: 'Baca, Guadalupe',
    Medicaid: 'Y412857',
    PrivateClient: false,
    archiveDate: null,
    isOutside: false,
    ...client,
  },
  cards,
});

/** Which visit was opened, and among how many. */
const Story = () => {
  const { visit, around } = usePageState();
  return <p>{`Story of ${visit} of ${String(around).split(';').length}`}</p>;
};

export const asked: Asked[] = [];
const NO_PROOF: ClientProof = { provenBy: 'aggregator', types: [], visits: [], claimed: [], money: [] };

export const show = async (
  page: ClientMonth,
  answer: (one: Asked) => Answer | undefined = () => undefined,
  view: { readonly isVerified?: boolean } = {},
) => {
  keep(BILLING_VIEW, readBillingView({ client: 2, month: '2026-11', ...view }));
  answerWith((one) => {
    asked.push(one);
    const own = answer(one);
    if (own) return own;
    if (one.path.includes('getPremium')) return { data: CAPABILITIES };
    if (one.cmd === 'get') return { data: [rowOf(2, { LastName: 'Baca', FirstName: 'Guadalupe' })] };
    if (one.path.includes('client-month')) return { data: page };
    return one.path.includes('client-proof') ? { data: NO_PROOF } : {};
  });
  await openPages({ '/billing': BillingPage, '/visitstory': Story }, '/billing');
  return screen.findByRole('region', { name: /, plan 3188$/ });
};
export const writes = (cmd: string) => asked.filter((one) => one.cmd === cmd);
export const toastTexts = () => shownToasts().map(({ text }) => text);
export const cell = (card: HTMLElement, name: string) => within(card).getByRole('textbox', { name });

/** The server's clock while the cards of November are made: all days of it are over. */
const NOW = '2026-12-02T17:00:00Z';
export const setServerTime = (now: string) =>
  adoptOffset(Math.round(Temporal.Now.instant().until(now).total('milliseconds')));

/** Before each test. */
export const startBilling = () => {
  setServerTime(NOW);
  vi.stubGlobal('scrollTo', () => undefined);
  asked.length = 0;
  closeAllToasts();
  signInAs('admin');
  onDesk();
};
