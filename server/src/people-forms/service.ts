import type { InputOf } from '@homecare/domain/call.ts';
import { type Result, refuse } from '@homecare/domain/errors.ts';
import type { Incident } from '@homecare/domain/incidents/schema.ts';
import { isArchived } from '@homecare/domain/people/kind-and-status.ts';
import * as calls from '@homecare/domain/people-forms/contract.ts';
import {
  averageWeek,
  closedMonths,
  type MonthPayLine,
  payLines,
} from '@homecare/domain/people-forms/employment.ts';
import type { CareFacts } from '@homecare/domain/people-forms/last-hours.ts';
import { seesPayRates } from '@homecare/domain/permissions.ts';
import { cardsOfClient, cardsOfProvider } from '../billing/service.ts';
import { listOfferedCategories } from '../payroll/pay-categories.ts';
import { payOfMonths } from '../payroll/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { answerPdf, type Printing } from '../platform/documents/answer.ts';
import type { Block } from '../platform/documents/blocks.ts';
import type { PdfAnswer } from '../platform/http/bind.ts';
import { careCoordinationBlocks } from './documents/care-coordination.ts';
import { caseManagerBlocks } from './documents/case-manager.ts';
import { type ClientFacts, nameOf, providerOf } from './documents/client-blocks.ts';
import { coordinationRequestBlocks } from './documents/coordination-request.ts';
import { employeeVerificationBlocks } from './documents/employee-verification.ts';
import { followUpBlocks } from './documents/follow-up.ts';
import { incidentBlocks } from './documents/incident.ts';
import { lastHoursBlocks } from './documents/last-hours.ts';
import { newProviderBlocks } from './documents/new-provider.ts';
import {
  type FormPlan,
  findFormPerson,
  findPayRates,
  listCompleteVisits,
  listFormPlans,
  listServiceNames,
} from './queries.ts';

type Answered = Promise<Result<PdfAnswer>>;

interface Form {
  readonly title: string;
  /** Part of the file name and of the document log. */
  readonly kind: string;
  readonly parameters?: Printing['parameters'];
}

/** Prints one form about one person; headers, footer, file name and log row are the same for all. */
const printForm = (
  scope: Scope,
  { title, kind, parameters = {} }: Form,
  person: { readonly id: number; readonly name: string; readonly isClient: boolean },
  blocks: readonly Block[],
): Answered => {
  const named = Object.entries(parameters).map(
    ([name, value]) => `${name} ${value === true ? 'yes' : value}`,
  );
  return answerPdf(scope, {
    kind,
    subjectIds: [person.id],
    parameters,
    title,
    fileName: `${kind}_${person.id}_${scope.today()}.pdf`,
    namesClient: person.isClient,
    fillable: true,
    parts: [
      {
        title,
        subject: `${person.name}, ID ${person.id}`,
        foot: [`${title} ${person.id}`, ...named].join(' · '),
        blocks,
      },
    ],
  });
};

/** All cards are read, because the PAR year is counted by day. */
const FIRST_MONTH = '0001-01';

const clientFacts = async (scope: Scope, id: number): Promise<ClientFacts | undefined> => {
  const client = await findFormPerson(scope, id, 'Client');
  if (!client) return undefined;
  const [plans, cards, names] = await Promise.all([
    listFormPlans(scope, id),
    cardsOfClient(scope, id, FIRST_MONTH),
    listServiceNames(scope),
  ]);
  return {
    client,
    plans,
    cards,
    services: new Map(names.map(({ code, name }) => [code, name])),
    today: scope.today(),
    zone: scope.settings.timeZone,
    paper: scope.settings.paper,
    staff: scope.user.fullName,
  };
};

/** A form of a client; not found for anyone who is not a client of this site. */
const clientForm = async (
  scope: Scope,
  id: number,
  form: Form,
  blocks: (facts: ClientFacts) => readonly Block[],
): Answered => {
  const facts = await clientFacts(scope, id);
  if (!facts) return refuse('notFound');
  return printForm(scope, form, { id, name: nameOf(facts.client), isClient: true }, blocks(facts));
};

export const caseManagerForm = (scope: Scope, { id }: InputOf<typeof calls.caseManagerForm>): Answered =>
  clientForm(scope, id, { title: 'Case Manager Form', kind: 'caseManagerForm' }, caseManagerBlocks);

export const careCoordinationForm = (
  scope: Scope,
  { id }: InputOf<typeof calls.careCoordinationForm>,
): Answered =>
  clientForm(
    scope,
    id,
    { title: 'Care Coordination Form', kind: 'CareCoordinationForm' },
    careCoordinationBlocks,
  );

