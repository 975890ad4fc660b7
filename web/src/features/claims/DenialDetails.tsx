import { showDate } from '@homecare/domain/calendar.ts';
import { expectedOf } from '@homecare/domain/claims/expected.ts';
import { openOf } from '@homecare/domain/claims/list-words.ts';
import { type Correction, DENIAL_SAVED } from '@homecare/domain/claims/rules.ts';
import type { Denial, DenialList, UploadResult } from '@homecare/domain/claims/schema.ts';
import { showAmount, showMoney } from '@homecare/domain/money.ts';
import { Button, Group, NativeSelect, Stack, Textarea } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { FormBody } from '../../platform/form/FormBody.tsx';
import { useAction } from '../../platform/form/use-action.ts';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Note } from '../../ui/Note.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { STORY_KEY, type StoryKey, storyEntry, useOpenStory } from '../visit-story/open-story.ts';
import { CORRECT_CLAIM, readDenial, SAVE_DENIAL } from './api.ts';
import classes from './Claims.module.css';
import { MadeNote } from './MadeNote.tsx';
import { BackHead } from './PayerFiles.tsx';
import { SettleDialog } from './SettleDialog.tsx';

type Line = Denial['lines'][number];
const keyOf = ({ cardId, day }: Line): StoryKey => ({ cardId, day });

const COLUMNS: readonly Column<Line>[] = [
  { key: 'day', title: 'Day', width: 126, cell: ({ day }) => showDate(day) },
  { key: 'code', title: 'Code', width: 110, cell: ({ code }) => code },
  {
    key: 'expected',
    title: 'Expected',
    width: 90,
    align: 'right',
    cell: (line) => showAmount(expectedOf(line)),
  },
  { key: 'paid', title: 'Paid', width: 90, align: 'right', cell: ({ paid }) => showAmount(paid) },
  { key: 'reason', title: 'Reason', min: 160, cell: ({ reason }) => reason ?? '–' },
];

interface DenialDetailsProps {
  readonly denial: Denial;
  readonly owners: DenialList['owners'];
  readonly onClose: () => void;
}

const valuesOf = ({ ownerId, note }: Denial) => ({ ownerId, note: note ?? '' });
const LABELS: Readonly<Record<string, string>> = { ownerId: 'Owner', note: 'Note' };

const Owner = ({ denial, owners }: Omit<DenialDetailsProps, 'onClose'>) => {
  const { id } = denial;
  const save = useSave({
    ...SAVE_DENIAL,
    values: valuesOf(denial),
    rev: denial.rev,
    input: (values, rev) => ({ id, ...values, rev }),
    savedAs: ({ data: { rev } }, { ownerId, note }) => ({ value: { ownerId, note: note.trim() }, rev }),
    readAgain: async () => {
      const fresh = await readDenial(id);
      return fresh && { value: valuesOf(fresh), rev: fresh.rev };
    },
    onSaved: ({ info }) => toast.success(info ?? DENIAL_SAVED),
  });
  const { ownerId, note } = save.values;
  const isSame = ownerId === save.base.value.ownerId && note.trim() === save.base.value.note;
  return (
    <FormBody save={save} labelOf={(name) => LABELS[name]}>
      <NativeSelect
        label="Owner"
        value={ownerId ?? ''}
        data={[
          { value: '', label: 'Nobody' },
          ...owners.map((owner) => ({ value: String(owner.id), label: owner.name })),
        ]}
        onChange={(event) => save.set({ ownerId: Number(event.currentTarget.value) || null })}
      />
      <Textarea label="Note" maxLength={1_000} autosize={false} rows={2} {...save.text('note')} />
      <Group gap={8}>
        <ReasonButton
          loading={save.pending}
          reason={isSame ? 'Nothing was changed' : undefined}
          onClick={save.submit}
        >
          Save owner and note
        </ReasonButton>
      </Group>
    </FormBody>
  );
};

/** One denial: its reason, its owner, and a corrected or void claim with one click. */
export const DenialDetails = ({ denial, owners, onClose }: DenialDetailsProps) => {
  const [made, setMade] = useState<{ result: UploadResult; info: string }>();
  const [isBilling, setBilling] = useState(false);
  const openStory = useOpenStory();
  const again = useAction({
    ...CORRECT_CLAIM,
    onDone: ({ data: result, info }) => setMade({ result, info: info ?? '' }),
    onRefused: () => {},
  });
  const correct = (how: Correction) => void again.run({ id: denial.id, how });
  if (made)
    return (
      <Stack gap={12}>
        <MadeNote made={made.result} info={made.info} />
        <Group gap={8}>
          <Button onClick={onClose}>Back to the list</Button>
        </Group>
      </Stack>
    );
  const reason = denial.fixed ?? undefined;
  const showStory = (line: Line) => openStory(keyOf(line), denial.lines.map(keyOf));
  return (
    <Stack gap={12}>
      <BackHead onBack={onClose}>
        {denial.client}, claim {denial.id}
      </BackHead>
      <p className={classes.facts}>
        <span>
          {denial.state} <b>{denial.month}</b>
        </span>
        <span>
          Charged <b>{showMoney(denial.charge)}</b>
        </span>
        {denial.insured > 0 && (
          <span>
            Paid by insurers <b>{showMoney(denial.insured)}</b>
          </span>
        )}
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
      {again.refusal && (
        <Note tone="danger" live>
          {again.refusal.info}
        </Note>
      )}
      <Group gap={8}>
        <ReasonButton
          variant="filled"
          loading={again.input?.how === 'replace'}
          reason={reason}
          onClick={() => correct('replace')}
        >
          Send corrected claim
        </ReasonButton>
        <ReasonButton
          color="red"
          loading={again.input?.how === 'void'}
          reason={reason}
          onClick={() => correct('void')}
        >
          Void claim
        </ReasonButton>
        <Button onClick={() => setBilling(true)}>Bill the client…</Button>
      </Group>
      {isBilling && (
        <SettleDialog
          kind="billClient"
          ids={[denial.id]}
          amount={openOf(denial)}
          onClose={() => setBilling(false)}
        />
      )}
      <Owner key={denial.id} denial={denial} owners={owners} />
      {denial.lines.length > 0 && (
        <DataTable
          label="Lines not paid in full"
          columns={COLUMNS}
          rows={denial.lines}
          rowKey={({ day, code }) => `${day} ${code}`}
          rowName={({ day }) => showDate(day)}
          pageSize={8}
          onOpen={showStory}
          keys={{ [STORY_KEY]: showStory }}
          menu={(line) => [storyEntry(() => showStory(line))]}
          actionsWidth={64}
          actionsTitle="More"
          noun={denial.lines.length === 1 ? 'line' : 'lines'}
          listItem={({ day, code, paid, reason: why, ...asked }) => ({
            title: showDate(day),
            kind: `${code} ${showAmount(paid)} of ${showAmount(expectedOf(asked))}`,
            line: why,
          })}
          empty={<EmptyState icon={IconListCheck} title="No line" text="Every line was paid in full." />}
        />
      )}
    </Stack>
  );
};
