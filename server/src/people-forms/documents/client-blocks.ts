import { parYear, usedUnits } from '@homecare/domain/billing/authorised-units.ts';
import { runsOnOrAfter, showHours } from '@homecare/domain/billing/counting.ts';
import type { Card } from '@homecare/domain/billing/schema.ts';
import { showDate, showDecimalHours } from '@homecare/domain/calendar.ts';
import { computeTotals } from '@homecare/domain/care-plans/rules.ts';
import { PERSON } from '@homecare/domain/people/dictionary.ts';
import { weekLines } from '@homecare/domain/people-forms/week-lines.ts';
import { joinName } from '@homecare/domain/person-name.ts';
import { sum } from '@homecare/domain/sum.ts';
import type { Block, FieldBox } from '../../platform/documents/blocks.ts';
import type { Paper } from '../../platform/documents/paper.ts';
import type { FormPerson, FormPlan } from '../queries.ts';

export type { FormPerson, FormPlan };

/** The facts that a client's forms are filled with. */
export interface ClientFacts {
  readonly client: FormPerson;
  /** Without deleted ones. */
  readonly plans: readonly FormPlan[];
  readonly cards: readonly Card[];
  /** Names of types and services by code. */
  readonly services: ReadonlyMap<string, string>;
  readonly today: Temporal.PlainDate;
  readonly zone: string;
  readonly paper: Paper;
  /** Who prints it, shown next to signatures. */
  readonly staff: string;
}

/** FirstName LastName, for letters and signatures. */
export const letterName = ({ FirstName, LastName }: Pick<FormPerson, 'FirstName' | 'LastName'>) =>
  [FirstName, LastName].filter(Boolean).join(' ');

export const nameOf = ({ LastName, FirstName, MiddleName }: FormPerson) =>
  joinName(LastName, FirstName, MiddleName);
export const providerOf = ({ providerLast, providerFirst, providerMiddle }: FormPlan) =>
  joinName(providerLast, providerFirst, providerMiddle);

export const showZip = (zip: string | null) =>
  zip && zip.length === 9 ? `${zip.slice(0, 5)}-${zip.slice(5)}` : zip;
export const showYes = (value: boolean) => (value ? 'Yes' : 'No');

type TextField = {
  [F in keyof FormPerson & keyof typeof PERSON]: FormPerson[F] extends string | null ? F : never;
}[keyof FormPerson & keyof typeof PERSON];

/** A box for one field of the record, with its label. */
export const box = (client: FormPerson, name: TextField, span: number): FieldBox => {
  const { label, kind } = PERSON[name];
  const value = client[name];
  return { label, span, value: kind === 'date' ? showDate(value) : kind === 'zip' ? showZip(value) : value };
};

const medicaid = ({ Medicaid, PrivateClient }: FormPerson, span: number): FieldBox => ({
  label: 'Medicaid',
  span,
  value: PrivateClient ? 'Private' : Medicaid,
});
const birth = ({ DOB }: FormPerson, span: number): FieldBox => ({
  label: 'DOB (Month-Day-Year)',
  span,
  value: showDate(DOB),
});

export interface ClientBlockOptions {
  readonly diagnosis?: boolean;
}

/** The 'client block' (docs/rules/people-forms.md, rule 2). */
export const clientBlock = (client: FormPerson, { diagnosis = true }: ClientBlockOptions = {}): Block[] => [
  { kind: 'section', text: 'Client' },
  {
    kind: 'fields',
    fields: [
      { label: 'Name', span: 5, value: nameOf(client) },
      birth(client, 2),
      box(client, 'Gender', 2),
      medicaid(client, 3),
      box(client, 'Phone', 2),
      box(client, 'AltPhone', 2),
      box(client, 'Language', 3),
      box(client, 'County', 3),
      box(client, 'StartOfCare', 2),
      box(client, 'Address', 4),
      box(client, 'Address2', 2),
      box(client, 'City', 3),
      box(client, 'State', 1),
      box(client, 'PostalCode', 2),
      ...(diagnosis ? [box(client, 'Diagnosis', 12)] : []),
      box(client, 'Emergency Contact', 3),
      box(client, 'Emergency Phone', 2),
      box(client, 'EmergencyRelation', 2),
      box(client, 'EmergencyAddress', 5),
    ],
  },
];