export const careCoordinationRequest = (
  scope: Scope,
  { id, dx = false }: InputOf<typeof calls.careCoordinationRequest>,
): Answered =>
  clientForm(
    scope,
    id,
    {
      title: 'Care Coordination Request',
      kind: 'CareCoordinationRequest',
      ...(dx && { parameters: { dx: true } }),
    },
    (facts) => coordinationRequestBlocks(facts, dx),
  );

export const incidentForm = (scope: Scope, { id }: InputOf<typeof calls.incidentForm>): Answered =>
  clientForm(scope, id, { title: 'Incident Form', kind: 'incidentForm' }, (facts) => incidentBlocks(facts));

/** The same form with the known facts of an incident. */
export const printIncidentForm = (scope: Scope, incident: Incident): Answered =>
  clientForm(
    scope,
    incident.clientId,
    { title: 'Incident Form', kind: 'incidentForm', parameters: { incident: incident.id } },
    (facts) => incidentBlocks(facts, incident),
  );

export const followupForm = (scope: Scope, { id }: InputOf<typeof calls.followupForm>): Answered =>
  clientForm(scope, id, { title: 'Follow-up Form', kind: 'followupForm' }, followUpBlocks);

const careOf = async (scope: Scope, { client, plans, cards, zone }: ClientFacts): Promise<CareFacts> => ({
  cards,
  zone,
  visits: await listCompleteVisits(scope, client.ID),
  plans: plans.map((plan: FormPlan) => ({
    ...plan,
    provider: providerOf(plan),
    limits: {
      archived: [client.archiveDate, plan.providerArchived],
      temporary: plans.filter((other) => other.coversPlanId === plan.id),
      closed: plan.closed,
    },
  })),
});

export const lastHoursReport = async (
  scope: Scope,
  { id }: InputOf<typeof calls.lastHoursReport>,
): Answered => {
  const facts = await clientFacts(scope, id);
  if (!facts) return refuse('notFound');
  if (!isArchived(facts.client)) return refuse('badInput', calls.ARCHIVED_ONLY);
  const blocks = lastHoursBlocks(facts, await careOf(scope, facts));
  const person = { id, name: nameOf(facts.client), isClient: true };
  return printForm(scope, { title: 'Last Care Hours', kind: 'lastHoursReport' }, person, blocks);
};

/** Straight pay by category, as counted for payroll. */
const payOfClosedMonths = async (scope: Scope, providerId: number): Promise<MonthPayLine[]> => {
  const { from, through: to } = closedMonths(scope.today());
  const pay = await payOfMonths(scope, { from, to, providerId, group: 'all' });
  return pay.flatMap(({ month, lines }) =>
    lines.map(({ category, amount }) => ({ month, category, amount })),
  );
};

export const employeeVerification = async (
  scope: Scope,
  { id, pay = false }: InputOf<typeof calls.employeeVerification>,
): Answered => {
  const provider = await findFormPerson(scope, id, 'Provider');
  if (!provider) return refuse('notFound');
  const [today, zone] = [scope.today(), scope.settings.timeZone];
  const cards = await cardsOfProvider(scope, id, closedMonths(today).months[0] ?? FIRST_MONTH);
  const rates = pay && seesPayRates(scope.user.role) ? await findPayRates(scope, id) : undefined;
  const blocks = employeeVerificationBlocks({
    provider,
    averageWeek: averageWeek(cards, today, zone),
    pay: rates ? payLines(await payOfClosedMonths(scope, id), rates, today) : null,
    today,
    paper: scope.settings.paper,
  });
  const form = { title: 'Employee Verification', kind: 'employeeVerification' };
  const person = { id, name: nameOf(provider), isClient: false };
  return printForm(scope, rates ? { ...form, parameters: { pay: true } } : form, person, blocks);
};

/** Neither reads nor writes a record, and none of its values is logged. */
export const newProvider = async (
  scope: Scope,
  { who, ...values }: InputOf<typeof calls.newProvider>,
): Answered =>
  answerPdf(scope, {
    kind: 'Newprovider',
    subjectIds: [],
    parameters: {},
    title: 'New Provider',
    fileName: `Newprovider_${scope.today()}.pdf`,
    namesClient: false,
    sensitive: true,
    parts: [
      {
        title: 'New Provider',
        subject: values.name,
        foot: 'New Provider',
        blocks: newProviderBlocks(values, await listOfferedCategories(scope.site.db)),
      },
    ],
  });
