import { checkTerms, TERMS_SAVED } from '@homecare/domain/claims/payer-rules.ts';
import type { PayerTerms } from '@homecare/domain/claims/payer-terms.ts';
import type { StoredTerms } from '@homecare/domain/claims/schema.ts';
import { Group, NativeSelect, TextInput } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { DateBox, NumberBox } from '../../ui/inputs.tsx';
import { SAVE_TERMS } from './api.ts';
import { FREQUENCY_WORDS } from './fix-words.ts';

/** Values of number inputs, which may hold text that is no number yet. */
type Typed = Omit<PayerTerms, 'filingDays' | 'resubmitDays' | 'resendDenied'> & {
  readonly filingDays: number | string | null;
  readonly resubmitDays: number | string | null;
  readonly resendDenied: string;
};
const daysOf = (typed: number | string | null) => (typeof typed === 'number' ? typed : -1);
const termsOf = (typed: Typed): PayerTerms => ({
  ...typed,
  filingDays: daysOf(typed.filingDays),
  resubmitDays: daysOf(typed.resubmitDays),
  resendDenied: typed.resendDenied === '1' ? '1' : '7',
});

interface TermsDialogProps {
  readonly stored: StoredTerms | null;
  readonly others: readonly StoredTerms[];
  readonly onClose: () => void;
}

/** The payer's terms from a given day on. */
export const TermsDialog = ({ stored, others, onClose }: TermsDialogProps) => {
  const { id = null, rev = null, ...facts } = stored ?? {};
  const values: Typed = {
    validFrom: '',
    filingDays: null,
    resubmitDays: null,
    resendDenied: '7',
    source: '',
    ...facts,
  };
  const save = useSave({
    ...SAVE_TERMS,
    values,
    input: (typed) => ({ ...termsOf(typed), id, rev }),
    check: (typed) =>
      checkTerms(
        termsOf(typed),
        others.filter((one) => one.id !== id),
      ),
    onSaved: ({ info }) => {
      toast.success(info ?? TERMS_SAVED);
      onClose();
    },
  });
  return (
    <FormDialog save={save} title={stored ? 'Change terms' : 'Add terms'} onClose={onClose} plain>
      <DateBox label="From" required data-autofocus {...save.box('validFrom')} />
      <Group gap={12} align="flex-start" grow>
        <NumberBox label="Days to file a claim" required {...save.box('filingDays')} />
        <NumberBox label="Days to send again after a denial" required {...save.box('resubmitDays')} />
      </Group>
      <NativeSelect
        label="A claim that was denied whole"
        data={Object.entries(FREQUENCY_WORDS).map(([value, label]) => ({ value, label }))}
        {...save.text('resendDenied')}
      />
      <TextInput
        label="Source"
        description="Where the payer says so, and when you read it."
        required
        maxLength={300}
        {...save.text('source')}
      />
    </FormDialog>
  );
};
