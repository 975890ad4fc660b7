import { isNothingToClaim, NOTHING_TO_CLAIM, showHours } from '@homecare/domain/billing/counting.ts';
import {
  choiceOf,
  optionOf,
  priceText,
  type RateOption,
  rateText,
  savedRate,
} from '@homecare/domain/billing/rates.ts';
import { CARD_REMARKS_MAX, type CardTotals } from '@homecare/domain/billing/rules.ts';
import { CARD_STATUSES, type SavedCard } from '@homecare/domain/billing/schema.ts';
import { showDate, showStamp } from '@homecare/domain/calendar.ts';
import type { Proof } from '@homecare/domain/claims/proof.ts';
import { counted as sayCount } from '@homecare/domain/counted.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DateBox } from '../../ui/inputs.tsx';
import { MonthBox } from '../../ui/MonthBox.tsx';
import { Note } from '../../ui/Note.tsx';
import { useOpenDenial } from '../claims/open-denial.ts';
import { useProofWords } from '../claims/use-proof-words.ts';
import classes from './BillingCard.module.css';
import { type CardContext, optionsOf, possibleOf } from './card-draft.ts';
import type { CardFacts } from './card-facts.ts';
import { claimedText, proofCounts, unclaimedText } from './card-proof.ts';
import { changeDraft } from './card-state.ts';
import { RateField } from './RateField.tsx';
import type { CardEditor } from './use-card-editor.ts';

/** '$1,638.00' and how it comes about. */
export const Amount = ({
  totals,
  rate,
}: {
  readonly totals: CardTotals;
  readonly rate: RateOption | undefined;
}) => (
  <div className={classes.amount}>
    <span className={classes.money}>{totals.amount === null ? '–' : showMoney(totals.amount)}</span>
    <span className="ink2">
      {totals.units === null ? 'Units not known' : sayCount(totals.units, 'unit')}
      {rate && totals.units !== null && ` × ${priceText(rate)}`}
    </span>
    {isNothingToClaim(totals) && <span className="ink2">{NOTHING_TO_CLAIM}</span>}
  </div>
);

interface ProofProps {
  readonly proofs: readonly Proof[] | undefined;
  readonly onAsk: (what: 'proof' | 'log') => void;
}

/** What the aggregator has of the lines, counted; opens them one by one. */
const ProofRow = ({ proofs, onAsk }: ProofProps) => {
  const words = useProofWords();
  if (!proofs) return null;
  return (
    <>
      <dt>Proof</dt>
      <dd>
        <button type="button" className={classes.link} onClick={() => onAsk('proof')}>
          {proofCounts(proofs, words)}
        </button>
      </dd>
    </>
  );
};

const LogLink = ({ onAsk }: Pick<ProofProps, 'onAsk'>) => (
  <button type="button" className={classes.link} onClick={() => onAsk('log')}>
    Record log
  </button>
);

const Hours = ({ totals }: { readonly totals: CardTotals }) => (
  <>
    <dt>Billed hours</dt>
    <dd>
      {showHours(totals.billed.work)} work + {showHours(totals.billed.travel)} travel
    </dd>
    {totals.paid.total !== totals.billed.total && (
      <>
        <dt>Paid hours</dt>
        <dd>
          {showHours(totals.paid.work)} work + {showHours(totals.paid.travel)} travel
        </dd>
      </>
    )}
  </>
);

interface FactsProps {
  readonly context: CardContext;
  readonly editor: CardEditor;
  readonly facts: CardFacts;
  readonly onAsk: ProofProps['onAsk'];
}

