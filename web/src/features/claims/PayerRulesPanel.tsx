import { showDate } from '@homecare/domain/calendar.ts';
import type { StoredReason, StoredTerms } from '@homecare/domain/claims/schema.ts';
import { counted } from '@homecare/domain/counted.ts';
import { Stack } from '@mantine/core';
import { useAction } from '../../platform/form/use-action.ts';
import { failureOf } from '../../platform/query.ts';
import { StoredRows } from '../../platform/StoredRows.tsx';
import { toast } from '../../platform/toasts.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { DELETE_REASON, DELETE_TERMS, usePayerRules } from './api.ts';
import { FIX_WORDS, FREQUENCY_WORDS } from './fix-words.ts';
import { ReasonOfDenialDialog } from './ReasonOfDenialDialog.tsx';
import { TermsDialog } from './TermsDialog.tsx';

const TERMS: readonly Column<StoredTerms>[] = [
  { key: 'from', title: 'From', width: 116, cell: ({ validFrom }) => showDate(validFrom) },
  { key: 'filing', title: 'To file', width: 110, cell: ({ filingDays }) => counted(filingDays, 'day') },
  {
    key: 'again',
    title: 'After a denial',
    width: 120,
    cell: ({ resubmitDays }) => counted(resubmitDays, 'day'),
  },
  {
    key: 'resend',
    title: 'Denied whole',
    min: 200,
    cell: ({ resendDenied, source }) => <CellLines main={FREQUENCY_WORDS[resendDenied]} sub={source} />,
  },
];

const REASONS: readonly Column<StoredReason>[] = [
  {
    key: 'code',
    title: 'Code',
    width: 116,
    cell: ({ code, validFrom }) => <CellLines main={code} sub={showDate(validFrom)} strong />,
  },
  {
    key: 'title',
    title: 'Reason',
    min: 200,
    cell: ({ title, cause }) => <CellLines main={title} sub={cause} strong />,
  },
  {
    key: 'advice',
    title: 'What to do',
    min: 200,
    cell: ({ advice, mend }) => <CellLines main={advice} sub={FIX_WORDS[mend]} />,
  },
];

/** The payer's requirements and the meaning of its denial reasons, by day (docs/rules/claims.md, rule 38). */
export const PayerRulesPanel = () => {
  const query = usePayerRules();
  const handlers = { onDone: ({ info }: { readonly info?: string }) => toast.success(info ?? '') };
  const removeTerms = useAction({ ...DELETE_TERMS, ...handlers });
  const removeReason = useAction({ ...DELETE_REASON, ...handlers });
  const { terms = [], reasons = [] } = query.data ?? {};
  return (
    <Stack gap={24}>
      <StoredRows
        id="payer-terms"
        title="Terms"
        note="How long the payer takes a claim, and how one that was denied goes again"
        readOnly={false}
        nouns={['terms', 'terms']}
        label="Terms"
        expected={2}
        columns={TERMS}
        rows={query.data?.terms}
        failure={failureOf(query, 'Couldn’t load the terms')}
        nameOf={({ validFrom }) => `terms from ${showDate(validFrom)}`}
        listItem={(row) => ({
          title: `From ${showDate(row.validFrom)}`,
          line: `${counted(row.filingDays, 'day')} to file, ${counted(row.resubmitDays, 'day')} after a denial`,
        })}
        loadingText="Loading terms…"
        empty={{ title: 'No terms', text: 'Add what the payer asks: without it no deadline is known.' }}
        dialog={(stored, onClose) => <TermsDialog {...{ stored, others: terms, onClose }} />}
        question={({ validFrom }) => `The terms before them count again from ${showDate(validFrom)}.`}
        remove={removeTerms}
      />
      <StoredRows
        id="denial-reasons"
        title="Reasons of denial"
        note="What each code of the payer means, and what shows that it is fixed"
        readOnly={false}
        nouns={['reason', 'reasons']}
        label="Reasons of denial"
        columns={REASONS}
        rows={query.data?.reasons}
        failure={failureOf(query, 'Couldn’t load the reasons')}
        nameOf={({ code, validFrom }) => `reason ${code} from ${showDate(validFrom)}`}
        listItem={(row) => ({ title: `${row.code} ${row.title}`, line: row.advice })}
        loadingText="Loading reasons…"
        empty={{
          title: 'No reasons',
          text: 'Denials show the words of the standard until you add your own.',
        }}
        dialog={(stored, onClose) => <ReasonOfDenialDialog {...{ stored, others: reasons, onClose }} />}
        question={({ code }) => `Denials with reason ${code} show the words of the standard again.`}
        remove={removeReason}
      />
    </Stack>
  );
};
