import { hoursText } from '@homecare/domain/calendar.ts';
import { showMoney } from '@homecare/domain/money.ts';
import type { Candidate, ScorePartName } from '@homecare/domain/staffing/schema.ts';
import { sayVisitsHere } from '@homecare/domain/staffing/visits-here.ts';
import { Button, Checkbox } from '@mantine/core';
import { IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { menuIcon } from '../../ui/icons.ts';
import type { OfferWords } from '../offers/offer-words.ts';
import classes from './Cover.module.css';

const PARTS: Record<ScorePartName, string> = {
  knows: 'Knows the client',
  driving: 'Extra driving',
  cost: 'Cost',
  preferred: 'Preferred, language',
  hours: 'Wants hours',
  reliable: 'Reliable',
};

const driveWords = (minutes: number | null) => {
  if (minutes === null) return '';
  return minutes === 0 ? 'no extra' : `+${minutes} min`;
};

/** Costs in dollars, if the answer contains them. Everybody sees overtime. */
export const Cost = ({ cost }: Pick<Candidate, 'cost'>) => {
  if (!cost) return <span />;
  const { payCents, overtimeCents, overtimeMinutes } = cost;
  return (
    <span className={classes.cost}>
      {payCents !== null && <b>{showMoney(payCents + (overtimeCents ?? 0))}</b>}
      <small data-over={overtimeMinutes > 0 || undefined}>
        {overtimeMinutes > 0 ? `+${hoursText(overtimeMinutes)} overtime` : 'no overtime'}
      </small>
    </span>
  );
};

interface WarningsProps {
  readonly of: Pick<Candidate, 'warnings'> & Partial<Pick<Candidate, 'whyNoOffer'>>;
}

/** What the office should know before it assigns or asks somebody, as whole sentences. */
export const Warnings = ({ of: { warnings, whyNoOffer } }: WarningsProps) => {
  const all = [...warnings, ...(whyNoOffer ? [whyNoOffer] : [])];
  return all.length === 0 ? null : (
    <small className={classes.warnings}>{all.map((one) => `${one}.`).join(' ')}</small>
  );
};

/** Shows that an offer waits, was declined or was accepted. */
const Mark = ({ tone }: { readonly tone: OfferWords['tone'] | undefined }) => {
  const Icon = tone === 'danger' ? IconX : tone === 'ok' ? IconCheck : IconClock;
  return <Icon {...menuIcon} />;
};

interface CandidateRowProps {
  readonly candidate: Candidate;
  readonly busy: boolean;
  /** State of an offer of this visit to the caregiver. */
  readonly offered: OfferWords | undefined;
  /** Undefined if the caregiver cannot be asked now. */
  readonly onTick: ((isTicked: boolean) => void) | undefined;
  readonly isTicked: boolean;
  readonly onAssign: (candidate: Candidate) => void;
}

/** Somebody who can come. The score opens into the parts that add up to it. */
export const CandidateRow = ({ candidate, busy, offered, onTick, isTicked, onAssign }: CandidateRowProps) => {
  const [opened, setOpened] = useState(false);
  const { ProviderID, Provider, town, score, parts, cost, extraMinutes } = candidate;
  return (
    <li className={classes.candidate}>
      {onTick ? (
        <Checkbox
          aria-label={`Ask ${Provider}`}
          checked={isTicked}
          onChange={(event) => onTick(event.currentTarget.checked)}
        />
      ) : (
        <Mark tone={offered?.tone} />
      )}
      <button
        type="button"
        className={classes.score}
        aria-expanded={opened}
        aria-label={`Score ${score ?? 0}, why`}
        onClick={() => setOpened(!opened)}
      >
        {score}
      </button>
      <span className={classes.who}>
        <span>
          <b>
            <PersonLink id={ProviderID} name={Provider} />
          </b>{' '}
          <span className="ink2">{town}</span>
        </span>
        <small>
          {offered && (
            <b className={classes.offered} data-tone={offered.tone}>
              {`${offered.words}, `}
            </b>
          )}
          {sayVisitsHere(candidate)}
        </small>
        <Warnings of={candidate} />
      </span>
      <Cost cost={cost} />
      <span className={classes.drive}>
        {driveWords(extraMinutes)}
        {extraMinutes !== null && <span className={classes.driven}> driving</span>}
      </span>
      <Button aria-label={`Assign ${Provider}`} disabled={busy} onClick={() => onAssign(candidate)}>
        Assign
      </Button>
      {opened && (
        <dl className={classes.parts}>
          {parts.map(({ name, why, points, most }) => (
            <div key={name}>
              <dt>{PARTS[name]}</dt>
              <dd>
                {why}
                <span className={classes.bar} aria-hidden="true">
                  <span style={{ width: `${most === 0 ? 0 : (points / most) * 100}%` }} />
                </span>
              </dd>
              <dd className={classes.points}>{`+${points}`}</dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
};
