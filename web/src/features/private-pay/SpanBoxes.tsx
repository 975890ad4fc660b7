import type { DayRange } from '@homecare/domain/billing/counting.ts';
import { DateBox, isIsoDate } from '../../ui/inputs.tsx';

export const isSpan = ({ from, through }: DayRange) =>
  isIsoDate(from) && isIsoDate(through) && from <= through;

interface SpanBoxesProps {
  readonly days: DayRange;
  readonly onChange: (days: DayRange) => void;
  /** In a dialog the first day has the focus. */
  readonly isFirst?: boolean;
}

/** First and last day of what is invoiced or stated. */
export const SpanBoxes = ({ days, onChange, isFirst = false }: SpanBoxesProps) => (
  <>
    <DateBox
      label="From"
      width={150}
      {...(isFirst && { 'data-autofocus': true })}
      value={days.from}
      onChange={(from) => onChange({ ...days, from })}
    />
    <DateBox
      label="Through"
      width={150}
      value={days.through}
      error={isSpan(days) ? undefined : 'Choose a last day after the first'}
      onChange={(through) => onChange({ ...days, through })}
    />
  </>
);
