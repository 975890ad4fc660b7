import { PROGRAM_SAVED } from '@homecare/domain/authorizations/client-programs.ts';
import type { ClientProgram } from '@homecare/domain/authorizations/schema.ts';
import { CLAIM_PROGRAMS } from '@homecare/domain/plan-types/programs.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { DateBox, isIsoDate, NO_DATE } from '../../ui/inputs.tsx';
import { SAVE_PROGRAM } from './api.ts';

interface ProgramDialogProps {
  readonly clientId: number;
  /** null for a new one. */
  readonly stored: ClientProgram | null;
  readonly onClose: () => void;
}

const programOf = (value: string) => CLAIM_PROGRAMS.find((one) => one === value) ?? 'Waiver';

/** The program of a client from a given day on. */
export const ProgramDialog = ({ clientId, stored, onClose }: ProgramDialogProps) => {
  const save = useSave({
    ...SAVE_PROGRAM,
    keyed: true,
    values: { program: stored?.program ?? 'CFC', name: stored?.name ?? '', from: stored?.from ?? '' },
    input: (typed) => ({
      ...typed,
      program: programOf(typed.program),
      clientId,
      id: stored?.id ?? null,
      rev: stored?.rev ?? null,
    }),
    check: ({ from }) =>
      isIsoDate(from) ? [] : [{ field: 'from', message: from === '' ? 'Enter its first day.' : NO_DATE }],
    onSaved: ({ info }) => {
      toast.success(info ?? PROGRAM_SAVED);
      onClose();
    },
  });
  return (
    <FormDialog save={save} title={stored ? 'Change program' : 'Add program'} onClose={onClose} plain>
      <NativeSelect label="Program" data-autofocus data={[...CLAIM_PROGRAMS]} {...save.text('program')} />
      {save.values.program === 'Waiver' && (
        <TextInput label="Waiver (optional)" placeholder="EBD" autoComplete="off" {...save.text('name')} />
      )}
      <DateBox label="From" required {...save.box('from')} />
    </FormDialog>
  );
};
