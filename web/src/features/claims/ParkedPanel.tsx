import { showDate } from '@homecare/domain/calendar.ts';
import type { ParkedDecision } from '@homecare/domain/claims/rules.ts';
import type { ParkedClaim } from '@homecare/domain/claims/schema.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { sum } from '@homecare/domain/sum.ts';
import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { failureOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Tone } from '../../ui/tones.ts';
import { type RowStory, useRowStory } from '../visit-story/use-row-story.tsx';
import { DECIDE_PARKED, useParked } from './api.ts';
import classes from './Claims.module.css';
import { claimStory } from './claim-story.ts';
import { AnswerLines, BackHead } from './PayerFiles.tsx';

const WORDS: Record<ParkedClaim['state'], { readonly text: string; readonly tone: Tone }> = {
  parked: { text: 'Parked', tone: 'warn' },
  posted: { text: 'Posted', tone: 'ok' },
  discarded: { text: 'Discarded', tone: 'mute' },
};

const nameOf = ({ client, claim }: ParkedClaim) => client ?? (claim || 'No claim number');
const isParked = ({ state }: ParkedClaim) => state === 'parked';

const StatePill = ({ one }: { readonly one: ParkedClaim }) => (
  <Pill tone={WORDS[one.state].tone}>{WORDS[one.state].text}</Pill>
);

interface Picking {
  readonly picked: ReadonlySet<number>;
  readonly pick: (ids: readonly number[], on: boolean) => void;
}

const PickBox = ({ one, picked, pick }: Picking & { readonly one: ParkedClaim }) =>
  isParked(one) ? (
    <Checkbox
      aria-label={`Select ${nameOf(one)}, claim ${one.claim}`}
      checked={picked.has(one.id)}
      onChange={(event) => pick([one.id], event.currentTarget.checked)}
    />
  ) : null;

const moneyOf = ({ paid, charge }: ParkedClaim) => `${showMoney(paid)} of ${showMoney(charge)}`;
const paymentOf = ({ trace, date }: ParkedClaim) => (date ? `${trace}, ${showDate(date)}` : trace);
const decidedOf = ({ decidedBy, note }: ParkedClaim) =>
  [decidedBy && `by ${decidedBy}`, note].filter(Boolean).join(': ');

const Reasons = ({ one }: { readonly one: ParkedClaim }) => (
  <CellLines
    main={[...one.reasons, ...(isParked(one) && one.fixed ? [one.fixed] : [])].join(' ')}
    sub={decidedOf(one) || `File ${one.file}`}
  />
);

const columnsWith = (rows: readonly ParkedClaim[], picking: Picking): readonly Column<ParkedClaim>[] => {
  const open = rows.filter(isParked).map(({ id }) => id);
  const all = open.length > 0 && open.every((id) => picking.picked.has(id));
  return [
    {
      key: 'pick',
      title: 'Selected',
      head: (
        <Checkbox
          aria-label="Select all parked claims"
          checked={all}
          indeterminate={!all && picking.picked.size > 0}
          disabled={open.length === 0}
          onChange={() => picking.pick(open, !all)}
        />
      ),
      width: 44,
      cell: (one) => <PickBox one={one} {...picking} />,
    },
    {
      key: 'claim',
      title: 'Claim',
      width: 140,
      cell: (one) => <CellLines main={nameOf(one)} sub={`${one.claim}, ${one.icn}`} strong />,
    },
    {
      key: 'payment',
      title: 'Payment',
      width: 140,
      cell: (one) => <CellLines main={moneyOf(one)} sub={paymentOf(one)} />,
    },
    { key: 'reasons', title: 'Why it waits', min: 220, cell: (one) => <Reasons one={one} /> },
    { key: 'state', title: 'State', width: 112, cell: (one) => <StatePill one={one} /> },
  ];
};

/** Only a claim of ours has visits. */
const storyOf = ({ claim, client }: ParkedClaim): RowStory =>
  client === null ? undefined : claimStory(claim, client);

