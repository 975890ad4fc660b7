import { showDate, showStamp } from '@homecare/domain/calendar.ts';
import type { Settlement, Unpaid } from '@homecare/domain/claims/schema.ts';
import { settlementWords } from '@homecare/domain/claims/settlements.ts';
import { counted } from '@homecare/domain/counted.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { sum } from '@homecare/domain/sum.ts';
import { Button, Stack, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { failureOf } from '../../platform/query.ts';
import { StaleLine } from '../../platform/StaleLine.tsx';
import { toast } from '../../platform/toasts.ts';
import { useZone } from '../../platform/use-today.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { useRowStory } from '../visit-story/use-row-story.tsx';
import { AgingTable } from './AgingTable.tsx';
import { UNDO_SETTLEMENTS, useSettlements, useUnpaid } from './api.ts';
import { UnpaidSkeleton } from './ClaimsSkeletons.tsx';
import { claimStory } from './claim-story.ts';
import { deadlineTone } from './deadline.ts';
import { ageingOf, isFound, isOfMedicaid, NOTHING_FOUND } from './found.ts';
import { useOpenDenial } from './open-denial.ts';
import { useOpenUpload } from './open-upload.ts';
import classes from './Unpaid.module.css';
import { WeekLines } from './WeekLines.tsx';

const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className={classes.section} aria-label={title}>
    <Title order={2} fz={15}>
      {title}
    </Title>
    {children}
  </section>
);

type Blocked = Unpaid['blocked'][number];
const leftWords = ({ daysLeft }: Blocked) => {
  if (daysLeft === null) return 'Not known';
  return daysLeft < 0 ? `${counted(-daysLeft, 'day')} too late` : `${counted(daysLeft, 'day')} left`;
};
const BLOCKED: readonly Column<Blocked>[] = [
  {
    key: 'client',
    title: 'Client',
    width: 190,
    cell: ({ clientId, client, month }) => (
      <CellLines main={<PersonLink id={clientId} name={client} />} sub={month} strong />
    ),
  },
  { key: 'what', title: 'What blocks it', min: 170, cell: ({ what }) => what },
  { key: 'open', title: 'Open', width: 110, align: 'right', cell: ({ open }) => showMoney(open) },
  {
    key: 'by',
    title: 'Claim by',
    width: 130,
    cell: (one) => <CellLines main={one.by === null ? '–' : showDate(one.by)} sub={leftWords(one)} />,
  },
];

type Underpaid = Unpaid['underpaid'][number];
const UNDERPAID: readonly Column<Underpaid>[] = [
  {
    key: 'client',
    title: 'Client',
    width: 190,
    cell: ({ clientId, client, claim }) => (
      <CellLines main={<PersonLink id={clientId} name={client} />} sub={`claim ${claim}`} strong />
    ),
  },
  {
    key: 'day',
    title: 'Line',
    width: 130,
    cell: ({ day, code }) => <CellLines main={showDate(day)} sub={code} />,
  },
  {
    key: 'paid',
    title: 'Paid',
    width: 120,
    align: 'right',
    cell: ({ paid, expected }) => (
      <CellLines main={showMoney(paid)} sub={`${showMoney(expected)} expected`} />
    ),
  },
  {
    key: 'short',
    title: 'Short',
    width: 90,
    align: 'right',
    cell: ({ paid, expected }) => showMoney(expected - paid),
  },
  { key: 'reason', title: 'Reason', min: 160, cell: ({ reason }) => reason ?? '–' },
];

const none = (title: string, text: string) => <EmptyState icon={IconCircleCheck} title={title} text={text} />;

const nothingFound = none(NOTHING_FOUND.title, NOTHING_FOUND.text);

const settledColumns = (zone: string): readonly Column<Settlement>[] => [
  {
    key: 'client',
    title: 'Client',
    width: 190,
    cell: ({ client, claim }) => <CellLines main={client} sub={`claim ${claim}`} strong />,
  },
  {
    key: 'what',
    title: 'What became of it',
    min: 180,
    cell: ({ kind, reason, note, agreed }) => (
      <CellLines
        main={`${kind === 'writeOff' ? 'Written off' : 'Billed to the client'}: ${settlementWords(reason)}`}
        sub={[agreed && `signed ${showDate(agreed)}`, note].filter(Boolean).join(', ')}
      />
    ),
  },
  {
    key: 'amount',
    title: 'Amount',
    width: 120,
    align: 'right',
    cell: ({ amount, recovered }) => (
      <CellLines
        main={showMoney(amount)}
        sub={recovered !== 0 && `${showMoney(recovered)} paid since`}
        subTone="warn"
      />
    ),
  },
  {
    key: 'by',
    title: 'By',
    width: 150,
    cell: ({ settled, settledBy }) => <CellLines main={settledBy} sub={showStamp(settled, zone)} />,
  },
];

