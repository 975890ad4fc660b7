import type { Unpaid } from '@homecare/domain/claims/schema.ts';
import { AGES } from '@homecare/domain/claims/unpaid.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { EVERY_PAYER } from '@homecare/domain/payers/payer-key.ts';
import { sum } from '@homecare/domain/sum.ts';
import { NativeSelect } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { MonthBox } from '../../ui/MonthBox.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { useUnpaid } from './api.ts';
import classes from './Claims.module.css';
import { CLAIMS_PATH, type ClaimsView, RULES, UNPAID } from './claim-states.ts';
import { ageingOf } from './found.ts';
import { StateLinks } from './StateLinks.tsx';

/** How old the unpaid amounts are, as one bar, and the dollars older than two months. */
const AgingBar = ({ ageing }: Pick<Unpaid, 'ageing'>) => {
  const buckets = AGES.map((_, at) => sum(ageing.map((one) => one.buckets[at] ?? 0)));
  const old = sum(buckets.slice(2));
  return (
    <span className={classes.aging}>
      <span className={classes.ages} aria-hidden>
        {buckets.map(
          (cents, at) => cents > 0 && <i key={AGES[at]} data-age={at} style={{ flexGrow: cents }} />,
        )}
      </span>
      <span>
        <span>0–30 days</span> <span>31–60</span>{' '}
        <span className={old > 0 ? classes.old : undefined}>61+ {showMoney(old)}</span>
      </span>
    </span>
  );
};

/** The total unpaid amount, linked to the claims behind it. */
const UnpaidLink = ({ payer }: Pick<ClaimsView, 'payer'>) => {
  const { data } = useUnpaid();
  const ageing = data && ageingOf(data, payer);
  return (
    <Link to={`${CLAIMS_PATH}/${UNPAID}`} className={classes.unpaid}>
      <span>
        Unpaid <b>{ageing === undefined ? '…' : showMoney(sum(ageing.map(({ total }) => total)))}</b>
      </span>
      {ageing && <AgingBar ageing={ageing} />}
    </Link>
  );
};

interface PayerSelectProps {
  readonly value: string;
  readonly onChange: (payer: string) => void;
}

/** Keeps showing the chosen payer, even if nothing of it is unpaid any more. */
const PayerSelect = ({ value, onChange }: PayerSelectProps) => {
  const payers = useUnpaid().data?.payers ?? [];
  const isKnown = value === EVERY_PAYER || payers.some(({ key }) => key === value);
  return (
    <NativeSelect
      label="Payer"
      className={classes.payer ?? ''}
      value={value}
      data={[
        { value: EVERY_PAYER, label: 'All' },
        ...payers.map(({ key, name }) => ({ value: key, label: name })),
        ...(isKnown ? [] : [{ value, label: 'Nothing unpaid' }]),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
};

interface ClaimsHeadProps {
  readonly view: ClaimsView;
  /** The month shown, even if the view follows today. */
  readonly month: string;
  readonly onView: (view: ClaimsView) => void;
}

/** Filters of the page, how much is unpaid and how old it is, and the progress of each state. */
export const ClaimsHead = ({ view, month, onView }: ClaimsHeadProps) => (
  <div className={classes.head}>
    <div className={classes.find}>
      <SearchBox
        label="Search claims"
        placeholder="Client, claim or file"
        width={220}
        value={view.search}
        onChange={(search) => onView({ ...view, search })}
      />
    </div>
    <MonthBox
      label="Month"
      required
      className={classes.month}
      value={month}
      onChange={(next) => onView({ ...view, month: next })}
    />
    <PayerSelect value={view.payer} onChange={(payer) => onView({ ...view, payer })} />
    <Link to={`${CLAIMS_PATH}/${RULES}`} className={classes.rules}>
      Payer rules
    </Link>
    <UnpaidLink payer={view.payer} />
    <StateLinks month={month} />
  </div>
);
