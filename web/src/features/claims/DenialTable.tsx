import { showDate } from '@homecare/domain/calendar.ts';
import type { DenialGroup, DenialRow } from '@homecare/domain/claims/schema.ts';
import { counted } from '@homecare/domain/counted.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { sum } from '@homecare/domain/sum.ts';
import { Stack } from '@mantine/core';
import { IconChecks, IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { offerUndo } from '../../platform/form/offer-undo.ts';
import { useAction } from '../../platform/form/use-action.ts';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { smallIcon } from '../../ui/icons.ts';
import { Note } from '../../ui/Note.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import type { RowKey } from '../../ui/table-types.ts';
import { useRowStory } from '../visit-story/use-row-story.tsx';
import { PREPARE_CORRECTIONS, UNDO_CORRECTIONS } from './api.ts';
import { claimStory } from './claim-story.ts';
import classes from './Denials.module.css';
import { PreviewFileDialog } from './PreviewFileDialog.tsx';
import { SettleDialog } from './SettleDialog.tsx';

const daysOf = ({ from, through }: DenialRow) =>
  from === through ? showDate(from) : `${showDate(from).slice(0, 5)} – ${showDate(through).slice(0, 5)}`;

/** The old values struck through and the new ones, then why the claim is left unchecked. */
const Changes = ({ changes, why }: Pick<DenialRow, 'changes' | 'why'>) => (
  <>
    {changes.map(({ field, from, to }) => (
      <div key={field} className={classes.change}>
        {field} <s>{from}</s> → <b>{to}</b>
      </div>
    ))}
    {why !== null && <div className={classes.why}>{why}</div>}
  </>
);

const COLUMNS: readonly Column<DenialRow>[] = [
  {
    key: 'client',
    title: 'Client',
    width: 158,
    cell: ({ clientId, client, id }) => (
      <CellLines main={<PersonLink id={clientId} name={client} />} sub={`claim ${id}`} strong />
    ),
  },
  {
    key: 'days',
    title: 'Days',
    width: 116,
    cell: (row) => <CellLines main={daysOf(row)} sub={row.code} />,
  },
  { key: 'change', title: 'Change', min: 170, cell: (row) => <Changes {...row} /> },
  {
    key: 'open',
    title: 'Denied',
    width: 96,
    align: 'right',
    cell: ({ open, units }) => <CellLines main={showMoney(open)} sub={units > 0 && counted(units, 'unit')} />,
  },
  { key: 'by', title: 'Claim by', width: 100, cell: ({ by }) => (by === null ? '–' : showDate(by)) },
];

/** Whether the claim can be sent again, because its problem is solved and nothing else blocks it. */
export const isFixed = ({ why, isBlocked }: DenialRow) => why === null && !isBlocked;

interface DenialTableProps {
  readonly group: DenialGroup;
  /** Correcting is the next step on the page. */
  readonly isNext: boolean;
  readonly onOpen: (id: string) => void;
}

/** The claims of a reason. Fixed ones are checked, the others give a reason. */
export const DenialTable = ({ group, isNext, onOpen }: DenialTableProps) => {
  const { rows } = group;
  const stories = useRowStory(({ id, client }: DenialRow) => claimStory(id, client));
  const [isWritingOff, setWritingOff] = useState(false);
  const [isPreviewing, setPreviewing] = useState(false);
  const [picked, setPicked] = useState<ReadonlySet<RowKey>>();
  const closed = new Set<RowKey>(rows.filter(({ isBlocked }) => isBlocked).map(({ id }) => id));
  const wanted = picked ?? new Set<RowKey>(rows.filter(isFixed).map(({ id }) => id));
  const chosen = rows.filter(({ id, isBlocked }) => !isBlocked && wanted.has(id));
  const correct = useAction({
    ...PREPARE_CORRECTIONS,
    onDone: ({ info }, { ids }) => {
      setPicked(undefined);
      offerUndo({
        ...UNDO_CORRECTIONS,
        input: { ids: [...ids] },
        said: info ?? '',
        undone: (sent) => sent.info ?? '',
      });
    },
  });
  const ids = chosen.map(({ id }) => id);
  const isAsking = chosen.some((row) => !isFixed(row));
  return (
    <Stack gap={12} className={classes.lines ?? ''}>
      <Note tone="info">
        <b>{group.cause}</b> {group.advice.replace(/\.$/, '')}.
      </Note>
      <DataTable
        label={group.title}
        columns={COLUMNS}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ client, id }) => `${client}, claim ${id}`}
        pageSize={12}
        noun={rows.length === 1 ? 'claim' : 'claims'}
        tone={(row) => (isFixed(row) ? undefined : 'warn')}
        onOpen={({ id }) => onOpen(id)}
        keys={stories.keys}
        menu={(row) => [{ label: 'Open', onSelect: () => onOpen(row.id) }, ...stories.entries(row)]}
        actionsWidth={64}
        actionsTitle="More"
        selection={{
          keys: new Set<RowKey>(ids),
          closed,
          onChange: (keys) => setPicked(new Set([...keys].filter((key) => !closed.has(key)))),
        }}
        listItem={(row) => ({
          title: row.client,
          kind: showMoney(row.open),
          line: `${daysOf(row)}${row.code ? `, ${row.code}` : ''}`,
          more: <Changes {...row} />,
        })}
      />
      <div className={classes.bar}>
        <p>
          <b>
            {counted(chosen.length, 'claim')} selected, {showMoney(sum(chosen.map(({ open }) => open)))}
          </b>
          <br />
          <span className="ink2">
            {chosen.length === 0
              ? 'Select the claims to correct or write off.'
              : isAsking
                ? 'Some of them are not fixed: the payer may deny them again.'
                : 'They wait for one file. You can undo until it is made.'}
          </span>
        </p>
        <span className={classes.grow} />
        <ReasonButton
          size="sm"
          reason={ids.length === 0 ? 'Select claims first' : undefined}
          onClick={() => setWritingOff(true)}
        >
          Write off…
        </ReasonButton>
        <ReasonButton
          size="sm"
          leftSection={<IconEye {...smallIcon} />}
          reason={ids.length === 0 ? 'Select claims first' : undefined}
          onClick={() => setPreviewing(true)}
        >
          Preview file
        </ReasonButton>
        <ReasonButton
          size="sm"
          variant={isNext ? 'filled' : 'default'}
          leftSection={<IconChecks {...smallIcon} />}
          loading={correct.pending}
          reason={ids.length === 0 ? 'Select claims first' : undefined}
          onClick={() => void correct.run({ ids })}
        >
          {ids.length === 0 ? 'Correct' : `Correct ${ids.length}`}
        </ReasonButton>
      </div>
      {stories.window}
      {isPreviewing && <PreviewFileDialog ids={ids} onClose={() => setPreviewing(false)} />}
      {isWritingOff && (
        <SettleDialog
          kind="writeOff"
          ids={ids}
          amount={sum(chosen.map(({ open }) => open))}
          onClose={() => setWritingOff(false)}
        />
      )}
    </Stack>
  );
};
