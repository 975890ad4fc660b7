import type { FieldError } from '@homecare/domain/errors.ts';
import {
  CHANGE_REASONS,
  checkChangeReason,
  MEMO_FROM_CODE,
  MEMO_MAX,
} from '@homecare/domain/visits/rules.ts';
import { Select, Textarea, type TextareaProps } from '@mantine/core';

/** The typed reason for a change to a visit. */
export type Reason = { readonly code: number; readonly memo: string };
export const FIRST_REASON: Reason = { code: 1, memo: '' };

const FIELDS: Readonly<Record<string, keyof Reason>> = { changeCode: 'code', changeReason: 'memo' };
/** Maps an error about a reason to its field on the screen. */
export const placeOfReason = (fault: FieldError): FieldError => ({
  ...fault,
  field: FIELDS[fault.field] ?? fault.field,
});

export const checkReason = ({ code, memo }: Reason) => checkChangeReason(code, memo).map(placeOfReason);

export const reasonFields = ({ code, memo }: Reason) => ({
  changeCode: code,
  changeReason: memo.trim() || null,
});

const OPTIONS = CHANGE_REASONS.map(({ code, label }) => ({ value: String(code), label: `${code} ${label}` }));

interface ReasonFieldsProps {
  readonly code: { readonly value: number; readonly onChange: (code: number) => void };
  readonly memo: Pick<TextareaProps, 'error' | 'onChange'> & { readonly value: string };
  readonly autoFocus?: boolean;
}

/** One of the 16 reasons, with a memo required from 14 on (docs/rules/visits.md, rule 19). */
export const ReasonFields = ({ code, memo, autoFocus }: ReasonFieldsProps) => {
  const needsMemo = code.value >= MEMO_FROM_CODE;
  return (
    <>
      <Select
        label="Reason"
        required
        data={OPTIONS}
        allowDeselect={false}
        data-autofocus={autoFocus || undefined}
        comboboxProps={{ withinPortal: true }}
        {...code}
        value={String(code.value)}
        onChange={(chosen) => chosen && code.onChange(Number(chosen))}
      />
      <Textarea
        label="Memo"
        required={needsMemo}
        rows={2}
        maxLength={MEMO_MAX}
        description={`${memo.value.length}/${MEMO_MAX}${needsMemo ? ', needed with this reason' : ''}`}
        {...memo}
      />
    </>
  );
};
