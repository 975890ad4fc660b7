import { showDate } from '@homecare/domain/calendar.ts';
import { standingOf, valuesOf } from '@homecare/domain/eligibility/rules.ts';
import type { EligibilityEntry } from '@homecare/domain/eligibility/schema.ts';
import { IconListDetails, IconPencil, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import type { ListColumn } from '../../platform/lists/list-columns.ts';
import { useLook } from '../../platform/lists/use-look.ts';
import { failureOf, freshnessOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { useToday } from '../../platform/use-today.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon } from '../../ui/icons.ts';
import { DELETE_ENTRY, type useEntries } from './api.ts';
import { EntryDetails } from './EntryDetails.tsx';
import { EntryFormDialog } from './EntryFormDialog.tsx';

/** Rows of a page (docs/rules/eligibility.md, rule 10). */
const PAGE = 10;
const TONES = { refused: 'danger', expired: 'danger', soon: 'warn' } as const;
const WORDS = {
  expired: 'HCBS Expired',
  soon: 'HCBS Expired soon',
} as const;

/** Refused ones have no days, but a reason: its first sentence, and below what is to be done. */
const REFUSED_COLUMNS: readonly ListColumn<EligibilityEntry>[] = [
  { key: 'name', title: 'Client', width: 170, value: ({ name }) => name, cell: ({ name }) => name },
  {
    key: 'date',
    title: 'Request date',
    width: 104,
    value: ({ date }) => date,
    cell: ({ date }) => showDate(date),
  },
  {
    key: 'reason',
    title: 'Reason',
    min: 240,
    cell: (entry) => {
      const [what = '', next] = (entry.data.Reason ?? valuesOf(entry)).split(/(?<=\.) /);
      return <CellLines main={what} sub={next} />;
    },
  },
];

const columnsOf = (names: boolean, today: Temporal.PlainDate): readonly ListColumn<EligibilityEntry>[] => [
  ...(names
    ? [
        {
          key: 'name',
          title: 'Client',
          min: 150,
          value: ({ name }: EligibilityEntry) => name,
          cell: (entry: EligibilityEntry) => (
            <CellLines main={entry.name} sub={valuesOf(entry) || undefined} />
          ),
        },
      ]
    : []),
  {
    key: 'status',
    title: 'Status',
    width: 140,
    value: ({ status }) => status,
    cell: (entry) => {
      const standing = standingOf(entry, today);
      return (
        <CellLines
          main={entry.status}
          sub={standing && standing !== 'refused' ? WORDS[standing] : undefined}
        />
      );
    },
  },
  {
    key: 'date',
    title: 'Request date',
    width: 104,
    value: ({ date }) => date,
    cell: ({ date }) => showDate(date),
  },
  {
    key: 'start',
    title: 'Start',
    width: 96,
    value: ({ start }) => start,
    cell: ({ start }) => showDate(start) || '–',
  },
  { key: 'end', title: 'End', width: 96, value: ({ end }) => end, cell: ({ end }) => showDate(end) || '–' },
  ...(names
    ? []
    : [{ key: 'data', title: 'Data', min: 120, cell: (entry: EligibilityEntry) => valuesOf(entry) || '–' }]),
];

interface EntryRows {
  readonly rows: readonly EligibilityEntry[] | undefined;
  /** The client is in each row. */
  readonly names: boolean;
  /** Only refused ones are shown. */
  readonly isRefused?: boolean;
}

/** How entries are looked at; refused ones have columns of their own, which nobody chooses. */
export const useEntryLook = ({ rows, names, isRefused }: EntryRows) => {
  const today = useToday();
  const columns = isRefused ? REFUSED_COLUMNS : columnsOf(names, today);
  return useLook({ list: 'eligibility', columns, rows, pageSize: PAGE });
};

interface EntryTableProps {
  readonly label: string;
  readonly query: ReturnType<typeof useEntries>;
  readonly table: ReturnType<typeof useEntryLook>['table'];
  readonly names: boolean;
  readonly empty: ReactNode;
}

type Step = { readonly what: 'details' | 'edit' | 'delete'; readonly entry: EligibilityEntry };

/** Entries, the newest request first; those by hand can be corrected. */
export const EntryTable = ({ label, query, table, names, empty }: EntryTableProps) => {
  const today = useToday();
  const [step, setStep] = useState<Step>();
  const close = () => setStep(undefined);
  const nameOf = ({ name, date }: EligibilityEntry) => `request of ${showDate(date)} for ${name}`;
  const open = (entry: EligibilityEntry) => setStep({ what: 'details', entry });
  const actions = (entry: EligibilityEntry) => (
    <>
      <IconButton
        label={`Details of ${nameOf(entry)}`}
        icon={<IconListDetails {...rowIcon} />}
        onClick={() => open(entry)}
      />
      {entry.source === 'manual' && (
        <>
          <IconButton
            label={`Edit ${nameOf(entry)}`}
            icon={<IconPencil {...rowIcon} />}
            onClick={() => setStep({ what: 'edit', entry })}
          />
          <IconButton
            label={`Delete ${nameOf(entry)}`}
            icon={<IconTrash {...rowIcon} />}
            onClick={() => setStep({ what: 'delete', entry })}
          />
        </>
      )}
    </>
  );
  return (
    <>
      <DataTable
        label={label}
        {...table}
        rowKey={({ id }) => id}
        rowName={nameOf}
        noun={table.rows?.length === 1 ? 'request' : 'requests'}
        tone={(entry) => {
          const standing = standingOf(entry, today);
          return standing ? TONES[standing] : undefined;
        }}
        onOpen={open}
        actions={actions}
        actionsWidth={108}
        listItem={(entry) => {
          const standing = standingOf(entry, today);
          const span = `${showDate(entry.start) || '–'} to ${showDate(entry.end) || (entry.status === 'Eligible' ? 'further notice' : '–')}`;
          const values = valuesOf(entry);
          // Why a row is coloured comes first: a phone shows the beginning of the line.
          const line = [
            standing === 'refused' ? entry.data.Reason : standing && WORDS[standing],
            names && standing !== 'refused' ? span : undefined,
            `Requested ${showDate(entry.date)}`,
            standing === 'refused' ? undefined : values || '–',
          ];
          return {
            title: names ? entry.name : span,
            kind: entry.status,
            line: line.filter(Boolean).join(' · '),
            action: actions(entry),
          };
        }}
        loadingText="Loading eligibility…"
        failure={failureOf(query, 'Couldn’t load eligibility')}
        footer={query.isRefetchError ? freshnessOf(query) : undefined}
        empty={empty}
      />
      {step?.what === 'details' && <EntryDetails entry={step.entry} onClose={close} />}
      {step?.what === 'edit' && (
        <EntryFormDialog
          title={`Edit eligibility of ${step.entry.name}`}
          clientId={step.entry.clientId}
          entry={step.entry}
          onClose={close}
        />
      )}
      {step?.what === 'delete' && <DeleteEntry entry={step.entry} onClose={close} />}
    </>
  );
};

const DeleteEntry = ({
  entry,
  onClose,
}: {
  readonly entry: EligibilityEntry;
  readonly onClose: () => void;
}) => {
  const { id, rev } = entry;
  const remove = useAction({
    ...DELETE_ENTRY,
    onDone: ({ info }) => toast.success(info ?? ''),
    onEnd: onClose,
  });
  return (
    <ConfirmDialog
      opened
      title="Delete eligibility"
      confirmLabel="Delete"
      danger
      focusCancel
      busy={remove.pending}
      onConfirm={() => void remove.run({ id, rev })}
      onCancel={onClose}
    >
      <p>
        The entry of {entry.name} requested {showDate(entry.date)} is deleted. The record log keeps what it
        said.
      </p>
    </ConfirmDialog>
  );
};
