import type { LedgerPart } from '@homecare/domain/authorizations/ledger.ts';
import type { AuthorizationRow } from '@homecare/domain/authorizations/schema.ts';
import { sayMonth } from '@homecare/domain/plan-documents/rules.ts';
import { useRowStory } from '../visit-story/use-row-story.tsx';
import classes from './Authorizations.module.css';

const sayPart = (part: LedgerPart) => (part === 'open' ? 'not paid yet' : part);

interface Asked {
  readonly part: LedgerPart;
  readonly month?: string;
}

/** Opens the visits behind a number, by click or by the shortcut for stories. */
export const useVisitNumbers = ({ id, client, typeName }: AuthorizationRow) =>
  useRowStory((asked: Asked) =>
    id === null
      ? undefined
      : {
          counts: { of: 'authorization', id: String(id), ...asked },
          title: [client, typeName, sayPart(asked.part), asked.month && sayMonth(asked.month)]
            .filter(Boolean)
            .join(', '),
        },
  );
export type VisitNumbers = ReturnType<typeof useVisitNumbers>;

interface VisitNumberProps {
  readonly asked: Asked;
  readonly name: string;
  readonly units: number;
  readonly numbers: VisitNumbers;
}

export const VisitNumber = ({ asked, name, units, numbers }: VisitNumberProps) => (
  <button
    type="button"
    className={classes.number}
    aria-label={`${name}: ${units.toLocaleString('en-US')} units`}
    onClick={() => numbers.show(asked)}
    onKeyDown={numbers.keyOn(asked)}
  >
    {units.toLocaleString('en-US')}
  </button>
);
