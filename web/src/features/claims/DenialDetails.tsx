import { showDate } from '@homecare/domain/calendar.ts';
import { type Correction, DENIAL_SAVED } from '@homecare/domain/claims/rules.ts';
import type { Denial, DenialList, UploadResult } from '@homecare/domain/claims/schema.ts';
import { showAmount, showMoney } from '@homecare/domain/money.ts';
import { Button, NativeSelect, Textarea } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { newAttemptKey } from '../../platform/send.ts';
import { toast } from '../../platform/toasts.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Note } from '../../ui/Note.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { correctClaim, saveDenial } from './api.ts';
import classes from './ClaimsDialog.module.css';
import { MadeNote } from './MadeNote.tsx';

type Line = Denial['lines'][number];

const COLUMNS: readonly Column<Line>[] = [
  { key: 'day', title: 'Day', width: 126, cell: ({ day }) => showDate(day) },
  { key: 'code', title: 'Code', width: 110, cell: ({ code }) => code },
  { key: 'charge', title: 'Charged', width: 90, align: 'right', cell: ({ charge }) => showAmount(charge) },
  { key: 'paid', title: 'Paid', width: 90, align: 'right', cell: ({ paid }) => showAmount(paid) },
  { key: 'reason', title: 'Reason', min: 160, cell: ({ reason }) => reason ?? '–' },
];

interface DenialDetailsProps {
  readonly denial: Denial;
  readonly owners: DenialList['owners'];
  readonly onClose: () => void;
}

const Owner = ({ denial, owners }: Omit<DenialDetailsProps, 'onClose'>) => {
  const [ownerId, setOwner] = useState(denial.ownerId);
  const [note, setNote] = useState(denial.note ?? '');
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (busy) return;
    setBusy(true);
    const sent = await saveDenial({ id: denial.id, ownerId, note, rev: denial.rev });
    setBusy(false);
    if (sent.ok) toast.success(sent.info ?? DENIAL_SAVED);
    else toast.error(sent.info);
  };
  const isSame = ownerId === denial.ownerId && note.trim() === (denial.note ?? '');
  return (
    <div className={classes.form}>
      <NativeSelect
        label="Owner"
        value={ownerId ?? ''}
        data={[
          { value: '', label: 'Nobody' },
          ...owners.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(event) => setOwner(Number(event.currentTarget.value) || null)}
      />
      <Textarea
        label="Note"
        maxLength={1_000}
        autosize={false}
        rows={2}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <ReasonButton
          loading={busy}
          reason={isSame ? 'Nothing was changed' : undefined}
          onClick={() => void save()}
        >
          Save owner and note
        </ReasonButton>
      </div>
    </div>
  );
};

/** One denial: why, who looks after it, and a corrected or void claim from one click. */
export const DenialDetails = ({ denial, owners, onClose }: DenialDetailsProps) => {
  const [made, setMade] = useState<{ result: UploadResult; info: string }>();
  const [running, setRunning] = useState<Correction>();
  const started = useRef(false);
  const [refused, setRefused] = useState<string>();
  const again = async (how: Correction) => {
    if (started.current) return;
    started.current = true;
    setRunning(how);
    setRefused(undefined);
    const sent = await correctClaim(denial.id, how, newAttemptKey());
    started.current = false;
    setRunning(undefined);
    if (sent.ok) setMade({ result: sent.data, info: sent.info ?? '' });
    else setRefused(sent.info);
  };
  if (made)
    return (
      <div className={classes.panel}>
        <MadeNote made={made.result} info={made.info} />
        <div className={classes.buttons}>
          <Button onClick={onClose}>Back to the list</Button>
        </div>
      </div>
    );
  const reason = denial.fixed ?? undefined;
  return (
    <div className={classes.panel}>
      <div className={classes.head}>
        <h3>
          {denial.client}, claim {denial.id}
        </h3>
        <Button onClick={onClose}>Back to the list</Button>
      </div>
      <p className={classes.facts}>
        <span>
          {denial.state} <b>{denial.month}</b>
        </span>
        <span>
          Charged <b>{showMoney(denial.charge)}</b>
        </span>
        <span>
          Paid <b>{denial.paid === null ? '–' : showMoney(denial.paid)}</b>
        </span>
        {denial.par && <span>PAR {denial.par}</span>}
        {denial.icn && <span>Payer’s number {denial.icn}</span>}
      </p>
      {denial.reason && (
        <Note tone="danger">
          <p className={classes.reason}>{denial.reason}</p>
        </Note>
      )}
      {refused && (
        <Note tone="danger" live>
          {refused}
        </Note>
      )}
      <div className={classes.buttons}>
        <ReasonButton
          variant="filled"
          loading={running === 'replace'}
          reason={reason}
          onClick={() => void again('replace')}
        >
          Send corrected claim
        </ReasonButton>
        <ReasonButton
          color="red"
          loading={running === 'void'}
          reason={reason}
          onClick={() => void again('void')}
        >
          Void claim
        </ReasonButton>
      </div>
      <Owner key={denial.rev} denial={denial} owners={owners} />
      {denial.lines.length > 0 && (
        <DataTable
          label="Lines not paid in full"
          columns={COLUMNS}
          rows={denial.lines}
          rowKey={({ day, code }) => `${day} ${code}`}
          rowName={({ day }) => showDate(day)}
          pageSize={8}
          noun={denial.lines.length === 1 ? 'line' : 'lines'}
          listItem={({ day, code, charge, paid, reason: why }) => ({
            title: showDate(day),
            kind: `${code} ${showAmount(paid)} of ${showAmount(charge)}`,
            line: why,
          })}
          empty={<EmptyState icon={IconListCheck} title="No line" text="Every line was paid in full." />}
        />
      )}
    </div>
  );
};
