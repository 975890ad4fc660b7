import { showDate } from '@homecare/domain/calendar.ts';
import {
  PROVIDER_ADJUSTMENT_CODES,
  providerAdjustmentWords,
  reasonWords,
} from '@homecare/domain/claims/reason-words.ts';
import { ADJUSTMENT_GROUPS, type OpenClaim, PAYMENT_METHODS } from '@homecare/domain/claims/schema.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSave } from '../../platform/form/use-save.ts';
import { failureOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { useToday } from '../../platform/use-today.ts';
import { DateBox, NumberBox } from '../../ui/inputs.tsx';
import { Note } from '../../ui/Note.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { POST_PAYMENT, useOpenClaims } from './api.ts';
import classes from './Claims.module.css';
import {
  type DraftClaim,
  faultsOf,
  isPaidInPart,
  newDraft,
  newDraftClaim,
  paymentOf,
  restOf,
  withPaid,
} from './manual-payment-draft.ts';
import { BackHead } from './PayerFiles.tsx';

const METHODS: Record<(typeof PAYMENT_METHODS)[number], string> = {
  CHK: 'Check',
  ACH: 'Bank transfer',
  NON: 'No money moved',
};
const GROUPS: Record<(typeof ADJUSTMENT_GROUPS)[number], string> = {
  CO: 'CO: by contract',
  PR: "PR: the client's share",
  OA: 'OA: other',
  PI: "PI: the payer's decision",
};

const nameOf = ({ client, id, month }: OpenClaim) => `${client}, claim ${id}, ${month}`;

interface FinderProps {
  readonly added: ReadonlySet<string>;
  readonly onAdd: (claim: OpenClaim) => void;
}

const SHOWN = 6;

/** Claims that a payment can be for, those not decided on first. */
const ClaimFinder = ({ added, onAdd }: FinderProps) => {
  const [typed, setTyped] = useState('');
  const query = useOpenClaims(typed);
  const failure = failureOf(query, 'Couldn’t load the claims');
  const claims = (query.data ?? []).filter(({ id }) => !added.has(id)).slice(0, SHOWN);
  return (
    <div>
      <SearchBox
        label="Find a claim"
        placeholder="Client or claim number"
        value={typed}
        onChange={setTyped}
      />
      {failure && <ErrorState {...failure} />}
      <ul className={classes.found} aria-label="Claims found">
        {claims.map((claim) => (
          <li key={claim.id}>
            <Button variant="subtle" aria-label={`Add ${nameOf(claim)}`} onClick={() => onAdd(claim)}>
              {nameOf(claim)}: {showMoney(claim.charge)} billed
              {claim.paid === null ? '' : `, ${showMoney(claim.paid)} paid`}
            </Button>
          </li>
        ))}
      </ul>
      {query.data && claims.length === 0 && <p className="ink2">No claim matches.</p>}
    </div>
  );
};

interface ClaimPartProps {
  readonly at: number;
  readonly draft: DraftClaim;
  readonly faults: ReadonlyMap<string, string>;
  readonly onChange: (next: DraftClaim) => void;
  readonly onRemove: () => void;
}

/** Reason of what was not paid, in codes as the payer prints them, with their words. */
const Reason = ({ at, draft, faults, onChange }: Omit<ClaimPartProps, 'onRemove'>) => {
  const code = draft.reason.trim().toUpperCase();
  return (
    <div className={classes.bar}>
      <NativeSelect
        label="Who bears it"
        value={draft.group}
        data={ADJUSTMENT_GROUPS.map((value) => ({ value, label: GROUPS[value] }))}
        onChange={(event) => {
          const group = ADJUSTMENT_GROUPS.find((one) => one === event.currentTarget.value);
          if (group) onChange({ ...draft, group });
        }}
      />
      <TextInput
        label="Reason code"
        description={
          code === '' ? 'As printed, such as 45' : reasonWords({ group: draft.group, reason: code })
        }
        autoComplete="off"
        maxLength={5}
        value={draft.reason}
        error={faults.get(`claims.${at}.reason`)}
        onChange={(event) => onChange({ ...draft, reason: event.currentTarget.value })}
      />
    </div>
  );
};

const ClaimPart = ({ at, draft, faults, onChange, onRemove }: ClaimPartProps) => {
  const { claim } = draft;
  const fault = faults.get(`claims.${at}.id`);
  return (
    <fieldset className={classes.claim}>
      <legend>{nameOf(claim)}</legend>
      {fault && <Note tone="danger">{fault}</Note>}
      <Group gap={8}>
        <Button onClick={() => onChange(withPaid(draft, 'full'))}>Paid in full</Button>
        <Button onClick={() => onChange(withPaid(draft, 'none'))}>Nothing paid</Button>
        <Button onClick={onRemove}>Remove</Button>
      </Group>
      <ul className={classes.lines}>
        {claim.lines.map(({ control, day, code, charge }) => (
          <li key={control}>
            <span>
              {showDate(day)} {code}
            </span>
            <NumberBox
              label={`Paid of ${showMoney(draft.takesBack ? -charge : charge)}`}
              decimals={2}
              prefix="$"
              width={150}
              value={draft.paid[control] ?? null}
              error={faults.get(`claims.${at}.lines.${control}`)}
              onChange={(value) => onChange({ ...draft, paid: { ...draft.paid, [control]: value } })}
            />
          </li>
        ))}
      </ul>
      {isPaidInPart(draft) && <Reason at={at} draft={draft} faults={faults} onChange={onChange} />}
      <TextInput
        label="Payer's claim number (ICN)"
        description="Needed to correct or void this claim later."
        autoComplete="off"
        maxLength={50}
        value={draft.icn}
        onChange={(event) => onChange({ ...draft, icn: event.currentTarget.value })}
      />
      <Checkbox
        label="Takes an earlier payment back"
        checked={draft.takesBack}
        onChange={(event) => onChange(withPaid({ ...draft, takesBack: event.currentTarget.checked }, 'full'))}
      />
    </fieldset>
  );
};

const restWords = (rest: number) =>
  rest === 0
    ? 'All of the payment is assigned.'
    : rest > 0
      ? `${showMoney(rest)} of the payment is not assigned to a claim.`
      : `The claims come to ${showMoney(-rest)} more than the payment.`;

/** A payment from paper or a portal: what it paid, claim by claim, until it balances. */
export const ManualPaymentPanel = ({ onClose }: { readonly onClose: () => void }) => {
  const today = useToday().toString();
  const save = useSave({
    ...POST_PAYMENT,
    values: newDraft(today),
    live: true,
    input: paymentOf,
    check: (typed) => [...faultsOf(typed, today)].map(([field, message]) => ({ field, message })),
    onSaved: ({ info }) => {
      toast.success(info ?? '');
      onClose();
    },
  });
  const { values: draft, set: change } = save;
  const shown = new Map(save.problems.map(({ field, message }) => [field, message]));
  const rest = restOf(draft);
  return (
    <Stack gap={12} ref={save.place}>
      <BackHead onBack={onClose}>Enter a payment</BackHead>
      <p className="ink2">Enter a payment from paper or the payer’s portal.</p>
      {save.refusal && (
        <Note tone="danger" live>
          {save.refusal}
        </Note>
      )}
      <div className={classes.fields}>
        <TextInput
          label="Check or transfer number"
          required
          data-autofocus
          autoComplete="off"
          maxLength={50}
          {...save.text('number')}
        />
        <DateBox label="Date" required max={today} {...save.box('date')} />
        <NativeSelect
          label="Paid by"
          value={draft.method}
          data={PAYMENT_METHODS.map((value) => ({ value, label: METHODS[value] }))}
          onChange={(event) => {
            const method = PAYMENT_METHODS.find((one) => one === event.currentTarget.value);
            if (method) change({ method });
          }}
        />
        <NumberBox label="Amount" required decimals={2} prefix="$" width={150} {...save.box('paid')} />
        <NumberBox
          label="Withheld for other reasons"
          decimals={2}
          prefix="$"
          width={190}
          {...save.box('taken')}
        />
        <NativeSelect
          label="Reason it was withheld"
          data={PROVIDER_ADJUSTMENT_CODES.map((value) => ({ value, label: providerAdjustmentWords(value) }))}
          {...save.text('takenFor')}
        />
      </div>
      {draft.claims.map((one, at) => (
        <ClaimPart
          key={one.claim.id}
          at={at}
          draft={one}
          faults={shown}
          onChange={(next) => change({ claims: draft.claims.map((other) => (other === one ? next : other)) })}
          onRemove={() => change({ claims: draft.claims.filter((other) => other !== one) })}
        />
      ))}
      <ClaimFinder
        added={new Set(draft.claims.map(({ claim }) => claim.id))}
        onAdd={(claim) => change({ claims: [...draft.claims, newDraftClaim(claim)] })}
      />
      {shown.get('claims') && <Note tone="danger">{shown.get('claims')}</Note>}
      <Group gap={8}>
        <Button size="sm" variant="filled" loading={save.pending} onClick={save.submit}>
          Post payment
        </Button>
        <span role="status" className={classes.rest}>
          {draft.claims.length > 0 && restWords(rest)}
        </span>
      </Group>
    </Stack>
  );
};
