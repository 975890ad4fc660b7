import { showDate } from '@homecare/domain/calendar.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { sayCategory } from '@homecare/domain/payroll/problems.ts';
import {
  isFirstRateMissing,
  RATES_NOT_SAVED,
  RATES_SAVED,
  type Standing,
  standingOf,
  TERM_KEPT,
  termsOn,
} from '@homecare/domain/plan-types/rules.ts';
import type { PlanType, Term } from '@homecare/domain/plan-types/schema.ts';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { RemoveDialog } from '../../platform/form/RemoveDialog.tsx';
import { toast } from '../../platform/toasts.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { FormSection } from '../../ui/form.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon } from '../../ui/icons.ts';
import { Pill } from '../../ui/Pill.tsx';
import { REMOVE_TERM, SAVE_TERM } from './api.ts';
import classes from './config.module.css';
import { FirstRates } from './FirstRates.tsx';
import { TermDialog } from './TermDialog.tsx';

const STANDING: Record<Standing, { tone: 'ok' | 'info' | 'mute'; words: string }> = {
  now: { tone: 'ok', words: 'Counts now' },
  future: { tone: 'info', words: 'Future' },
  past: { tone: 'mute', words: 'Past' },
};

const money = (cents: number | null) => (cents === null ? '–' : showMoney(cents));
const codeOf = ({ procedureCode, modifiers, cfcCode, cfcModifiers = [] }: Term) =>
  [procedureCode ?? '–', ...modifiers, ...(cfcCode ? ['· CFC', cfcCode, ...cfcModifiers] : [])].join(' ');
const UNITS = {
  state: 'Units as the state says',
  up: 'Units rounded up',
  nearest: 'Units to the nearest',
  down: 'Units rounded down',
  nearestVisit: 'Units of each visit to the nearest',
} as const;

const columnsOn = (terms: readonly Term[], today: string): readonly Column<Term>[] => [
  { key: 'from', title: 'Valid from', width: 118, cell: ({ validFrom }) => showDate(validFrom) },
  {
    key: 'standing',
    title: 'State',
    width: 112,
    cell: (term) => {
      const { tone, words } = STANDING[standingOf(term, terms, today)];
      return <Pill tone={tone}>{words}</Pill>;
    },
  },
  { key: 'rate', title: 'Inside', width: 84, align: 'right', cell: ({ rateCents }) => money(rateCents) },
  {
    key: 'addrate',
    title: 'Outside',
    width: 84,
    align: 'right',
    cell: ({ addrateCents }) => money(addrateCents),
  },
  { key: 'code', title: 'Procedure code', width: 168, cell: codeOf },
  {
    key: 'source',
    title: 'Source',
    min: 180,
    cell: (term) => (
      <CellLines
        main={term.source}
        sub={`${UNITS[term.unitRule ?? 'state']} · ${sayCategory(term.payCategory)}`}
      />
    ),
  },
];

interface RatesSectionProps {
  readonly type: PlanType;
  readonly rev: number;
  readonly today: string;
  /** The type is at this revision now. */
  readonly onSaved: (rev: number) => void;
}

/** Pay rates inside and outside area with the days from which they count; past ones are kept. */
export const RatesSection = ({ type, rev, today, onSaved }: RatesSectionProps) => {
  const [step, setStep] = useState<{ readonly what: 'correct' | 'remove'; readonly term: Term }>();
  const { terms } = type;
  const now = termsOn(terms, today);
  const first = isFirstRateMissing(terms) && terms.length === 1 ? terms[0] : undefined;
  const close = () => setStep(undefined);
  const saved = (next: number) => {
    onSaved(next);
    close();
  };
  const nameOf = ({ validFrom }: Term) => `rates from ${showDate(validFrom)}`;
  return (
    <FormSection id="config-rates" title="Pay rates" note="Dollars per 15-minute unit.">
      {first ? (
        <FirstRates type={{ ...type, rev }} term={first} today={today} onSaved={onSaved} />
      ) : (
        <dl className={classes.amounts}>
          <div>
            <dt>Inside area</dt>
            <dd>{money(now?.rateCents ?? null)}</dd>
          </div>
          <div>
            <dt>Outside area</dt>
            <dd>{money(now?.addrateCents ?? null)}</dd>
          </div>
        </dl>
      )}
      <div className={classes.frame}>
        <DataTable
          label={`Pay rates of ${type.Name}`}
          columns={columnsOn(terms, today)}
          rows={terms}
          rowKey={({ validFrom }) => validFrom}
          rowName={nameOf}
          pageSize={10}
          noun={terms.length === 1 ? 'entry' : 'entries'}
          onOpen={(term) => setStep({ what: 'correct', term })}
          actionsWidth={84}
          actions={(term) => (
            <>
              <IconButton
                label={`Correct ${nameOf(term)}`}
                icon={<IconPencil {...rowIcon} />}
                onClick={() => setStep({ what: 'correct', term })}
              />
              <IconButton
                label={`Remove ${nameOf(term)}`}
                icon={<IconTrash {...rowIcon} />}
                danger
                disabledReason={term.validFrom > today ? undefined : TERM_KEPT}
                onClick={() => setStep({ what: 'remove', term })}
              />
            </>
          )}
          listItem={(term) => ({
            title: showDate(term.validFrom),
            kind: STANDING[standingOf(term, terms, today)].words,
            line: `${money(term.rateCents)} inside, ${money(term.addrateCents)} outside · ${codeOf(term)} · ${sayCategory(term.payCategory)}`,
            action: (
              <IconButton
                label={`Correct ${nameOf(term)}`}
                icon={<IconPencil {...rowIcon} />}
                onClick={() => setStep({ what: 'correct', term })}
              />
            ),
          })}
        />
      </div>
      {step?.what === 'correct' && (
        <TermDialog type={{ ...type, rev }} term={step.term} today={today} onSaved={saved} onClose={close} />
      )}
      {step?.what === 'remove' && (
        <RemoveDialog
          {...REMOVE_TERM}
          title={`Remove the rates from ${showDate(step.term.validFrom)}`}
          input={{ id: type.id, rev, validFrom: step.term.validFrom }}
          onDone={({ data }) => onSaved(data.rev)}
          undo={({ data }) => ({
            ...SAVE_TERM,
            input: { ...step.term, id: type.id, rev: data.rev, isNew: true },
            said: RATES_SAVED,
            undone: `The rates from ${showDate(step.term.validFrom)} are back.`,
          })}
          onRefused={({ info }) => {
            toast.success(RATES_NOT_SAVED);
            toast.error(info);
          }}
          onClose={close}
        >
          The rates before them apply again.
        </RemoveDialog>
      )}
    </FormSection>
  );
};
