import { CLOSE_REASONS } from '@homecare/domain/visits/closing.ts';
import { MEMO_MAX } from '@homecare/domain/visits/rules.ts';
import type { CloseCode } from '@homecare/domain/visits/schema.ts';
import { Radio, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Dialog, SaveActions } from '../../ui/Dialog.tsx';
import classes from './VisitDialogs.module.css';

interface CloseDialogProps {
  readonly title: string;
  /** Of the button, where it is not about one missed visit. */
  readonly label?: string;
  /** The reasons that its visits can have. */
  readonly codes: readonly CloseCode[];
  readonly sending: boolean;
  readonly onSave: (reason: { readonly closeCode: CloseCode; readonly memo: string | null }) => void;
  readonly onCancel: () => void;
}

/** Why visits did not or will not take place. */
export const CloseDialog = ({
  title,
  label = 'Close visit',
  codes,
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
          A closed visit stays Planned and shows its reason. Nobody is expected, and it is not sent to
          Sandata.
        </p>
        <Radio.Group
          label="Reason"
          required
          value={code ?? ''}
          error={tried && !code ? 'Choose why the visit does not take place.' : undefined}
          onChange={(chosen) => setCode(codes.find((one) => one === chosen))}
        >
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
