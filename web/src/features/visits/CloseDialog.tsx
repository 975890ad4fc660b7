import { CLOSE_OPTIONS } from '@homecare/domain/visits/closing.ts';
import { MEMO_MAX } from '@homecare/domain/visits/rules.ts';
import { CLOSE_CODES, type CloseCode } from '@homecare/domain/visits/schema.ts';
import { Radio, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Dialog, SaveActions } from '../../ui/Dialog.tsx';
import classes from './VisitDialogs.module.css';

interface CloseDialogProps {
  readonly title: string;
  /** Of the button, where more than one visit is closed. */
  readonly label?: string;
  readonly sending: boolean;
  readonly onSave: (reason: { readonly closeCode: CloseCode; readonly memo: string | null }) => void;
  readonly onCancel: () => void;
}

/** Why missed visits did not take place. */
export const CloseDialog = ({
  title,
  label = 'Close visit',
  sending,
  onSave,
  onCancel,
}: CloseDialogProps) => {
  const [code, setCode] = useState<CloseCode>();
  const [memo, setMemo] = useState('');
  const [tried, setTried] = useState(false);
  const save = () => {
    setTried(true);
    if (code) onSave({ closeCode: code, memo: memo.trim() || null });
  };
  return (
    <Dialog
      opened
      title={title}
      onClose={onCancel}
      onMain={save}
      actions={<SaveActions label={label} busy={sending} onCancel={onCancel} onSave={save} />}
    >
      <div className={classes.fields}>
        <p>
          A closed visit stays Planned and shows its reason. It is not sent to Sandata and is no longer an
          exception.
        </p>
        <Radio.Group
          label="Reason"
          required
          value={code ?? ''}
          error={tried && !code ? 'Choose why the visit did not take place.' : undefined}
          onChange={(chosen) => setCode(CLOSE_CODES.find((one) => one === chosen))}
        >
          <div className={classes.times}>
            {CLOSE_OPTIONS.map(({ value, label }, index) => (
              <Radio key={value} value={value} label={label} data-autofocus={index === 0 || undefined} />
            ))}
          </div>
        </Radio.Group>
        <Textarea
          label="Memo"
          rows={2}
          maxLength={MEMO_MAX}
          value={memo}
          onChange={(event) => setMemo(event.currentTarget.value)}
        />
      </div>
    </Dialog>
  );
};