const Settled = ({ search }: { readonly search: string }) => {
  const zone = useZone();
  const query = useSettlements();
  const rows = query.data?.filter((one) => isFound(one, search));
  const undo = useAction({ ...UNDO_SETTLEMENTS, onDone: ({ info }) => toast.success(info ?? '') });
  const stories = useRowStory(({ claim, client }: Settlement) => claimStory(claim, client));
  const actions = ({ id }: Settlement) => <Button onClick={() => void undo.run({ ids: [id] })}>Undo</Button>;
  return (
    <>
      <DataTable
        label="Written off or billed to the client"
        columns={settledColumns(zone)}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ client, claim }) => `${client}, claim ${claim}`}
        pageSize={8}
        noun={rows?.length === 1 ? 'claim' : 'claims'}
        tone={({ recovered }) => (recovered !== 0 ? 'warn' : undefined)}
        keys={stories.keys}
        menu={stories.entries}
        actions={actions}
        actionsWidth={124}
        listItem={(one) => ({
          title: one.client,
          kind: showMoney(one.amount),
          line: settlementWords(one.reason),
          action: actions(one),
        })}
        failure={failureOf(query, 'Couldn’t load the write-offs')}
        empty={
          query.data?.length ? nothingFound : none('No write-offs', 'Denials are written off under Denials.')
        }
      />
      {stories.window}
    </>
  );
};

const wayWords = ({ claim }: Blocked) => (claim === null ? 'Claim' : 'Fix the claim');

/** Each row leads to where it can be fixed: the claim among the denials, or the upload that takes the record. */
const BlockedTable = ({ blocked, search }: Pick<Unpaid, 'blocked'> & { readonly search: string }) => {
  const rows = blocked.filter((one) => isFound(one, search));
  const openDenial = useOpenDenial();
  const openUpload = useOpenUpload();
  const open = ({ claim, upload }: Blocked) => {
    if (claim !== null) openDenial({ id: claim });
    else if (upload !== null) openUpload(upload);
  };
  const stories = useRowStory(({ claim, cardId, client, month }: Blocked) => {
    if (claim !== null) return claimStory(claim, client);
    return cardId === null
      ? undefined
      : { counts: { of: 'card', id: String(cardId) }, title: `${client}, ${month}` };
  });
  const actions = (row: Blocked) => <Button onClick={() => open(row)}>{wayWords(row)}</Button>;
  return (
    <>
      <DataTable
        label="What blocks money"
        columns={BLOCKED}
        rows={rows}
        rowKey={({ key }) => key}
        rowName={({ client, what }) => `${client}, ${what}`}
        pageSize={8}
        noun={rows.length === 1 ? 'item' : 'items'}
        tone={({ daysLeft }) => deadlineTone(daysLeft)}
        onOpen={open}
        keys={stories.keys}
        menu={stories.entries}
        actions={actions}
        actionsWidth={168}
        listItem={(one) => ({
          title: one.client,
          kind: showMoney(one.open),
          line: `${one.what}, ${leftWords(one)}`,
          action: actions(one),
        })}
        empty={
          blocked.length > 0
            ? nothingFound
            : none('Nothing blocks money', 'No denial is open, and every billed record is claimed.')
        }
      />
      {stories.window}
    </>
  );
};

const UnderpaidTable = ({ underpaid, search }: Pick<Unpaid, 'underpaid'> & { readonly search: string }) => {
  const rows = underpaid.filter((one) => isFound(one, search));
  const openDenial = useOpenDenial();
  const open = ({ claim }: Underpaid) => openDenial({ id: claim });
  const stories = useRowStory(({ claim, client }: Underpaid) => claimStory(claim, client));
  const actions = (row: Underpaid) => <Button onClick={() => open(row)}>Open claim</Button>;
  return (
    <>
      <DataTable
        label="Paid less than expected"
        columns={UNDERPAID}
        rows={rows}
        rowKey={({ claim, day, code }) => `${claim} ${day} ${code}`}
        rowName={({ client, day }) => `${client}, ${showDate(day)}`}
        pageSize={8}
        noun={rows.length === 1 ? 'line' : 'lines'}
        onOpen={open}
        keys={stories.keys}
        menu={stories.entries}
        actions={actions}
        actionsWidth={152}
        listItem={(one) => ({
          title: one.client,
          kind: `${showMoney(one.paid)} of ${showMoney(one.expected)}`,
          line: `${showDate(one.day)}, ${one.code}`,
          action: actions(one),
        })}
        empty={
          underpaid.length > 0
            ? nothingFound
            : none('No underpayment', 'Every line that was paid was paid as expected.')
        }
      />
      {stories.window}
    </>
  );
};

interface UnpaidPanelProps {
  readonly search: string;
  readonly payer: string;
}

/** What is unpaid, what blocks it, and what was given up; for Medicaid also the claims. */
export const UnpaidPanel = ({ search, payer }: UnpaidPanelProps) => {
  const query = useUnpaid();
  const failure = failureOf(query, 'Couldn’t load what is unpaid');
  if (failure && !query.data) return <ErrorState {...failure} />;
  if (!query.data) return <UnpaidSkeleton />;
  const { payers, blocked, underpaid, weeks } = query.data;
  const ageing = ageingOf(query.data, payer);
  return (
    <Stack gap={24}>
      <StaleLine query={query} />
      <Section title={`Unpaid ${showMoney(sum(ageing.map(({ total }) => total)))}`}>
        {ageing.length > 0 ? (
          <AgingTable ageing={ageing} payers={payers} />
        ) : (
          none('Nothing is unpaid', 'Every claim and invoice is paid.')
        )}
      </Section>
      {isOfMedicaid(payer) && (
        <>
          <Section title="What blocks money">
            <BlockedTable blocked={blocked} search={search} />
          </Section>
          <Section title="Paid less than expected">
            <UnderpaidTable underpaid={underpaid} search={search} />
          </Section>
          <Section title="How long it takes">
            <WeekLines weeks={weeks} />
          </Section>
          <Section title="Written off or billed to the client">
            <Settled search={search} />
          </Section>
        </>
      )}
    </Stack>
  );
};
