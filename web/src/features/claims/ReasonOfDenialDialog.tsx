import { checkReason, REASON_SAVED, tidyReason } from '@homecare/domain/claims/payer-rules.ts';
import { FIX_KINDS } from '@homecare/domain/claims/payer-terms.ts';
import type { StoredReason } from '@homecare/domain/claims/schema.ts';
import { Group, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { DateBox } from '../../ui/inputs.tsx';
import { SAVE_REASON } from './api.ts';
import { FIX_WORDS } from './fix-words.ts';

const NEW = {
  code: '',
  validFrom: '',
  title: '',
  cause: '',
  advice: '',
  mend: 'other' as string,
  source: '',
};
const fixKindOf = (value: string) => FIX_KINDS.find((one) => one === value) ?? 'other';

interface ReasonOfDenialDialogProps {
  readonly stored: StoredReason | null;
  readonly others: readonly StoredReason[];
  readonly onClose: () => void;
}

/** What a denial reason of the payer means from a given day on, and how its fix is recognized. */
export const ReasonOfDenialDialog = ({ stored, others, onClose }: ReasonOfDenialDialogProps) => {
  const { id = null, rev = null, ...facts } = stored ?? {};
  const save = useSave({
    ...SAVE_REASON,
    values: { ...NEW, ...facts },
    input: (typed) => ({ ...tidyReason(typed), mend: fixKindOf(typed.mend), id, rev }),
    check: (typed) =>
      checkReason(
        tidyReason({ ...typed, mend: fixKindOf(typed.mend) }),
        others.filter((one) => one.id !== id),
      ),
    onSaved: ({ info }) => {
      toast.success(info ?? REASON_SAVED);
      onClose();
    },
  });
  return (
    <FormDialog save={save} title={stored ? 'Change reason' : 'Add reason'} onClose={onClose} plain>
      <Group gap={12} align="flex-start" grow>
        <TextInput
          label="Reason code"
          required
          maxLength={5}
          autoComplete="off"
          data-autofocus
          {...save.text('code')}
        />
        <DateBox label="From" required {...save.box('validFrom')} />
      </Group>
      <TextInput label="Title" required maxLength={80} {...save.text('title')} />
      <Textarea label="Cause" required autosize maxLength={300} {...save.text('cause')} />
      <TextInput label="What to do" required maxLength={300} {...save.text('advice')} />
      <NativeSelect
        label="Mended by"
        description="What the list of denials looks at before it checks a claim."
        data={FIX_KINDS.map((value) => ({ value, label: FIX_WORDS[value] }))}
        {...save.text('mend')}
      />
      <TextInput label="Source" required maxLength={300} {...save.text('source')} />
    </FormDialog>
  );
};
