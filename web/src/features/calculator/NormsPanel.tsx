import { checkCap, checkNorm, showNorm } from '@homecare/domain/calculator/norms.ts';
import { CAP_WORDS, type Cap, NORM_PER, type Norm } from '@homecare/domain/calculator/schema.ts';
import { showDate, showMinutesAsHours } from '@homecare/domain/calendar.ts';
import type { Refusal } from '@homecare/domain/errors.ts';
import { Stack } from '@mantine/core';
import { IconCalculator, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { failureOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon } from '../../ui/icons.ts';
import { EmptyState } from '../../ui/states.tsx';
import { REMOVE_CAP, REMOVE_NORM, SAVE_CAP, SAVE_NORM, useNorms } from './api.ts';
import { type Dated, DatedDialog } from './DatedDialog.tsx';
import { LimitRules } from './LimitRules.tsx';

const NORM_COLUMNS: readonly Column<Norm>[] = [
  { key: 'task', title: 'Task', width: 240, cell: ({ code, name }) => `${code} ${name}` },
  { key: 'norm', title: 'Norm', width: 100, cell: showNorm },
  { key: 'from', title: 'Counts from', width: 120, cell: ({ validFrom }) => showDate(validFrom) },
  { key: 'source', title: 'Source', cell: ({ source }) => source },
];

const showCap = ({ minutes, soft }: Cap) =>
  minutes === null ? 'No cap' : `${showMinutesAsHours(minutes)} hours${soft ? ', soft' : ''}`;
const CAP_COLUMNS: readonly Column<Cap>[] = [
  { key: 'cap', title: 'Cap', width: 240, cell: ({ kind }) => CAP_WORDS[kind] },
  { key: 'most', title: 'At most', width: 140, cell: showCap },
  { key: 'from', title: 'Counts from', width: 120, cell: ({ validFrom }) => showDate(validFrom) },
  { key: 'source', title: 'Source', cell: ({ source }) => source },
];

type Editing =
  | { readonly what: 'norm'; readonly row: Norm; readonly isNew: boolean }
  | { readonly what: 'cap'; readonly row: Cap; readonly isNew: boolean };

const perOf = (per: string | null | undefined) => NORM_PER.find((one) => one === per) ?? null;
const normOf = (row: Norm, { validFrom, minutes, source, name, per }: Dated) => ({
  code: row.code,
  validFrom,
  minutes,
  source,
  name: name ?? row.name,
  per: minutes === null ? null : perOf(per),
});

const EditDialog = ({ editing, onClose }: { readonly editing: Editing; readonly onClose: () => void }) => {
  const { isNew } = editing;
  if (editing.what === 'norm') {
    const { row } = editing;
    return (
      <DatedDialog
        title={`${isNew ? 'New norm of' : 'Correct'} ${row.code} ${row.name}`}
        row={row}
        isNew={isNew}
        perOptions={NORM_PER}
        noMinutes="Empty: set individually (IND)"
        check={(found) => checkNorm(normOf(row, found))}
        {...SAVE_NORM}
        input={(found) => ({ ...normOf(row, found), rev: isNew ? null : row.rev })}
        onClose={onClose}
      />
    );
  }
  const { row } = editing;
  const capOf = ({ validFrom, minutes, source, soft = false }: Dated) => ({
    kind: row.kind,
    validFrom,
    minutes,
    source,
    soft,
  });
  return (
    <DatedDialog
      title={`${isNew ? 'New cap' : 'Correct'}: ${CAP_WORDS[row.kind]}`}
      row={{ ...row, soft: row.soft === true }}
      isNew={isNew}
      noMinutes="Empty: no cap"
      check={(found) => checkCap(capOf(found))}
      {...SAVE_CAP}
      input={(found) => ({ ...capOf(found), rev: isNew ? null : row.rev })}
      onClose={onClose}
    />
  );
};

interface Removing {
  readonly name: string;
  readonly one: Editing;
}

/** What counts from a day to come is taken back; what counts until then goes on. */
const RemoveDialog = ({ name, one, onClose }: Removing & { readonly onClose: () => void }) => {
  const handlers = {
    onDone: () => toast.success('Success: Saved'),
    onRefused: ({ info }: Pick<Refusal, 'info'>) => toast.error(`Error: ${info}`),
    onEnd: onClose,
  };
  const norm = useAction({ ...REMOVE_NORM, ...handlers });
  const cap = useAction({ ...REMOVE_CAP, ...handlers });
  const from = one.row.validFrom;
  const confirm = () =>
    one.what === 'norm'
      ? norm.run({ code: one.row.code, validFrom: from })
      : cap.run({ kind: one.row.kind, validFrom: from });
  return (
    <ConfirmDialog
      opened
      title={`Remove ${name} from ${showDate(from)}`}
      confirmLabel="Remove"
      danger
      focusCancel
      busy={norm.pending || cap.pending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>Earlier values stay in force. The old value stays in the record log.</p>
    </ConfirmDialog>
  );
};

const PAGE_SIZE = 12;

/** Task norms and caps of the calculator: dated data with its source (docs/rules/calculator.md, rule 6). */
export const NormsPanel = ({ today }: { readonly today: string }) => {
  const query = useNorms();
  const [page, setPage] = useState(1);
  const [editing, setEditing] = useState<Editing>();
  const [removing, setRemoving] = useState<Removing>();
  const failure = failureOf(query, 'Couldn’t load the task norms');
  const empty = <EmptyState icon={IconCalculator} title="There are none" />;
  const buttons = (one: Editing, name: string): ReactNode => (
    <>
      <IconButton
        label={`New from a day: ${name}`}
        icon={<IconPlus {...rowIcon} />}
        onClick={() => setEditing({ ...one, isNew: true })}
      />
      <IconButton
        label={`Correct ${name}`}
        icon={<IconPencil {...rowIcon} />}
        onClick={() => setEditing(one)}
      />
      {one.row.validFrom > today && (
        <IconButton
          label={`Remove ${name} from ${showDate(one.row.validFrom)}`}
          icon={<IconTrash {...rowIcon} />}
          danger
          onClick={() => setRemoving({ name, one })}
        />
      )}
    </>
  );
  const normButtons = (row: Norm) => buttons({ what: 'norm', row, isNew: false }, `${row.code} ${row.name}`);
  const capButtons = (row: Cap) => buttons({ what: 'cap', row, isNew: false }, CAP_WORDS[row.kind]);
  return (
    <Stack gap={12} maw={1180} px="var(--side)" pt={12} pb={24}>
      <DataTable
        label="Task norms"
        columns={NORM_COLUMNS}
        rows={query.data?.norms}
        rowKey={({ code, validFrom }) => `${code} ${validFrom}`}
        rowName={({ code, name }) => `${code} ${name}`}
        pageSize={PAGE_SIZE}
        page={page}
        onPage={setPage}
        noun="norms"
        actionsWidth={116}
        actions={normButtons}
        listItem={(row) => ({
          title: `${row.code} ${row.name}`,
          kind: showNorm(row),
          line: `from ${showDate(row.validFrom)}: ${row.source}`,
          action: normButtons(row),
        })}
        loadingText="Loading the task norms…"
        failure={failure}
        empty={empty}
      />
      <DataTable
        label="Caps"
        columns={CAP_COLUMNS}
        rows={query.data?.caps}
        rowKey={({ kind, validFrom }) => `${kind} ${validFrom}`}
        rowName={({ kind }) => CAP_WORDS[kind]}
        pageSize="all"
        actionsWidth={116}
        actions={capButtons}
        listItem={(row) => ({
          title: CAP_WORDS[row.kind],
          line: `${showCap(row)} from ${showDate(row.validFrom)}: ${row.source}`,
          action: capButtons(row),
        })}
        loadingText="Loading the caps…"
        failure={failure}
        empty={empty}
      />
      <LimitRules rules={query.data?.rules} failure={failure} />
      {editing && <EditDialog editing={editing} onClose={() => setEditing(undefined)} />}
      {removing && <RemoveDialog {...removing} onClose={() => setRemoving(undefined)} />}
    </Stack>
  );
};
