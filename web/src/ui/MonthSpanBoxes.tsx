import { MonthBox } from './MonthBox.tsx';

interface MonthSpan {
  readonly from: string;
  readonly to: string;
}
interface MonthSpanBoxesProps {
  readonly span: MonthSpan;
  readonly onChange: (span: MonthSpan) => void;
}

/** First and last month of a span. Moving one past the other moves both. */
export const MonthSpanBoxes = ({ span: { from, to }, onChange }: MonthSpanBoxesProps) => (
  <>
    <MonthBox
      label="From"
      width={128}
      value={from}
      onChange={(next) => onChange({ from: next, to: to < next ? next : to })}
    />
    <MonthBox
      label="To"
      width={128}
      value={to}
      onChange={(next) => onChange({ from: next < from ? next : from, to: next })}
    />
  </>
);
