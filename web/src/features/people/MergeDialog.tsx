import type { MergeField, MergePreview } from '@homecare/domain/people/merge-contract.ts';
import { Button, Checkbox, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { failureOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Note } from '../../ui/Note.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { MERGE_PEOPLE, recordsChanged, useMergePreview } from './api.ts';
import classes from './MergeDialog.module.css';

type Side = 'keep' | 'away';

interface ChoiceProps {
  readonly field: MergeField;
  readonly names: Readonly<Record<Side, string>>;
  readonly value: Side;
  readonly onChoose: (side: Side) => void;
}

/** One field in which the records differ. Tab moves from field to field, and arrow keys choose. */
const Choice = ({ field, names, value, onChoose }: ChoiceProps) => (
  <Radio.Group
    className={classes.choice ?? ''}
    label={field.label}
    value={value}
    onChange={(side) => onChoose(side === 'away' ? 'away' : 'keep')}
  >
    <div className={classes.pair}>
      {(['keep', 'away'] as const).map((side) => (
        <Radio
          key={side}
          value={side}
          label={field[side] ?? 'Empty'}
          aria-label={`${field.label} of ${names[side]}: ${field[side] ?? 'empty'}`}
        />
      ))}
    </div>
  </Radio.Group>
);

const listed = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

interface ComparedProps {
  readonly preview: MergePreview;
  readonly take: readonly string[];
  readonly onTake: (name: string, side: Side) => void;
  readonly confirmed: readonly string[];
  readonly onConfirm: (question: string, yes: boolean) => void;
}

const Compared = ({ preview, take, onTake, confirmed, onConfirm }: ComparedProps) => {
  const { keep, away, fields, moves, notes, blocked, questions } = preview;
  const names = { keep: keep.name, away: away.name };
  const differing = fields.filter(({ outcome }) => outcome === 'differs');
  const filled = fields.filter(({ outcome }) => outcome === 'fills');
  if (blocked.length > 0)
    return (
      <Note tone="danger" live>
        <p>These records cannot be merged now.</p>
        <ul className={classes.lines}>
          {blocked.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Note>
    );
  return (
    <>
      <p>
        {moves.length > 0
          ? `Moves ${listed(moves)} to ${keep.name}.`
          : `Nothing is linked to ${away.name}: only its values are compared.`}
      </p>
      {questions.length > 0 && (
        <Note tone="warn">
          <p>Make sure that this is one person:</p>
          {questions.map((question) => (
            <Checkbox
              key={question}
              className={classes.question ?? ''}
              label={`${question}. It is one person.`}
              checked={confirmed.includes(question)}
              onChange={(event) => onConfirm(question, event.currentTarget.checked)}
            />
          ))}
        </Note>
      )}
      {differing.length > 0 && (
        <section aria-label="Choose the values to keep">
          <h3 className={classes.heading}>Choose the values to keep</h3>
          <div className={classes.heads} aria-hidden>
            <span />
            <strong>{keep.name}</strong>
            <strong>{away.name}</strong>
          </div>
          {differing.map((field) => (
            <Choice
              key={field.name}
              field={field}
              names={names}
              value={take.includes(field.name) ? 'away' : 'keep'}
              onChoose={(side) => onTake(field.name, side)}
            />
          ))}
        </section>
      )}
      {filled.length > 0 && (
        <p className="ink2">
          {`Filled in from ${away.name}: ${filled.map(({ label, away: text }) => `${label} ${text ?? ''}`.trim()).join(' · ')}`}
        </p>
      )}
      {notes.map((sentence) => (
        <p key={sentence} className="ink2">
          {sentence}
        </p>
      ))}
    </>
  );
};

const whyNotReady = (preview: MergePreview | undefined, confirmed: readonly string[]) => {
  if (!preview) return 'The two records are not compared yet';
  if (preview.blocked.length > 0) return 'These records cannot be merged now';
  const isOpen = preview.questions.some((question) => !confirmed.includes(question));
  return isOpen ? 'Confirm first that it is one person' : undefined;
};

interface MergeDialogProps {
  /** The open record, and the one similar to it. */
  readonly id: number;
  readonly otherId: number;
  readonly onClose: () => void;
  readonly onMerged: (keptId: number) => void;
}

/** Compares two records of one person: which one stays, which values it keeps, and what moves to it. */
export const MergeDialog = ({ id, otherId, onClose, onMerged }: MergeDialogProps) => {
  const [chosen, setChosen] = useState<number>();
  const [take, setTake] = useState<readonly string[]>([]);
  const [confirmed, setConfirmed] = useState<readonly string[]>([]);
  const opened = useMergePreview(id, otherId);
  const keepId = chosen ?? opened.data?.suggested ?? id;
  const query = useMergePreview(keepId, keepId === id ? otherId : id);
  const preview = query.data;
  const failure = failureOf(query, 'Couldn’t load the two records');

  const keepOther = (kept: number) => {
    setChosen(kept);
    setTake([]);
    merging.forget();
  };
  const reason = whyNotReady(preview, confirmed);
  const merging = useAction({
    ...MERGE_PEOPLE,
    keyed: true,
    onDone: (_, input) => {
      recordsChanged();
      // The top of the record says what was moved.
      toast.success('Records merged');
      onMerged(input.keepId);
    },
    // The choices may refer to records that have changed.
    onRefused: () => {
      setTake([]);
      setConfirmed([]);
      void query.refetch();
    },
  });
  const { pending, refusal } = merging;
  const merge = async () => {
    if (!preview || reason) return;
    await merging.run({
      keepId: preview.keep.ID,
      awayId: preview.away.ID,
      keepRev: preview.keep.rev,
      awayRev: preview.away.rev,
      take: [...take],
      confirmed: [...confirmed],
    });
  };

  return (
    <Dialog
      opened
      wide
      title="Merge two records"
      onClose={onClose}
      actions={
        <>
          <Button size="sm" onClick={onClose}>
            Cancel
          </Button>
          <ReasonButton
            size="sm"
            variant="filled"
            reason={reason}
            loading={pending}
            onClick={() => void merge()}
          >
            {preview ? `Merge into ID ${preview.keep.ID}` : 'Merge'}
          </ReasonButton>
        </>
      }
    >
      <Stack gap={12}>
        {refusal && (
          <Note tone="danger" live>
            {refusal.info}
          </Note>
        )}
        {failure && <ErrorState {...failure} />}
        {!preview && !failure && <p role="status">Comparing the two records…</p>}
        {preview && (
          <>
            <Radio.Group
              label="Record to keep"
              value={String(preview.keep.ID)}
              onChange={(kept) => keepOther(Number(kept))}
            >
              <Stack gap={8} mt={6}>
                {[preview.keep, preview.away]
                  .toSorted((a, b) => a.ID - b.ID)
                  .map((record) => (
                    <Radio
                      key={record.ID}
                      value={String(record.ID)}
                      label={record.name}
                      description={record.facts}
                    />
                  ))}
              </Stack>
            </Radio.Group>
            <Compared
              preview={preview}
              take={take}
              onTake={(name, side) =>
                setTake((now) => [...now.filter((one) => one !== name), ...(side === 'away' ? [name] : [])])
              }
              confirmed={confirmed}
              onConfirm={(question, yes) =>
                setConfirmed((now) => [...now.filter((one) => one !== question), ...(yes ? [question] : [])])
              }
            />
            <p className="ink2">You can undo this for 30 days, in the history of the record.</p>
          </>
        )}
      </Stack>
    </Dialog>
  );
};
