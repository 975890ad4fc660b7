import {
  checkSettlement,
  SETTLEMENT_REASON_KEYS,
  SETTLEMENT_REASONS,
  type SettlementKind,
  type SettlementReason,
} from '@homecare/domain/claims/settlements.ts';
import { counted } from '@homecare/domain/counted.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { NativeSelect, Textarea } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { DateBox, isIsoDate, NO_DATE } from '../../ui/inputs.tsx';
import { SETTLE } from './api.ts';

interface Draft {
  readonly reason: SettlementReason;
  readonly note: string;
  /** Day on which the client signed; '' if none. */
  readonly agreed: string;
}

const FIRST = { writeOff: 'late', billClient: 'shareOfCost' } as const satisfies Record<
  SettlementKind,
  SettlementReason
>;
const WORDS = {
  writeOff: {
    title: 'Write off',
    help: 'The claims leave the denials and no upload asks for them again. You can undo it under Unpaid. A payment that still arrives is posted, and you are notified.',
  },
  billClient: {
    title: 'Bill the client',
    help: 'A Medicaid member pays a share of cost, or a service that Medicaid does not cover if they agreed to it in writing beforehand (42 CFR 447.15). Only the amounts that the payer named as the client’s (PR) are billed, with the next invoice under Private pay.',
  },
} as const;

interface SettleDialogProps {
  readonly kind: SettlementKind;
  readonly ids: readonly string[];
  readonly amount: number;
  readonly onClose: () => void;
}

/** Decides what happens to money that the payer does not pay, with a reason. */
export const SettleDialog = ({ kind, ids, amount, onClose }: SettleDialogProps) => {
  const draft: Draft = { reason: FIRST[kind], note: '', agreed: '' };
  const save = useSave({
    ...SETTLE,
    values: draft,
    input: ({ reason, note, agreed }) => ({ ids: [...ids], kind, reason, note, agreed: agreed || null }),
    check: ({ reason, note, agreed }) => [
      ...checkSettlement({ kind, reason, note }),
      ...(agreed !== '' && !isIsoDate(agreed) ? [{ field: 'agreed', message: NO_DATE }] : []),
    ],
    onSaved: ({ info }) => {
      toast.success(info ?? '');
      onClose();
    },
  });
  const { reason } = save.values;
  return (
    <FormDialog
      save={save}
      label={WORDS[kind].title}
      title={`${WORDS[kind].title}: ${counted(ids.length, 'claim')}, ${showMoney(amount)}${kind === 'billClient' ? ' open' : ''}`}
      onClose={onClose}
    >
      <p className="ink2">{WORDS[kind].help}</p>
      <NativeSelect
        label="Reason"
        data-autofocus
        data={Object.entries(SETTLEMENT_REASONS[kind]).map(([value, label]) => ({ value, label }))}
        {...save.text('reason')}
        onChange={(event) => {
          const chosen = SETTLEMENT_REASON_KEYS.find((key) => key === event.currentTarget.value);
          if (chosen) save.set({ reason: chosen });
        }}
      />
      {reason === 'notCovered' && <DateBox label="Agreement signed on" required {...save.box('agreed')} />}
      <Textarea label="Note" maxLength={300} rows={2} {...save.text('note')} />
    </FormDialog>
  );
};
