import { showDate } from '@homecare/domain/calendar.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { JustifyDialog } from '../authorizations/JustifyDialog.tsx';
import { BillingLogDialog } from '../record-log/RecordLogDialog.tsx';
import { PlanScansDialog } from '../timesheets/PlanScansDialog.tsx';
import { refreshBilling } from './api.ts';
import { CardProofDialog } from './CardProofDialog.tsx';
import type { CardContext, CheckCell } from './card-draft.ts';
import type { CardFacts } from './card-facts.ts';
import { answerQuestion } from './card-state.ts';
import type { CardEditor } from './use-card-editor.ts';
import { VisitDataDialog } from './VisitDataDialog.tsx';

export type Asked = 'delete' | 'scans' | 'visits' | 'proof' | 'log';

interface CardDialogsProps {
  readonly context: CardContext;
  readonly editor: CardEditor;
  readonly facts: CardFacts;
  readonly clientName: string;
  readonly asked: Asked | undefined;
  readonly onClose: () => void;
}

const CHECK_WORDS: Record<CheckCell, string> = { billing: 'bill', payroll: 'pay' };
/** 'Bill', 'Pay' or 'Bill and pay'. */
const sayChecks = (boxes: readonly CheckCell[]) => {
  const words = boxes.map((cell) => CHECK_WORDS[cell]).join(' and ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
};

/** Questions that a card asks before it continues. */
const Questions = ({ editor }: Pick<CardDialogsProps, 'editor'>) => {
  const { question, overlap, exceeded, gaps, apply, answerOverlap, justify, isBusy } = editor;
  const days = question?.days ?? [];
  const verb = sayChecks(question?.boxes ?? []);
  return (
    <>
      <ConfirmDialog
        opened={question !== undefined}
        title={`${verb} ${days.length === 1 ? 'a day' : 'days'} without a visit?`}
        confirmLabel={verb}
        onConfirm={() => apply(answerQuestion(true))}
        onCancel={() => apply(answerQuestion(false))}
      >
        {days.map((date) => (
          <p key={date}>
            {showDate(date)}: {gaps.get(date)}.
          </p>
        ))}
      </ConfirmDialog>
      <ConfirmDialog
        opened={overlap !== undefined}
        title="Save hours in two places?"
        confirmLabel="Save"
        focusCancel
        onConfirm={() => answerOverlap(true)}
        onCancel={() => answerOverlap(false)}
      >
        <p>{overlap}</p>
        <p>Each hour is billed once and paid once. The record log shows that you allowed it.</p>
      </ConfirmDialog>
      {exceeded.length > 0 && (
        <JustifyDialog
          exceeded={exceeded}
          label="Save"
          busy={isBusy}
          onJustify={justify}
          onCancel={() => justify()}
        />
      )}
    </>
  );
};

/** The questions of a card, and the dialogs opened by its links and buttons. */
export const CardDialogs = ({ context, editor, facts, clientName, asked, onClose }: CardDialogsProps) => {
  const { card, month } = context;
  const { plan, saved } = card;
  const { totals, proofs } = facts;
  return (
    <>
      <Questions editor={editor} />
      <ConfirmDialog
        opened={asked === 'delete'}
        title={`Delete the billing of ${plan.Provider} for ${month}?`}
        confirmLabel="Delete"
        danger
        focusCancel
        busy={editor.isBusy}
        onConfirm={() => void editor.remove().then(onClose)}
        onCancel={onClose}
      >
        <p>
          {totals.units} units, {showMoney(totals.amount ?? 0)}, {saved?.status}. Previous Data restores the
          times until another record is saved.
        </p>
      </ConfirmDialog>
      {asked === 'scans' && (
        <PlanScansDialog
          plan={{ id: plan.id, Provider: plan.Provider, Client: clientName, Status: plan.Status }}
          onClose={() => {
            onClose();
            void refreshBilling();
          }}
        />
      )}
      {asked === 'proof' && proofs && (
        <CardProofDialog
          planId={plan.id}
          name={`${plan.Provider}, ${month}`}
          proofs={proofs}
          onClose={onClose}
        />
      )}
      {asked === 'log' && <BillingLogDialog plan={plan} month={month} onClose={onClose} />}
      {asked === 'visits' && <VisitDataDialog context={context} rows={facts.rows} onClose={onClose} />}
    </>
  );
};