/** What is entered beside the grid. */
export const DraftFacts = ({ context, editor, facts, onAsk }: FactsProps) => {
  const { draft, apply, faults } = editor;
  const change = (next: Parameters<typeof changeDraft>[0]) => apply(changeDraft(next));
  const faultOf = (field: string) => faults.find((fault) => fault.field === field)?.message;
  const options = optionsOf(context, draft.added);
  const chosen = optionOf(options, draft);
  const possible = possibleOf(context);
  const bounds = possible ? { min: possible.from, max: possible.through } : {};
  return (
    <div className={classes.facts}>
      <Amount totals={facts.totals} rate={chosen} />
      <dl className={classes.list}>
        <Hours totals={facts.totals} />
        <ProofRow proofs={facts.proofs} onAsk={onAsk} />
      </dl>
      <RateField
        options={options}
        value={chosen}
        error={faultOf('payRate')}
        onChange={(option) => change(choiceOf(option))}
        onAdd={(payRate) => change({ payRate, rateKind: null, added: [...draft.added, payRate] })}
      />
      <div className={classes.period}>
        <DateBox
          label="Start period"
          value={draft.startPeriod}
          {...bounds}
          error={faultOf('startPeriod')}
          onChange={(startPeriod) => change({ startPeriod })}
        />
        <DateBox
          label="End period"
          value={draft.endPeriod}
          {...bounds}
          onChange={(endPeriod) => change({ endPeriod })}
        />
      </div>
      <TextInput
        label="Remarks"
        maxLength={CARD_REMARKS_MAX}
        autoComplete="off"
        value={draft.remarks}
        error={faultOf('remarks')}
        onChange={(event) => change({ remarks: event.currentTarget.value })}
      />
      <Switch
        className={classes.later ?? ''}
        label="Month of calculation"
        checked={draft.isCalculatedLater}
        onChange={(event) => change({ isCalculatedLater: event.currentTarget.checked })}
      />
      {draft.isCalculatedLater && (
        <MonthBox
          aria-label="Month of calculation, month"
          value={draft.customDate}
          error={faultOf('customDate')}
          onChange={(customDate) => change({ customDate })}
        />
      )}
      <ProviderNote notes={context.card.plan.providerNotes} />
      {(context.card.saved || context.card.previous?.date === context.month) && (
        <p className={classes.notes}>
          <LogLink onAsk={onAsk} />
        </p>
      )}
    </div>
  );
};

const ProviderNote = ({ notes }: { readonly notes: string | null }) =>
  notes && <p className={classes.notes}>Provider note: {notes}</p>;

/** A saved card to look at; status and remarks are changed in place. */
export const SavedFacts = ({
  context,
  editor,
  facts: { totals, proofs, blocked },
  saved,
  onAsk,
}: FactsProps & { readonly saved: SavedCard }) => {
  const unclaimed = unclaimedText(context, saved, saved.status);
  const claimed = claimedText(context);
  const rate = savedRate(saved, optionOf(optionsOf(context, []), saved));
  return (
    <div className={classes.facts}>
      <Amount totals={totals} rate={rate} />
      <dl className={classes.list}>
        <Hours totals={totals} />
        <dt>Pay rate</dt>
        <dd>{rateText(rate)}</dd>
        <dt>Period</dt>
        <dd>
          {showDate(saved.startPeriod)} – {showDate(saved.endPeriod)}
        </dd>
        {saved.customDate && (
          <>
            <dt>Month of calculation</dt>
            <dd>{saved.customDate}</dd>
          </>
        )}
        <ProofRow proofs={proofs} onAsk={onAsk} />
        {claimed && (
          <>
            <dt>Claimed</dt>
            <dd>{claimed}</dd>
          </>
        )}
        {unclaimed && (
          <>
            <dt>Not claimed</dt>
            <dd>{unclaimed}</dd>
          </>
        )}
      </dl>
      {saved.status === 'Adjust' && saved.deniedReason && <Note tone="warn">{saved.deniedReason}</Note>}
      <NativeSelect
        label="Status"
        value={saved.status}
        disabled={blocked !== undefined || editor.isBusy}
        description={blocked && 'The status waits for the scans.'}
        data={[...CARD_STATUSES]}
        onChange={(event) => {
          const chosen = CARD_STATUSES.find((status) => status === event.currentTarget.value);
          if (chosen) editor.setStatus(chosen);
        }}
      />
      <DeniedNote saved={saved} />
      <SavedRemarks key={saved.rev} saved={saved} editor={editor} />
      <ProviderNote notes={context.card.plan.providerNotes} />
      <p className={classes.notes}>
        Saved by {saved.modifiedBy}, {showStamp(saved.modifiedAt, context.zone)} <LogLink onAsk={onAsk} />
      </p>
    </div>
  );
};

/** Why the payer did not pay, with the way to the claim. */
const DeniedNote = ({ saved: { id, status, deniedReason } }: { readonly saved: SavedCard }) => {
  const openDenial = useOpenDenial();
  if (status !== 'Denied' && status !== 'Problem') return null;
  return (
    <Note tone="danger" actions={<Button onClick={() => openDenial({ card: id })}>Fix the claim</Button>}>
      {deniedReason ?? 'A claim of this record needs a correction.'}
    </Note>
  );
};

/** Saved when the field is left or Enter is pressed, and something changed. */
const SavedRemarks = ({ saved, editor }: { readonly saved: SavedCard; readonly editor: CardEditor }) => {
  const [typed, setTyped] = useState(saved.remarks ?? '');
  const keep = () => {
    if (typed.trim() !== (saved.remarks ?? '')) editor.setRemarks(typed);
  };
  return (
    <TextInput
      label="Remarks"
      maxLength={CARD_REMARKS_MAX}
      autoComplete="off"
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') setTyped(saved.remarks ?? '');
      }}
    />
  );
};
