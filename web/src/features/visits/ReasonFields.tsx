import {
  CHANGE_REASONS,
  checkChangeReason,
  MEMO_FROM_CODE,
  MEMO_MAX,
} from '@homecare/domain/visits/rules.ts';
import { Select, Textarea } from '@mantine/core';

export interface Reason {
  readonly code: number;
  readonly memo: string;
}
export const FIRST_REASON: Reason = { code: 1, memo: '' };

/** The fault of a reason by field; none when it is fine. */
export const faultOf = ({ code, memo }: Reason, field: 'changeCode' | 'changeReason') =>
  checkChangeReason(code, memo).find((fault) => fault.field === field)?.message;

export const reasonFields = ({ code, memo }: Reason) => ({
  changeCode: code,
  changeReason: memo.trim() || null,
});

const OPTIONS = CHANGE_REASONS.map(({ code, label }) => ({ value: String(code), label: `${code} ${label}` }));

interface ReasonFieldsProps {
  readonly value: Reason;
  readonly tried: boolean;
  readonly autoFocus?: boolean;
  readonly onChange: (reason: Reason) => void;
}

/** One of the 16 reasons; from 14 on a memo says more (docs/rules/visits.md, rule 19). */
export const ReasonFields = ({ value, tried, autoFocus, onChange }: ReasonFieldsProps) => {
  const needsMemo = value.code >= MEMO_FROM_CODE;
  return (
    <>
      <Select
        label="Reason"
        required
        data={OPTIONS}
        value={String(value.code)}
        allowDeselect={false}
        data-autofocus={autoFocus || undefined}
        comboboxProps={{ withinPortal: true }}
        onChange={(code) => onChange({ ...value, code: Number(code ?? value.code) })}
      />
      <Textarea
        label="Memo"
        required={needsMemo}
        rows={2}
        maxLength={MEMO_MAX}
        value={value.memo}
        error={tried ? faultOf(value, 'changeReason') : undefined}
        description={`${value.memo.length}/${MEMO_MAX}${needsMemo ? ', needed with this reason' : ''}`}
        onChange={(event) => onChange({ ...value, memo: event.currentTarget.value })}
      />
    </>
  );
};
