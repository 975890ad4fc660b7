import type { AnswerDraft } from './answer-draft.ts';

/** One answer of a form: its value, what is wrong with it, and where a change goes. */
export interface AnswerBox {
  readonly value: AnswerDraft | undefined;
  readonly error: string | undefined;
  readonly onChange: (next: AnswerDraft) => void;
  /** By which the form finds it. */
  readonly field: string;
}
