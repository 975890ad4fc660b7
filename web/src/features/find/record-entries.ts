import { saveTimeOff } from '@homecare/domain/availability/contract.ts';
import { sayTime, showDate } from '@homecare/domain/calendar.ts';
import type { Role } from '@homecare/domain/call.ts';
import type {
  Found,
  FoundClaim,
  FoundInvoice,
  FoundPerson,
  FoundPlan,
  FoundVisit,
} from '@homecare/domain/find/contract.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { editsRecords } from '@homecare/domain/permissions.ts';
import { personName } from '@homecare/domain/person-name.ts';
import { sayMonth } from '@homecare/domain/plan-documents/rules.ts';
import { getBoard } from '@homecare/domain/schedule/contract.ts';
import {
  IconBeach,
  IconBuildingBank,
  IconCalendarMonth,
  IconCalendarWeek,
  IconClockCheck,
  IconFileDollar,
  IconFiles,
  IconHistory,
  IconList,
  IconMessages,
  IconPencil,
  IconPhone,
  IconReceipt,
  IconUser,
  IconUserCheck,
} from '@tabler/icons-react';
import { keep } from '../../platform/kept.ts';
import { type PersonTab, personPath } from '../../platform/person-path.ts';
import { isOpenTo, type Viewer } from '../../platform/row-actions.ts';
import { newTimeOff } from '../availability/opened-time-off.ts';
import { CARE_PLAN, storedPlan } from '../care-plans/plan-mode.ts';
import { PEOPLE_VIEW, START, showPersonAlone } from '../people/list-view.ts';
import { openedBoard } from '../schedule/opened-board.ts';
import { STORY_PAGE, storyState } from '../visit-story/open-story.ts';
import { telOf } from '../visits/visit-words.ts';
import type { FindEntry, FindGroup } from './find-entries.ts';

const PEOPLE = { to: '/dashboard' } as const;

const nowOf = (person: FoundPerson): Pick<FindEntry, 'aside' | 'tone'> => {
  if (person.isArchived)
    return { aside: person.archivedOn ? `archived ${showDate(person.archivedOn)}` : 'archived' };
  if (person.offThrough) return { aside: `off through ${showDate(person.offThrough)}`, tone: 'danger' };
  if (person.visitUntil)
    return { aside: `visit in progress until ${sayTime(person.visitUntil)}`, tone: 'info' };
  return {};
};

const recordOf = ({ ID, isArchived }: FoundPerson, role: Role) => ({
  to: '/createuser',
  page: { mode: editsRecords(role) && !isArchived ? 'Modify' : 'Show', id: ID },
});

const callEntry = (person: FoundPerson): FindEntry[] => {
  const href = telOf(person.phone);
  const title = `Call ${person.FirstName} ${person.LastName}`;
  return href ? [{ key: `call ${person.ID}`, icon: IconPhone, title, note: person.phone ?? '', href }] : [];
};

const tabEntry = (id: number, tab: PersonTab, title: string, icon: FindEntry['icon']): FindEntry => ({
  key: tab,
  icon,
  title,
  place: { to: personPath(id, tab) },
});

const personEntry = (person: FoundPerson, role: Role): FindEntry => {
  const place = { to: personPath(person.ID) };
  return {
    key: `person ${person.ID}`,
    icon: IconUser,
    title: personName(person),
    note: [person.kind, person.city].filter(Boolean).join(', '),
    ...nowOf(person),
    place,
    actions: [
      { key: 'open', icon: IconUser, title: 'Open', place },
      { key: 'record', icon: IconPencil, title: 'Open record', place: recordOf(person, role) },
      ...callEntry(person),
      tabEntry(person.ID, 'schedule', 'Schedule', IconCalendarWeek),
      tabEntry(person.ID, 'plans', 'Care plans', IconCalendarMonth),
      tabEntry(person.ID, 'messages', 'Text messages', IconMessages),
      tabEntry(person.ID, 'files', 'Files', IconFiles),
      tabEntry(person.ID, 'history', 'Record log', IconHistory),
      {
        key: 'alone',
        icon: IconList,
        title: 'Show in People',
        place: PEOPLE,
        prepare: () => showPersonAlone(person.ID),
      },
    ],
  };
};

const pairOf = (row: {
  readonly ClientID: number;
  readonly Client: string;
  readonly ProviderID: number;
  readonly Provider: string;
}): FindEntry[] =>
  (
    [
      [row.ClientID, row.Client],
      [row.ProviderID, row.Provider],
    ] as const
  ).map(([id, name]) => ({
    key: `person ${id}`,
    icon: IconUser,
    title: `Open ${name}`,
    place: { to: personPath(id) },
  }));

const planEntry = (plan: FoundPlan): FindEntry => {
  const place = { to: CARE_PLAN, page: storedPlan('Show', plan) };
  return {
    key: `plan ${plan.id}`,
    icon: IconCalendarMonth,
    title: `Plan ${plan.id}: ${plan.Client} with ${plan.Provider}`,
    note: plan.type,
    aside: plan.isOver ? 'archived' : plan.days,
    place,
    actions: [{ key: 'plan', icon: IconCalendarMonth, title: 'Open care plan', place }, ...pairOf(plan)],
  };
};