/** Claims of payments that do not balance: a person posts them as the payer says, or discards them. */
export const ParkedPanel = ({ onClose }: { readonly onClose: () => void }) => {
  const query = useParked();
  const stories = useRowStory(storyOf);
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const [note, setNote] = useState('');
  const { input, run } = useAction({
    ...DECIDE_PARKED,
    onDone: ({ info }) => {
      toast.success(info ?? '');
      setPicked(new Set());
      setNote('');
    },
  });
  const rows = query.data ?? [];
  const chosen = rows.filter((one) => isParked(one) && picked.has(one.id));
  const pick = (ids: readonly number[], on: boolean) => {
    const next = new Set(picked);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    setPicked(next);
  };
  const decide = (ids: readonly number[], decision: ParkedDecision) =>
    void run({ ids: [...ids], decision, note: decision === 'restore' ? '' : note });
  const ids = chosen.map(({ id }) => id);
  const none = ids.length === 0 ? 'Select claims first' : undefined;
  const blocked = none ?? chosen.find(({ fixed }) => fixed !== null)?.fixed ?? undefined;
  const total = sum(chosen.map(({ paid }) => paid));
  const actions = (one: ParkedClaim) =>
    one.state === 'discarded' ? <Button onClick={() => decide([one.id], 'restore')}>Undo</Button> : null;
  return (
    <Stack gap={12}>
      <BackHead onBack={onClose}>Parked claims</BackHead>
      <p className="ink2">
        These claims do not balance, so their payments were not posted. Check with the payer or your bank,
        then post them as sent or discard them. Details of the claims you select are below the list.
      </p>
      <div className={classes.bar}>
        <TextInput
          label="Note"
          style={{ flex: '1 1 220px' }}
          maxLength={300}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <ReasonButton
          size="sm"
          variant="filled"
          loading={input?.decision === 'post'}
          reason={blocked}
          onClick={() => decide(ids, 'post')}
        >
          {ids.length > 0 ? `Post ${ids.length} as sent (${showMoney(total)})` : 'Post as sent'}
        </ReasonButton>
        <ReasonButton
          size="sm"
          loading={input?.decision === 'discard'}
          reason={none}
          onClick={() => decide(ids, 'discard')}
        >
          {ids.length > 0 ? `Discard ${ids.length}` : 'Discard'}
        </ReasonButton>
      </div>
      <DataTable
        label="Parked claims"
        columns={columnsWith(rows, { picked, pick })}
        rows={query.data}
        rowKey={({ id }) => id}
        rowName={(one) => `${nameOf(one)}, claim ${one.claim}`}
        pageSize={8}
        noun={rows.length === 1 ? 'claim' : 'claims'}
        tone={(one) => (isParked(one) ? 'warn' : undefined)}
        dimmed={(one) => !isParked(one)}
        keys={stories.keys}
        menu={stories.entries}
        actions={actions}
        actionsWidth={132}
        listItem={(one) => ({
          title: nameOf(one),
          kind: <StatePill one={one} />,
          line: `${moneyOf(one)}. ${[...one.reasons, ...(isParked(one) && one.fixed ? [one.fixed] : [])].join(' ')}`,
          action: isParked(one) ? <PickBox one={one} picked={picked} pick={pick} /> : actions(one),
        })}
        loadingText="Loading parked claims…"
        failure={failureOf(query, 'Couldn’t load the parked claims')}
        empty={
          <EmptyState
            icon={IconCircleCheck}
            title="No parked claims"
            text="Every claim of every payment balances."
          />
        }
      />
      {stories.window}
      {chosen.map((one) => (
        <AnswerLines
          key={one.id}
          title={`${nameOf(one)}, claim ${one.claim}`}
          lines={[...one.reasons, ...(one.fixed ? [one.fixed] : []), one.detail]}
        />
      ))}
    </Stack>
  );
};