/** 'Client block short'. */
export const clientShort = (client: FormPerson): Block[] => [
  { kind: 'section', text: 'Client' },
  {
    kind: 'fields',
    fields: [
      { label: 'Name', span: 5, value: nameOf(client) },
      birth(client, 2),
      medicaid(client, 2),
      box(client, 'Phone', 3),
      box(client, 'Address', 8),
      box(client, 'City', 4),
    ],
  },
];

/** Plans that run today or later. */
export const presentPlans = ({ plans, today }: Pick<ClientFacts, 'plans' | 'today'>) =>
  plans.filter((plan) => runsOnOrAfter(plan, today.toString()));

const weekHours = (plan: FormPlan) => computeTotals(plan.week).workingHours;
export const showWeekHours = (plan: FormPlan) => showDecimalHours(weekHours(plan));
/** The sum of the printed lines. */
export const sumHours = (plans: readonly FormPlan[]) =>
  showHours(sum(plans.map((plan) => Math.round(weekHours(plan) * 100))));

const marks = ({ coversPlanId, excluded }: FormPlan) =>
  [coversPlanId !== null && 'Temporary', excluded !== null && 'Excluded'].filter(Boolean).join(', ');

const NO_SERVICES = 'No care plan runs today or later.';

/** The 'Services table'. */
export const servicesTable = (facts: Pick<ClientFacts, 'plans' | 'today'>): Block[] => {
  const plans = presentPlans(facts);
  return [
    { kind: 'section', text: 'Services' },
    {
      kind: 'table',
      columns: [
        { head: 'Type', width: 20 },
        { head: 'Provider', width: 22 },
        { head: 'Weekdays', width: 19 },
        { head: 'Time In-Out', width: 13 },
        { head: 'Hours a week', width: 10, align: 'right' },
        { head: 'Start Date', width: 12 },
        { head: 'Marks', width: 12 },
      ],
      rows: plans.map((plan) => {
        const lines = weekLines(plan.week.time);
        return [
          plan.type,
          providerOf(plan),
          lines.map(([days]) => days).join('\n'),
          lines.map(([, times]) => times).join('\n'),
          showWeekHours(plan),
          showDate(plan.StartDate),
          marks(plan),
        ];
      }),
      none: NO_SERVICES,
      ...(plans.length > 0 && { total: ['Total', '', '', '', sumHours(plans), '', ''] }),
    },
  ];
};

/** Authorized, used and remaining units of one code in the PAR year (docs/rules/people-forms.md, rule 8). */
export interface UnitLine {
  readonly service: string;
  readonly authorised: number;
  readonly used: number;
  readonly left: number;
}

export const parYearOf = ({ client, today }: Pick<ClientFacts, 'client' | 'today'>) =>
  parYear(client['PAR Expiration'], today);

/** Cards of the code, or of types that the aggregator has under it. */
export const unitLines = (facts: ClientFacts): UnitLine[] => {
  const year = parYearOf(facts);
  const aggregator = new Map(facts.plans.map((plan) => [plan.id, plan.aggregatorCode]));
  return Object.entries(facts.client.TotalUnits ?? {}).map(([code, authorised]) => {
    const cards = facts.cards.filter(
      (card) => card.typeCode === code || aggregator.get(card.planId) === code,
    );
    const used = usedUnits(cards, year, facts.zone);
    return { service: facts.services.get(code) ?? code, authorised, used, left: authorised - used };
  });
};

const grouped = (units: number) => units.toLocaleString('en-US');

export const unitsTable = (facts: ClientFacts): Block[] => {
  const { from, through, calendar } = parYearOf(facts);
  const year = `${showDate(from)} to ${showDate(through)}${calendar ? ' (calendar)' : ''}`;
  return [
    { kind: 'section', text: `Units in the PAR year ${year}` },
    {
      kind: 'table',
      columns: [
        { head: 'Type', width: 40 },
        { head: 'Total units', width: 20, align: 'right' },
        { head: 'Billed', width: 20, align: 'right' },
        { head: 'Left', width: 20, align: 'right' },
      ],
      rows: unitLines(facts).map(({ service, authorised, used, left }) => [
        service,
        grouped(authorised),
        grouped(used),
        grouped(left),
      ]),
      none: 'No total units are on record.',
    },
  ];
};
