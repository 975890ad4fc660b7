import { showDate } from '@homecare/domain/calendar.ts';
import { MOST_MEMO } from '@homecare/domain/exclusions/contract.ts';
import { checkMemo, DECISION_WORDS } from '@homecare/domain/exclusions/findings.ts';
import { DECISIONS, type Decision, type Finding } from '@homecare/domain/exclusions/schema.ts';
import { Radio, Textarea } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { Facts } from '../../ui/Facts.tsx';
import { DECIDE } from './api.ts';

interface Draft {
  /** '' until one is chosen. */
  readonly decision: Decision | '';
  readonly memo: string;
}

/** Whether the person on the list is this person: kept for the auditor with who decided it and why. */
export const DecideDialog = ({
  finding,
  onClose,
}: {
  readonly finding: Finding;
  readonly onClose: () => void;
}) => {
  const { entry, person, birth, list } = finding;
  const values: Draft = { decision: finding.decision ?? '', memo: finding.memo ?? '' };
  const save = useSave({
    ...DECIDE,
    draft: `exclusion ${finding.id}`,
    values,
    input: ({ decision, memo }) => ({ id: finding.id, decision: decision || 'cleared', memo }),
    check: ({ decision, memo }) => [
      ...(decision === '' ? [{ field: 'decision', message: 'Choose one of the two.' }] : []),
      ...checkMemo(memo),
    ],
    onSaved: () => {
      toast.success('Decision saved');
      onClose();
    },
  });
  return (
    <FormDialog save={save} title={`Is this ${person}?`} onClose={onClose}>
      <Facts
        rows={[
          ['Your record', [person, birth && `born ${showDate(birth)}`].filter(Boolean).join(', ')],
          ['On the list', `${entry.last}, ${entry.first} ${entry.middle}`.trim()],
          ['Born', entry.birth ? showDate(entry.birth) : 'The list does not say'],
          ['Lives in', [entry.city, entry.state].filter(Boolean).join(', ')],
          [
            'Excluded',
            [list, entry.cause, entry.since && `since ${showDate(entry.since)}`].filter(Boolean).join(', '),
          ],
          ['Score', `${finding.score}: ${finding.reasons.join(', ')}`],
        ]}
      />
      <Radio.Group
        label="Decision"
        {...save.box('decision')}
        onChange={(value) => save.set({ decision: DECISIONS.find((one) => one === value) ?? '' })}
      >
        {DECISIONS.map((decision) => (
          <Radio key={decision} value={decision} label={DECISION_WORDS[decision]} />
        ))}
      </Radio.Group>
      <Textarea
        label="How you know"
        required
        maxLength={MOST_MEMO}
        autosize
        minRows={2}
        {...save.text('memo')}
      />
    </FormDialog>
  );
};
