import { startTexts } from '@homecare/domain/bulk-messages/contract.ts';
import { MAX_BY_HAND } from '@homecare/domain/bulk-messages/schema.ts';
import { dayOfStamp, showDate } from '@homecare/domain/calendar.ts';
import { daysBetween } from '@homecare/domain/claims/unpaid.ts';
import { counted } from '@homecare/domain/counted.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { type FixPage, factsOf } from '@homecare/domain/month-close/causes.ts';
import type { EarlierRow, HoldupRow } from '@homecare/domain/month-close/schema.ts';
import { sayMonth } from '@homecare/domain/plan-documents/rules.ts';
import { Button, Group } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useAction } from '../../platform/form/use-action.ts';
import { useOpenPage } from '../../platform/page-state.ts';
import { may } from '../../platform/role-copy.ts';
import { useSession } from '../../platform/session.ts';
import { useCapabilities } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
import { useZone } from '../../platform/use-today.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { startSendList } from '../bulk-messages/start-send-list.ts';
import { deadlineTone } from '../claims/deadline.ts';
import { useOpenUpload } from '../claims/open-upload.ts';
import { type Listed, REMIND, type ShownMonth } from './api.ts';
import { useFix } from './use-fix.ts';

/** Why money of this month waits, or an earlier month of which days were never claimed. */
type Row = HoldupRow | EarlierRow;
const isEarlier = (row: Row): row is EarlierRow => 'month' in row;

const namesOf = ({ clients, clientCount }: Row) => {
  const rest = clientCount - clients.length;
  return `${clients.map(({ name }) => name).join('; ')}${rest > 0 ? ` and ${rest} more` : ''}`;
};
const titleOf = (row: Row) =>
  isEarlier(row)
    ? `${row.count === 1 ? '1 day' : `${row.count.toLocaleString('en-US')} days`} of ${sayMonth(row.month)} ${row.count === 1 ? 'was' : 'were'} never claimed`
    : row.title;
const waitingOf = (row: Row) =>
  !isEarlier(row) && row.waiting > 0 && counted(row.waiting, 'more waits', 'more wait');

/** 'Reminded: Baca, Ana on 11-12-2026 and 3 more' */
const remindedOf = (row: Row, zone: string) => {
  const [first, ...others] = isEarlier(row) ? [] : row.reminded;
  if (!first) return '';
  const rest = others.length > 0 ? ` and ${others.length.toLocaleString('en-US')} more` : '';
  return `Reminded: ${first.name} on ${showDate(dayOfStamp(first.at, zone))}${rest}`;
};

/** Beside the words of a row on a phone; two buttons that need more stand one above the other. */
const PHONE_ROOM = 170;

/** Screens on which all days of a cause are fixed together, and those with all days of one client; `caregiver` has those of one caregiver. */
const EVERYBODYS: ReadonlySet<FixPage> = new Set<FixPage>(['claims', 'denials', 'types', 'scans']);
const CLIENTS: ReadonlySet<FixPage> = new Set<FixPage>(['record', 'client', 'billing']);

/** Whether one screen mends all of a reason; else the list comes first, which has a button for each day. */
const isOnePlace = ({ count, clientCount, caregiverCount }: HoldupRow, page: FixPage) =>
  EVERYBODYS.has(page) ||
  count === 1 ||
  (clientCount === 1 && CLIENTS.has(page)) ||
  (caregiverCount === 1 && page === 'caregiver');

/** 'Too late' once the payer takes no claim any more. */
const sayLeft = (left: number) => (left < 0 ? 'too late' : `${counted(left, 'day')} left`);

const ClaimBy = ({ today, by }: { readonly today: string; readonly by: string }) => {
  const left = daysBetween(today, by);
  return <CellLines main={showDate(by)} sub={sayLeft(left)} subTone={deadlineTone(left)} />;
};

const columnsOf = (today: string, zone: string): readonly Column<Row>[] => [
  {
    key: 'reason',
    title: 'Reason',
    min: 220,
    cell: (row) => (
      <CellLines
        main={titleOf(row)}
        sub={[remindedOf(row, zone), namesOf(row)].filter(Boolean).join('. ')}
        strong
      />
    ),
  },
  {
    key: 'days',
    title: 'Days',
    width: 110,
    align: 'right',
    cell: (row) => <CellLines main={row.count.toLocaleString('en-US')} sub={waitingOf(row)} />,
  },
  { key: 'dollars', title: 'Dollars', width: 120, align: 'right', cell: ({ cents }) => showMoney(cents) },
  {
    key: 'claimBy',
    title: 'Claim by',
    width: 130,
    cell: ({ claimBy, oldest }) =>
      claimBy === null ? (
        <CellLines main="–" sub={`oldest ${showDate(oldest)}`} />
      ) : (
        <ClaimBy today={today} by={claimBy} />
      ),
  },
];

/** Whether texts can be sent by whom looks at the page. */
const useMayAsk = () => {
  const role = useSession()?.role;
  return useCapabilities()?.smsEnabled === true && may(role, startTexts);
};