const VISIT_WORDS: Readonly<Record<string, string>> = {
  Planned: 'planned',
  Active: 'in progress',
  Complete: 'done',
};

const visitEntry = (visit: FoundVisit): FindEntry => {
  const { planId, day, id: visitId } = visit;
  const place = { to: STORY_PAGE, page: storyState({ planId, day, visitId }) };
  return {
    key: `visit ${visit.id}`,
    icon: IconClockCheck,
    title: `${visit.Client} with ${visit.Provider}`,
    note: `today ${sayTime(visit.start)} – ${sayTime(visit.end)}`,
    aside: VISIT_WORDS[visit.status] ?? visit.status.toLowerCase(),
    tone: visit.status === 'Active' ? 'info' : undefined,
    place,
    actions: [{ key: 'story', icon: IconClockCheck, title: 'Open visit story', place }, ...pairOf(visit)],
  };
};

const CLAIM_TONES = { sent: undefined, rejected: 'danger', denied: 'danger', paid: 'ok' } as const;

/** The billing records of a client and month: what a claim was made of. */
const billingOf = (client: number, month: string) => ({
  place: { to: '/billing', page: { client, month } },
  prepare: async () => {
    const { BILLING_VIEW, readBillingView } = await import('../billing/BillingBar.tsx');
    keep(BILLING_VIEW, readBillingView({ client, month }));
  },
});

const claimEntry = (claim: FoundClaim): FindEntry => ({
  key: `claim ${claim.id}`,
  icon: IconBuildingBank,
  title: `${claim.Client}, ${sayMonth(claim.month)}`,
  note: `claim ${claim.icn ?? claim.id}`,
  aside: `${showMoney(claim.cents)} ${claim.state}`,
  tone: CLAIM_TONES[claim.state],
  ...billingOf(claim.ClientID, claim.month),
  actions: [
    {
      key: 'billing',
      icon: IconReceipt,
      title: 'Open billing of the month',
      ...billingOf(claim.ClientID, claim.month),
    },
    { key: 'claims', icon: IconBuildingBank, title: 'Open Claims', place: { to: '/claims' } },
  ],
});

const invoiceEntry = (invoice: FoundInvoice): FindEntry => ({
  key: `invoice ${invoice.id}`,
  icon: IconFileDollar,
  title: `Invoice ${invoice.number}: ${invoice.Client}`,
  note: showDate(invoice.issued),
  aside: invoice.isVoid ? 'void' : showMoney(invoice.cents),
  place: { to: '/privatepay/invoice', page: { id: invoice.id } },
});

/** The People list with what was typed in its search box: the key of old, one more key away. */
export const showOnly = (typed: string, isArchived = false): FindEntry => ({
  key: isArchived ? 'only archived' : 'only',
  icon: IconList,
  title: isArchived ? `Show archived people with “${typed}”` : `Show only people with “${typed}”`,
  place: PEOPLE,
  prepare: () => keep(PEOPLE_VIEW, { ...START, search: typed, showArchived: isArchived }),
});

/** The records that the server found, kind by kind. */
export const recordGroups = (found: Found, typed: string, role: Role): FindGroup[] => {
  const { rows, active } = found.people;
  return [
    {
      title: 'People',
      entries: rows.map((person) => personEntry(person, role)),
      ...(active > rows.length && {
        all: { ...showOnly(typed), key: 'all people', title: `all ${active}` },
      }),
    },
    { title: 'Visits and plans', entries: [...found.visits.map(visitEntry), ...found.plans.map(planEntry)] },
    { title: 'Claims', entries: found.claims.map(claimEntry) },
    { title: 'Invoices', entries: found.invoices.map(invoiceEntry) },
  ];
};

/** The visits of a caregiver who is off, to be covered from the board with their row alone. */
const coverEntry = ({ ID, FirstName, LastName, offThrough }: FoundPerson, today: string): FindEntry[] =>
  offThrough
    ? [
        {
          key: `cover ${ID}`,
          icon: IconUserCheck,
          title: `Cover the visits of ${FirstName} ${LastName}`,
          place: { to: '/schedule', page: openedBoard({ day: today, people: [ID] }) },
        },
      ]
    : [];

const timeOffEntry = ({ ID, FirstName, LastName }: FoundPerson): FindEntry => ({
  key: `time off ${ID}`,
  icon: IconBeach,
  title: `Record time off for ${FirstName} ${LastName}`,
  place: { to: '/timeoff', page: newTimeOff(ID) },
});

/** What can be done at once with the person that was most likely meant. */
export const firstPersonEntries = (found: Found, viewer: Viewer, today: string): FindEntry[] => {
  const [first] = found.people.rows;
  if (!first || first.isArchived) return [];
  const isCaregiver = first.kind === 'Provider';
  return [
    ...(isCaregiver && isOpenTo({ call: getBoard }, viewer) ? coverEntry(first, today) : []),
    ...callEntry(first),
    ...(isCaregiver && isOpenTo({ call: saveTimeOff }, viewer) ? [timeOffEntry(first)] : []),
  ];
};
