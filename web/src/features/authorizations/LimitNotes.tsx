import type { previewPlan } from '@homecare/domain/authorizations/contract.ts';
import type { LimitRule } from '@homecare/domain/calculator/limit-rules.ts';
import type { OutputOf } from '@homecare/domain/call.ts';
import { Note } from '../../ui/Note.tsx';

const NEXT: Record<LimitRule, string> = {
  warn: '',
  justify: ' Saving asks for a justification.',
  block: ' This care plan can’t be saved.',
};

/** Limits that the care plan in the form would exceed. */
export const LimitNotes = ({ limits }: { readonly limits: OutputOf<typeof previewPlan> }) =>
  limits.map(({ limit, rule, text, isJustified }) => (
    <Note key={`${limit} ${text}`} tone={rule === 'block' ? 'danger' : 'warn'}>
      {`${text.replace(/\.$/, '')}.${isJustified ? ' Justified.' : NEXT[rule]}`}
    </Note>
  ));
