import type { CarePlan } from '@homecare/domain/care-plans/schema.ts';
import type { Recipient } from '@homecare/domain/messaging/schema.ts';
import { isArchived } from '@homecare/domain/people/kind-and-status.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { MESSAGE_SENT, NO_PROVIDER, NOT_CREATED } from '@homecare/domain/plan-documents/contract.ts';
import { linkMessage, sayMonth } from '@homecare/domain/plan-documents/rules.ts';
import { useState } from 'react';
import { useSending } from '../../platform/form/use-action.ts';
import { toast } from '../../platform/toasts.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { SendDialog } from '../messaging/SendDialog.tsx';
import { usePeople } from '../people/api.ts';
import { type PlanDocument, SAVE_CARE_PLAN, SAVE_TIMESHEET } from './api.ts';
import { hasMonth, type PrintChoice, timesheetInput } from './open-plan-document.ts';
import classes from './PlanDocuments.module.css';

type SentPlan = Pick<CarePlan, 'id' | 'ProviderID'>;

interface Ready {
  readonly to: Recipient;
  readonly initial: { readonly subject: string; readonly text: string };
}

const recipientOf = (person: PersonRow): Recipient => ({
  id: person.ID,
  name: [person.FirstName, person.LastName].filter(Boolean).join(' '),
  phone: person.Phone,
  email: person.Email,
});

const wordsOf = (document: PlanDocument) =>
  document.kind === 'CP'
    ? { subject: 'Care plan', name: 'care plan' }
    : {
        subject: `Timesheet, ${sayMonth(document.choice.month)}`,
        name: `timesheet of ${sayMonth(document.choice.month)}`,
      };

export interface PlanSender {
  readonly sendCarePlan: (plan: SentPlan) => void;
  readonly sendTimesheet: (plan: SentPlan, choice: PrintChoice) => void;
  /** To be shown by the page. */
  readonly dialog: React.ReactNode;
}

/** 'Send care plan' and 'Send timesheet': a copy is kept, its link goes into the dialog that writes to the provider. */
export const usePlanSender = (): PlanSender => {
  const { people } = usePeople();
  const [ready, setReady] = useState<Ready>();
  const [preparing, setPreparing] = useState<string>();
  const carePlan = useSending(SAVE_CARE_PLAN);
  const timesheet = useSending(SAVE_TIMESHEET);
  const save = ({ id }: SentPlan, document: PlanDocument) => {
    if (document.kind === 'CP') return carePlan.run({ input: { id, save: '1' } });
    const of = timesheetInput(document.choice);
    const all = { group: '', excluded: 'all', showTemp: false, save: '1' } as const;
    return timesheet.run({ input: { id, ...of, ...all } });
  };

  const start = async (plan: SentPlan, document: PlanDocument) => {
    const provider = people?.find(({ ID }) => ID === plan.ProviderID);
    if (!provider || isArchived(provider)) return toast.error(NO_PROVIDER);
    const { subject, name } = wordsOf(document);
    setPreparing(subject);
    const saved = await save(plan, document);
    if (!saved) return;
    setPreparing(undefined);
    if (!saved.ok) {
      toast.error(NOT_CREATED);
      if (saved.reason === 'badInput' || saved.reason === 'conflict') toast.error(saved.info);
      return;
    }
    const address = `${window.location.origin}${saved.data.path}`;
    setReady({ to: recipientOf(provider), initial: { subject, text: linkMessage(name, address) } });
  };
  const cancel = () => {
    carePlan.stop();
    timesheet.stop();
    setPreparing(undefined);
  };
  return {
    sendCarePlan: (plan) => void start(plan, { kind: 'CP' }),
    sendTimesheet: (plan, choice) => {
      if (hasMonth(choice)) void start(plan, { kind: 'TS', choice });
    },
    dialog: (
      <>
        {preparing && (
          <Dialog opened title={`Send ${preparing}`} onClose={cancel}>
            <p className={classes.waiting} role="status">
              Making the document and its link…
            </p>
          </Dialog>
        )}
        {ready && (
          <SendDialog
            to={ready.to}
            initial={ready.initial}
            success={MESSAGE_SENT}
            onClose={() => setReady(undefined)}
          />
        )}
      </>
    ),
  };
};
