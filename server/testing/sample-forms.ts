import { hoursOfCard, paidMinutes, serviceDays } from '@homecare/domain/billing/counting.ts';
import { PAY_CATEGORIES } from '@homecare/domain/people/dictionary.ts';
import { averageWeek, type MonthPayLine, payLines } from '@homecare/domain/people-forms/employment.ts';
import { careCoordinationBlocks } from '../src/people-forms/documents/care-coordination.ts';
import { caseManagerBlocks } from '../src/people-forms/documents/case-manager.ts';
import { nameOf, providerOf } from '../src/people-forms/documents/client-blocks.ts';
import { coordinationRequestBlocks } from '../src/people-forms/documents/coordination-request.ts';
import { employeeVerificationBlocks } from '../src/people-forms/documents/employee-verification.ts';
import { followUpBlocks } from '../src/people-forms/documents/follow-up.ts';
import { incidentBlocks } from '../src/people-forms/documents/incident.ts';
import { lastHoursBlocks } from '../src/people-forms/documents/last-hours.ts';
import { newProviderBlocks } from '../src/people-forms/documents/new-provider.ts';
import type { Block, PrintedDocument } from '../src/platform/documents/blocks.ts';
import {
  type Fill,
  SAMPLE_PAPER,
  sampleCards,
  sampleFacts,
  samplePerson,
  TODAY,
  ZONE,
} from './form-facts.ts';

const RATES = { HealthMaintenance: 2250, Homemaker: 1815, 'Medicaid 131': 0, 'PCP/RPCP': 2015 };
const NONE = { HealthMaintenance: 0, Homemaker: 0, 'Medicaid 131': 0, 'PCP/RPCP': 0 };

const archived = (fill: Fill) => {
  const client = samplePerson(fill);
  const left = {
    ...client,
    Cur: 'n',
    archiveDate: '2026-11-10',
    'DC Date': '2026-11-09',
    'DC Reason': 'Moved to family in Ohio',
  };
  return sampleFacts(fill, {
    client:
      fill === 'empty'
        ? { ...client, Cur: 'n' }
        : { ...left, 'DC Reason': client['DC Reason'] ?? left['DC Reason'] },
  });
};

const lastHours = (fill: Fill) => {
  const facts = archived(fill);
  const plans = facts.plans.map((plan) => ({
    ...plan,
    provider: providerOf(plan),
    limits: { archived: [facts.client.archiveDate], temporary: [] },
  }));
  const visits =
    fill === 'usual' ? [{ planId: 1, date: '2026-11-02', start: '08:01', end: '10:00', minutes: 119 }] : [];
  return lastHoursBlocks(facts, { plans, cards: facts.cards, visits, zone: ZONE });
};

/** The sample's cards as payroll counts them, all of one category. */
const samplePay = (fill: Fill): MonthPayLine[] =>
  sampleCards(fill).map((card) => {
    const { total } = hoursOfCard(paidMinutes(serviceDays(card, ZONE)));
    const rate = fill === 'empty' ? 0 : RATES['PCP/RPCP'];
    return { month: card.date, category: 'PCP/RPCP', amount: Math.round((total * rate) / 100) };
  });

const verification = (fill: Fill) =>
  employeeVerificationBlocks({
    provider: samplePerson(fill),
    averageWeek: averageWeek(sampleCards(fill), TODAY, ZONE),
    pay: payLines(samplePay(fill), fill === 'empty' ? NONE : RATES, TODAY),
    today: TODAY,
    paper: fill === 'empty' ? { ...SAMPLE_PAPER, officer: null } : SAMPLE_PAPER,
  });

const hiring = (fill: Fill) => {
  const { Address } = samplePerson(fill);
  const empty = { name: '', address: '', ssn: '', tel: '', marital: '', whAllow: '', dob: '' };
  if (fill === 'empty') return newProviderBlocks(empty, PAY_CATEGORIES);
  const name = fill === 'usual' ? 'Elena Maria Garcia' : 'W'.repeat(200);
  return newProviderBlocks(
    {
      name,
      address: `${Address}, Aurora, CO 80012`.padEnd(fill === 'longest' ? 400 : 0, 'x'),
      ssn: '900010001',
      tel: '3035550148',
      marital: 'Married at Single Rate',
      whAllow: '2',
      dob: '1985-07-30',
    },
    PAY_CATEGORIES,
  );
};

/** Each form with its number of pages for a usual record. */
export const SAMPLE_FORMS: readonly {
  readonly kind: string;
  readonly title: string;
  readonly pages: number;
  readonly namesClient: boolean;
  readonly blocks: (fill: Fill) => readonly Block[];
}[] = [
  {
    kind: 'caseManagerForm',
    title: 'Case Manager Form',
    pages: 2,
    namesClient: true,
    blocks: (fill) => caseManagerBlocks(sampleFacts(fill)),
  },
  {
    kind: 'CareCoordinationForm',
    title: 'Care Coordination Form',
    pages: 2,
    namesClient: true,
    blocks: (fill) => careCoordinationBlocks(sampleFacts(fill)),
  },
  {
    kind: 'CareCoordinationRequest',
    title: 'Care Coordination Request',
    pages: 1,
    namesClient: true,
    blocks: (fill) => coordinationRequestBlocks(sampleFacts(fill), fill !== 'usual'),
  },
  {
    kind: 'incidentForm',
    title: 'Incident Form',
    pages: 2,
    namesClient: true,
    blocks: (fill) => incidentBlocks(sampleFacts(fill)),
  },
  {
    kind: 'followupForm',
    title: 'Follow-up Form',
    pages: 2,
    namesClient: true,
    blocks: (fill) => followUpBlocks(sampleFacts(fill)),
  },
  {
    kind: 'employeeVerification',
    title: 'Employee Verification',
    pages: 1,
    namesClient: false,
    blocks: verification,
  },
  { kind: 'lastHoursReport', title: 'Last Care Hours', pages: 1, namesClient: true, blocks: lastHours },
  { kind: 'Newprovider', title: 'New Provider', pages: 2, namesClient: false, blocks: hiring },
];

export const sampleDocument = (
  { kind, title, namesClient, blocks }: (typeof SAMPLE_FORMS)[number],
  fill: Fill,
): PrintedDocument => {
  const name = kind === 'Newprovider' ? '' : `${nameOf(samplePerson(fill))}, ID 4711`;
  return {
    title,
    letterhead: SAMPLE_PAPER.letterhead,
    confidentiality: namesClient ? SAMPLE_PAPER.texts.confidentiality : null,
    printed: 'Printed 11-20-2026 10:00 by K.O.',
    at: '2026-11-20T17:00:00Z',
    parts: [{ title, subject: name, foot: `${title} 4711`, blocks: blocks(fill) }],
  };
};
