import type { Call } from '@homecare/domain/call.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { SendInput } from '../../platform/call-request.ts';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import type { Sending } from '../../platform/form/use-action.ts';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { DateBox, isIsoDate, NO_DATE, NumberBox } from '../../ui/inputs.tsx';
import classes from './Calculator.module.css';

export interface Dated {
  readonly validFrom: string;
  readonly minutes: number | null;
  readonly source: string;
  /** Of a norm alone. */
  readonly name?: string;
  readonly per?: string | null;
  /** Of a cap alone. */
  readonly soft?: boolean;
}

interface DatedDialogProps<C extends Call> extends Sending<C> {
  readonly title: string;
  readonly row: Dated;
  /** A row from a day of its own; else the correction of this one. */
  readonly isNew: boolean;
  readonly perOptions?: readonly string[];
  readonly noMinutes: string;
  readonly check: (row: Dated) => FieldError[];
  readonly input: (row: Dated) => SendInput<C>;
  readonly onClose: () => void;
}

/** What is typed as minutes may be no number yet. */
interface Draft {
  readonly validFrom: string;
  readonly minutes: number | string | null;
  readonly source: string;
  readonly name: string;
  readonly per: string;
  readonly soft: boolean;
}
const draftOf = ({ validFrom, minutes, source, name, per, soft }: Dated, isNew: boolean): Draft => ({
  validFrom: isNew ? '' : validFrom,
  minutes,
  source: isNew ? '' : source,
  name: name ?? '',
  per: per ?? '',
  soft: soft === true,
});
const datedOf = ({ minutes, per, ...draft }: Draft): Dated => ({
  ...draft,
  minutes: typeof minutes === 'number' ? minutes : null,
  per: per || null,
});
const isWhole = ({ minutes }: Draft) => minutes === null || Number.isInteger(minutes);

const NO_NUMBER = 'Enter whole minutes';

/** A norm or a cap from a day on, with where it comes from. */
export const DatedDialog = <C extends Call>(props: DatedDialogProps<C>) => {
  const { title, row, isNew, perOptions, noMinutes, check, input, onClose, ...sending } = props;
  const save = useSave<C, Draft>({
    ...sending,
    values: draftOf(row, isNew),
    input: (draft) => input(datedOf(draft)),
    check: (draft) => [
      ...(isIsoDate(draft.validFrom) ? [] : [{ field: 'validFrom', message: NO_DATE }]),
      ...(isWhole(draft) ? [] : [{ field: 'minutes', message: NO_NUMBER }]),
      ...check(datedOf(draft)).filter(({ field }) => field !== 'validFrom' || isIsoDate(draft.validFrom)),
    ],
    onSaved: () => {
      toast.success('Success: Saved');
      onClose();
    },
  });
  return (
    <FormDialog save={save} title={title} onClose={onClose}>
      <div className={classes.fields}>
        <DateBox label="Counts from" required {...save.box('validFrom')} />
        <NumberBox label="Minutes" description={noMinutes} {...save.box('minutes')} />
        {perOptions && (
          <>
            <TextInput label="Name" required autoComplete="off" maxLength={60} {...save.text('name')} />
            <NativeSelect
              label="For each"
              data={[{ value: '', label: 'Time' }, ...perOptions]}
              {...save.text('per')}
            />
          </>
        )}
        {row.soft !== undefined && (
          <Checkbox label="Soft: may be exceeded where that is justified" {...save.tick('soft')} />
        )}
        <Textarea label="Source" required rows={2} autoComplete="off" {...save.text('source')} />
      </div>
    </FormDialog>
  );
};
