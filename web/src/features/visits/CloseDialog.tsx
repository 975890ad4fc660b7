import { CLOSE_REASONS } from '@homecare/domain/visits/closing.ts';
import { MEMO_MAX } from '@homecare/domain/visits/rules.ts';
import type { CloseCode } from '@homecare/domain/visits/schema.ts';
import { Radio, Textarea } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useAnswer } from '../../platform/form/use-answer.ts';
import classes from './VisitDialogs.module.css';

interface CloseDialogProps {
  readonly title: string;
  /** Label of the button, if it is not about a single missed visit. */
  readonly label?: string;
  /** Reasons that apply to the visits. */
  readonly codes: readonly CloseCode[];
  readonly sending: boolean;
  readonly onSave: (reason: { readonly closeCode: CloseCode; readonly memo: string | null }) => void;
  readonly onCancel: () => void;
}

const NOT_CHOSEN = { field: 'code', message: 'Choose why the visit does not take place.' };

/** Asks why visits did not or will not take place. */
export const CloseDialog = (props: CloseDialogProps) => {
  const { title, label = 'Close visit', codes, sending, onSave, onCancel } = props;
  const answer = useAnswer({
    values: { code: '', memo: '' },
    check: ({ code }) => (code === '' ? [NOT_CHOSEN] : []),
    pending: sending,
    onAnswer: ({ code, memo }) => {
      const closeCode = codes.find((one) => one === code);
      if (closeCode) onSave({ closeCode, memo: memo.trim() || null });
    },
  });
  return (
    <FormDialog save={answer} title={title} label={label} onClose={onCancel}>
      <p>
        A closed visit stays Planned and shows its reason. Nobody is expected, and it is not sent to Sandata.
      </p>
      <Radio.Group label="Reason" required {...answer.box('code')}>
        <div className={classes.times}>
          {codes.map((value, index) => (
            <Radio
              key={value}
              value={value}
              label={CLOSE_REASONS[value]}
              data-autofocus={index === 0 || undefined}
            />
          ))}
        </div>
      </Radio.Group>
      <Textarea label="Memo" rows={2} maxLength={MEMO_MAX} {...answer.text('memo')} />
    </FormDialog>
  );
};