interface RemindProps {
  readonly row: HoldupRow;
  readonly shown: ShownMonth;
}

/** Writes to the caregivers who owe a timesheet and were not reminded yet, once each. */
const RemindButton = ({ row: { askedIds, reminded, title }, shown }: RemindProps) => {
  const remind = useAction({
    ...REMIND,
    onDone: ({ data: { queued, skipped } }) => {
      if (queued > 0) toast.success(`${counted(queued, 'caregiver')} reminded`);
      const others = skipped.filter(({ id }) => !reminded.some((one) => one.id === id));
      if (others.length > 0)
        toast.error(`Not reminded: ${others.map(({ name, reason }) => `${name} ${reason}`).join('; ')}`);
    },
  });
  const owing = askedIds.length - reminded.length;
  const label = owing > 0 ? `Remind ${owing.toLocaleString('en-US')}` : 'Remind';
  return (
    <ReasonButton
      aria-label={`${label}: ${title}`}
      loading={remind.pending}
      reason={owing > 0 ? undefined : 'Everyone was reminded before'}
      onClick={() => void remind.run(shown)}
    >
      {label}
    </ReasonButton>
  );
};

/** Opens the text sender with the caregivers who can say what is missing. */
const AskButton = ({ row: { askedIds, title } }: { readonly row: HoldupRow }) => {
  const openPage = useOpenPage();
  const label = `Ask ${askedIds.length.toLocaleString('en-US')}`;
  return (
    <Button
      aria-label={`${label}: ${title}`}
      onClick={() => {
        startSendList('SMS', askedIds.slice(0, MAX_BY_HAND));
        void openPage('/sendsms');
      }}
    >
      {label}
    </Button>
  );
};

interface HoldupsProps {
  readonly shown: ShownMonth;
  readonly today: string;
  /** undefined: the month is still looked at. */
  readonly rows: readonly HoldupRow[] | undefined;
  readonly earlier: readonly EarlierRow[];
  readonly onList: (listed: Listed) => void;
  readonly onMonth: (month: string) => void;
}

/** What holds up payment, by dollars and age; each row has the button that fixes it. */
export const Holdups = ({ shown, today, rows, earlier, onList, onMonth }: HoldupsProps) => {
  const fix = useFix(shown.date);
  const zone = useZone();
  const openUpload = useOpenUpload();
  const mayAsk = useMayAsk();
  const all = rows && [...rows, ...earlier].toSorted((a, b) => b.urgency - a.urgency);
  const list = (row: Row) =>
    isEarlier(row)
      ? onMonth(row.month)
      : onList({ title: row.title, cause: row.cause, part: row.part, waiting: true });
  const button = (row: Row, room?: number) => {
    if (isEarlier(row)) {
      const label = row.isReady ? 'Claim now' : 'Open month';
      return (
        <Button
          onClick={() =>
            row.isReady ? openUpload({ month: row.month, status: 'Billed' }) : onMonth(row.month)
          }
          aria-label={`${label}: ${titleOf(row)}`}
        >
          {label}
        </Button>
      );
    }
    const { fix: way } = factsOf(row.cause);
    if (!way) return null;
    const isDirect = isOnePlace(row, way.page);
    const label = isDirect ? way.label : `Fix ${row.count.toLocaleString('en-US')}`;
    return (
      <Group gap={6} justify="flex-end" {...(room === undefined ? { wrap: 'nowrap' } : { maw: room, py: 6 })}>
        {row.cause === 'noScan' ? (
          <RemindButton row={row} shown={shown} />
        ) : (
          mayAsk && row.askedIds.length > 0 && <AskButton row={row} />
        )}
        {row.cause === 'twoVisits' && isDirect && (
          <Button aria-label={`Open both: ${row.title}`} onClick={() => fix('visits', row.first)}>
            Open both
          </Button>
        )}
        <Button
          onClick={() => (isDirect ? fix(way.page, row.first) : list(row))}
          aria-label={`${label}: ${titleOf(row)}`}
        >
          {label}
        </Button>
      </Group>
    );
  };
  return (
    <DataTable
      label="What is holding up payment"
      columns={columnsOf(today, zone)}
      rows={all}
      rowKey={(row) => (isEarlier(row) ? row.month : `${row.cause} ${row.part}`)}
      rowName={titleOf}
      pageSize={10}
      noun={all?.length === 1 ? 'reason' : 'reasons'}
      onOpen={list}
      actions={(row) => button(row)}
      actionsWidth={236}
      actionsTitle="Action"
      listItem={(row) => ({
        title: titleOf(row),
        kind: showMoney(row.cents),
        line: `${row.count.toLocaleString('en-US')} since ${showDate(row.oldest)}: ${namesOf(row)}`,
        action: button(row, PHONE_ROOM),
      })}
      loadingText="Looking at the month…"
      empty={
        <EmptyState
          icon={IconCircleCheck}
          title="Nothing is holding up payment"
          text="Every worked day is on its way to the payer."
        />
      }
    />
  );
};
