import { serviceDays } from '@homecare/domain/billing/counting.ts';
import { mayAdjust, needsVisits } from '@homecare/domain/billing/opening.ts';
import { cardTotals, PLAN_DELETED, scanBlock } from '@homecare/domain/billing/rules.ts';
import {
  aboveVerified,
  payAboveVerified,
  sayUnverifiedPay,
  verifiedDays,
} from '@homecare/domain/billing/verified.ts';
import { showDate } from '@homecare/domain/calendar.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { Button } from '@mantine/core';
import { IconClockCheck, IconHistory, IconPencil, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { toast } from '../../platform/toasts.ts';
import { useStable } from '../../platform/use-stable.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { smallIcon } from '../../ui/icons.ts';
import { Note } from '../../ui/Note.tsx';
import { Pill, StatusPill } from '../../ui/Pill.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { useProofWords } from '../claims/use-proof-words.ts';
import { BillingLogDialog } from '../record-log/RecordLogDialog.tsx';
import { PlanScansDialog } from '../timesheets/PlanScansDialog.tsx';
import { refreshBilling } from './api.ts';
import classes from './BillingCard.module.css';
import { DraftFacts, SavedFacts } from './CardFacts.tsx';
import { CardGrid, gapSentences } from './CardGrid.tsx';
import { CardProofDialog } from './CardProofDialog.tsx';
import { type CardContext, type CheckCell, possibleOf, rowOf, toCount } from './card-draft.ts';
import { denialSentences, deniedOf, proofsOf } from './card-proof.ts';
import { type CardWork, useCard } from './use-card.ts';
import { useCardKeys } from './use-card-keys.ts';
import { VisitDataDialog } from './VisitDataDialog.tsx';

/** What the page needs to know of a card: whether leaving loses something, and what it comes to. */
export interface CardNews {
  readonly isDirty: boolean;
  readonly saved: number | null;
  readonly unsaved: number | null;
  /** Lines that no visit proves; null: not known. */
  readonly denied: number | null;
}

interface BillingCardProps {
  readonly context: CardContext;
  readonly clientName: string;
  /** Left out by a filter: kept as it is, unseen. */
  readonly hidden: boolean;
  readonly onNews: (planId: number, news: CardNews | undefined) => void;
  readonly onOmit: (planId: number) => void;
}

const CHECK_WORDS: Record<CheckCell, string> = { billing: 'bill', payroll: 'pay' };
/** 'Bill', 'Pay' or 'Bill and pay'. */
const sayChecks = (boxes: readonly CheckCell[]) => {
  const words = boxes.map((cell) => CHECK_WORDS[cell]).join(' and ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
};

type Asked = 'delete' | 'scans' | 'visits' | 'proof' | 'log';

/** One provider's card of a client's month (docs/rules/billing.md, rule 28). */
export const BillingCard = ({ context, clientName, hidden, onNews, onOmit }: BillingCardProps) => {
  const { card, month, today, zone } = context;
  const { plan, saved } = card;
  const words = useProofWords();
  const work = useCard(context, () => onOmit(plan.id));
  const [asked, setAsked] = useState<Asked>();
  const isEditing = work.state !== 'saved';
  const counted = isEditing || !saved ? toCount(work.draft, context) : saved;
  const totals = cardTotals({ ...counted, unitRule: card.unitRule }, zone);
  const blocked = scanBlock(
    isEditing ? { startPeriod: counted.startPeriod, endPeriod: counted.endPeriod || null } : counted,
    card.scans,
  );
  const tell = useStable(onNews);
  const { amount } = totals;
  const proofs = proofsOf(context, counted, isEditing ? null : (saved?.Status ?? null));
  const unproven = proofs && deniedOf(proofs);
  const denied = context.proof ? (unproven?.length ?? 0) : null;
  useEffect(() => {
    tell(plan.id, {
      isDirty: work.isDirty,
      saved: isEditing ? null : amount,
      unsaved: isEditing ? amount : null,
      denied,
    });
    return () => tell(plan.id, undefined);
  }, [tell, plan.id, work.isDirty, isEditing, amount, denied]);

  const actions = {
    type: useStable(work.type),
    settle: useStable(work.settle),
    check: useStable(work.check),
    copyDown: useStable(work.copyDown),
  };
  const isDeleted = plan.Status === 'Deleted';
  const section = useRef<HTMLElement>(null);
  useCardKeys(section, {
    state: work.state,
    next: work.state === 'saved' ? '[data-next]' : 'input[data-cell]',
    onMain: () => {
      if (isDeleted || work.busy || work.question) return;
      const { activeElement: field } = document;
      // Remarks are saved when they are left.
      if (work.state === 'saved' && field instanceof HTMLInputElement) field.blur();
      else if (work.state === 'saved') work.modify();
      else if (blocked) toast.error(`Can’t save yet: ${blocked}`);
      else void work.save();
    },
  });
  const tone = blocked || isDeleted ? 'danger' : undefined;
  const name = `${plan.Provider}, plan ${plan.id}`;
  const verified = needsVisits(plan) ? verifiedDays(card.visits) : null;
  const above =
    verified && counted.endPeriod !== '' ? aboveVerified(totals.billedWork, verified, counted) : undefined;
  const paidAbove = payAboveVerified(serviceDays(counted, zone), verified, today);
  const rows = isEditing || !saved ? work.shown : saved.json.map(rowOf);
  const days = work.question?.days ?? [];
  const verb = sayChecks(work.question?.boxes ?? []);
  const gaps = isEditing ? gapSentences(work.shown, work.gaps, card.visits) : [];
  return (
    <section
      className={classes.card}
      data-tone={tone}
      aria-label={name}
      data-plan={plan.id}
      hidden={hidden}
      ref={section}
    >
      <CardHead context={context} work={work} blocked={blocked} counted={counted} onAsk={setAsked} />
      {isDeleted && (
        <div className={classes.note}>
          <Note tone="danger">{PLAN_DELETED}</Note>
        </div>
      )}
      {blocked && !isDeleted && (
        <div className={classes.note}>
          <Note
            tone="danger"
            actions={
              <button type="button" className={classes.link} onClick={() => setAsked('scans')}>
                Open TS Scans
              </button>
            }
          >
            <b>Can’t save yet:</b> {blocked}
          </Note>
        </div>
      )}
      {work.overtakenBy !== undefined && (
        <div className={classes.note}>
          <Note tone="warn">
            {work.overtakenBy} just saved this record. Save replaces theirs with yours; Cancel loads theirs.
          </Note>
        </div>
      )}
      {isEditing && gaps.length > 0 && (
        <div className={classes.note}>
          <Note tone="warn">
            <b>Not billed or paid.</b> {gaps.join('. ')}.
          </Note>
        </div>
      )}
      {unproven && unproven.length > 0 && (
        <div className={classes.note}>
          <Note
            tone="danger"
            actions={
              <button type="button" className={classes.link} onClick={() => setAsked('proof')}>
                Show proof
              </button>
            }
          >
            <b>{words.sayUnproven(unproven.length)}.</b> {denialSentences(unproven).join('. ')}.
          </Note>
        </div>
      )}
      {above && (
        <div className={classes.note}>
          <Note tone="warn">{above}</Note>
        </div>
      )}
      {paidAbove && (
        <div className={classes.note}>
          <Note tone="warn">{sayUnverifiedPay(paidAbove)}</Note>
        </div>
      )}
      <div className={classes.body}>
        {isEditing || !saved ? (
          <DraftFacts
            context={context}
            work={work}
            totals={totals}
            proofs={proofs}
            possible={possibleOf(context)}
            onAsk={setAsked}
          />
        ) : (
          <SavedFacts
            context={context}
            work={work}
            totals={totals}
            saved={saved}
            proofs={proofs}
            onAsk={setAsked}
            blocked={blocked && 'The status waits for the scans.'}
          />
        )}
        <div className={classes.days}>
          <CardGrid
            name={name}
            rows={rows}
            gaps={work.gaps}
            proofs={proofs ?? []}
            wrong={work.wrong}
            period={counted}
            today={today}
            halves={totals.halves}
            scans={card.scans}
            onScans={() => setAsked('scans')}
            actions={isEditing && !isDeleted ? actions : undefined}
          />
          {isEditing && !isDeleted && (
            <div className={classes.under}>
              <button
                type="button"
                className={classes.link}
                onClick={work.showAllDays}
                aria-pressed={work.allDays}
              >
                {work.allDays ? 'Show planned days' : 'Show all days'}
              </button>
              <span className="ink2">Ctrl D copies a cell down, with Shift to the same weekday</span>
            </div>
          )}
        </div>
      </div>
      <ConfirmDialog
        opened={work.question !== undefined}
        title={`${verb} ${days.length === 1 ? 'a day' : 'days'} without a visit?`}
        confirmLabel={verb}
        onConfirm={() => work.question?.answer(true)}
        onCancel={() => work.question?.answer(false)}
      >
        {days.map((date) => (
          <p key={date}>
            {showDate(date)}: {work.gaps.get(date)}.
          </p>
        ))}
      </ConfirmDialog>
      <ConfirmDialog
        opened={Boolean(work.overlap)}
        title="Save hours in two places?"
        confirmLabel="Save"
        focusCancel
        onConfirm={() => work.overlap?.answer(true)}
        onCancel={() => work.overlap?.answer(false)}
      >
        <p>{work.overlap?.text}</p>
        <p>Each hour is billed once and paid once. The record log keeps that you allowed it.</p>
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked === 'delete'}
        title={`Delete the billing of ${plan.Provider} for ${month}?`}
        confirmLabel="Delete"
        danger
        focusCancel
        busy={work.busy}
        onConfirm={() => void work.remove().then(() => setAsked(undefined))}
        onCancel={() => setAsked(undefined)}
      >
        <p>
          {totals.units} units, {showMoney(totals.amount ?? 0)}, {saved?.Status}. Previous Data brings the
          times back until another record is saved.
        </p>
      </ConfirmDialog>
      {asked === 'scans' && (
        <PlanScansDialog
          plan={{ id: plan.id, Provider: plan.Provider, Client: clientName, Status: plan.Status }}
          onClose={() => {
            setAsked(undefined);
            void refreshBilling();
          }}
        />
      )}
      {asked === 'proof' && proofs && (
        <CardProofDialog
          name={`${plan.Provider}, ${month}`}
          proofs={proofs}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked === 'log' && <BillingLogDialog plan={plan} month={month} onClose={() => setAsked(undefined)} />}
      {asked === 'visits' && (
        <VisitDataDialog context={context} rows={rows} onClose={() => setAsked(undefined)} />
      )}
    </section>
  );
};

interface HeadProps {
  readonly context: CardContext;
  readonly work: CardWork;
  readonly blocked: string | undefined;
  readonly counted: ReturnType<typeof toCount>;
  readonly onAsk: (what: Asked) => void;
}

const CardHead = ({ context, work, blocked, counted, onAsk }: HeadProps) => {
  const { plan, saved } = context.card;
  return (
    <header className={classes.head}>
      <h3 className={classes.name}>{plan.Provider}</h3>
      <span className="ink2">
        {plan.TypeName} · plan {plan.id}
      </span>
      {saved ? <StatusPill status={saved.Status} /> : <Pill tone="mute">Not saved</Pill>}
      {work.isDirty && <Pill tone="warn">Changed</Pill>}
      {plan.Status === 'Archive' && plan.coversPlanId === null && <StatusPill status="Archived" />}
      {plan.Status === 'Deleted' && <StatusPill status="Deleted" />}
      {plan.coversPlanId !== null && <Pill tone="info">Temporary</Pill>}
      {plan.excluded && <Pill tone="mute">EVV-exempt</Pill>}
      <div className={classes.buttons}>
        {saved && work.state === 'saved' ? (
          <SavedButtons work={work} deleted={plan.Status === 'Deleted'} onAsk={onAsk} />
        ) : (
          <DraftButtons context={context} work={work} blocked={blocked} counted={counted} />
        )}
      </div>
    </header>
  );
};

const SavedButtons = ({
  work,
  deleted,
  onAsk,
}: {
  readonly work: CardWork;
  readonly deleted: boolean;
  readonly onAsk: (what: Asked) => void;
}) => (
  <>
    <Button variant="subtle" leftSection={<IconClockCheck {...smallIcon} />} onClick={() => onAsk('visits')}>
      Visit EVV Data
    </Button>
    <ReasonButton
      leftSection={<IconPencil {...smallIcon} />}
      data-next
      reason={deleted ? PLAN_DELETED : undefined}
      onClick={work.modify}
    >
      Modify
    </ReasonButton>
    <Button
      variant="outline"
      color="red"
      leftSection={<IconTrash {...smallIcon} />}
      onClick={() => onAsk('delete')}
    >
      Delete
    </Button>
  </>
);

const NO_PREVIOUS = 'No deleted record of this month and no record of the month before';
const NOT_ADJUSTED = 'The second half has at most 18.25 billed hours of work';

const DraftButtons = ({ context, work, blocked, counted }: Omit<HeadProps, 'onAsk'>) => {
  const { plan, previous, visits } = context.card;
  const isDeleted = plan.Status === 'Deleted';
  const hasVisits = visits.some(({ Status }) => Status === 'Complete');
  return (
    <>
      <ReasonButton
        variant={work.filled === 'visits' ? 'light' : 'subtle'}
        aria-pressed={work.filled === 'visits'}
        leftSection={<IconClockCheck {...smallIcon} />}
        reason={hasVisits ? undefined : 'No visit of this month is complete'}
        onClick={() => void work.takeVisits()}
      >
        Visit EVV Data
      </ReasonButton>
      <ReasonButton
        variant={work.filled === 'previous' ? 'light' : 'subtle'}
        aria-pressed={work.filled === 'previous'}
        leftSection={<IconHistory {...smallIcon} />}
        reason={previous ? undefined : NO_PREVIOUS}
        onClick={work.takePrevious}
      >
        Previous Data
      </ReasonButton>
      {plan.relative && (
        <ReasonButton
          reason={mayAdjust(counted, context.zone) ? undefined : NOT_ADJUSTED}
          onClick={work.adjust}
        >
          Adjust Second Half
        </ReasonButton>
      )}
      {work.state === 'unsaved' ? (
        <Button onClick={work.omit}>Omit</Button>
      ) : (
        <Button onClick={work.cancel}>Cancel</Button>
      )}
      <ReasonButton
        variant="filled"
        loading={work.busy}
        reason={isDeleted ? PLAN_DELETED : blocked && `Can’t save yet: ${blocked}`}
        onClick={() => void work.save()}
      >
        Save
      </ReasonButton>
    </>
  );
};
