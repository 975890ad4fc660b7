import { sealedColumn } from './column.ts';

/** Answers in forms. No other file names these columns; they are read whole with their row. */
export const sealedFilled = {
  answers: sealedColumn('filled_forms.answers'),
  corrected: sealedColumn('filled_form_corrections.answers'),
  reason: sealedColumn('filled_form_corrections.reason'),
} as const;
