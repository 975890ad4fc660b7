import { sayProgram } from '@homecare/domain/authorizations/client-programs.ts';
import { JUSTIFIED } from '@homecare/domain/authorizations/exceeded.ts';
import { sayFinding, sayUnpaid, warnOfFinding } from '@homecare/domain/authorizations/findings.ts';
import type { LedgerPart } from '@homecare/domain/authorizations/ledger.ts';
import { sayLimitSource, sayUse, warnOfLimit } from '@homecare/domain/authorizations/limits.ts';
import { requestsOf } from '@homecare/domain/authorizations/requests.ts';
import type { AuthorizationDetail, Justification } from '@homecare/domain/authorizations/schema.ts';
import { isInUnits, LIMIT_WORDS } from '@homecare/domain/calculator/limit-rules.ts';
import { CAP_WORDS } from '@homecare/domain/calculator/schema.ts';
import { addDays, dayOfStamp, hoursText, sayDay, showDate } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { sayMonth } from '@homecare/domain/plan-documents/rules.ts';
import { programOn } from '@homecare/domain/plan-types/programs.ts';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconPencil, IconSend, IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { useOpenPage, usePageState } from '../../platform/page-state.ts';
import { failureOf } from '../../platform/query.ts';
import { StaleLine } from '../../platform/StaleLine.tsx';
import { toast } from '../../platform/toasts.ts';
import { useZone } from '../../platform/use-today.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { menuIcon, rowIcon } from '../../ui/icons.ts';
import { FreePage } from '../../ui/Page.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import type { Tone } from '../../ui/tones.ts';
import { useDenialGroups } from '../claims/api.ts';
import { useOpenDenial } from '../claims/open-denial.ts';
import { AuthorizationSkeleton } from './AuthorizationSkeleton.tsx';
import classes from './Authorizations.module.css';
import { JUSTIFY, useAuthorization, usePrograms } from './api.ts';
import { daysOf } from './authorization-columns.tsx';
import { BurnDown } from './BurnDown.tsx';
import { JustifyDialog } from './JustifyDialog.tsx';
import { MonthTable } from './MonthTable.tsx';
import { type NewPar, ParDialog } from './ParDialog.tsx';
import { ProgramDialog } from './ProgramDialog.tsx';
import { RequestDialog } from './RequestDialog.tsx';
import { STAKES } from './stake.ts';
import { type StakeWay, useStakePages, useStakeWays, WAY_WORDS } from './use-stake-ways.ts';
import { useVisitNumbers, VisitNumber, type VisitNumbers } from './VisitNumber.tsx';

const LIST = '/authorizations';

interface Figure {
  readonly name: string;
  readonly units: number | null;
  readonly note: string;
  readonly tone?: Tone;
  /** The visits that it counts can be listed. */
  readonly part?: LedgerPart;
}

const money = (cents: number | null, text = '') => (cents === null ? text : `${showMoney(cents)} ${text}`);

/** '6 months', '20 days' */
const lengthOf = ({ from, through }: AuthorizationDetail['row']) => {
  if (from === null || through === null) return '';
  const after = Temporal.PlainDate.from(through).add({ days: 1 });
  const { months, days } = Temporal.PlainDate.from(from).until(after, { largestUnit: 'months' });
  return months > 0 ? counted(months, 'month') : counted(days, 'day');
};

const figuresOf = ({ row, shortCents, paidCents, deniedCents }: AuthorizationDetail): Figure[] => [
  { name: 'Authorized', units: row.authorized, note: lengthOf(row) },
  { name: 'Worked', units: row.worked, note: 'through today', part: 'worked' },
  {
    name: 'Claimed',
    units: row.claimed,
    note: `${Math.max(0, row.worked - row.claimed).toLocaleString('en-US')} not yet`,
    part: 'claimed',
  },
  { name: 'Paid', units: row.paid, note: money(paidCents), part: 'paid' },
  {
    name: 'Denied',
    units: row.denied,
    note: money(deniedCents),
    part: 'denied',
    ...(row.denied > 0 && { tone: 'danger' as const }),
  },
  { name: 'Planned', units: row.planned, note: 'visits ahead', part: 'planned' },
  { name: 'Left', units: row.left, note: 'to use' },
  {
    name: 'Short',
    units: row.short,
    note: row.short > 0 ? money(shortCents, 'not paid') : 'enough',
    part: 'short',
    ...(row.short > 0 && { tone: 'danger' as const }),
  },
];

interface FiguresProps {
  readonly detail: AuthorizationDetail;
  readonly numbers: VisitNumbers;
}

const Figures = ({ detail, numbers }: FiguresProps) => (
  <dl className={`${classes.tiles} ${classes.eight}`} aria-label="Units">
    {figuresOf(detail).map(({ name, units, note, tone, part }) => (
      <div key={name} className={classes.fact} data-tone={tone}>
        <dt>{name}</dt>
        <dd className={classes.figure}>
          {part && units ? (
            <VisitNumber asked={{ part }} name={name} units={units} numbers={numbers} />
          ) : (
            (units?.toLocaleString('en-US') ?? '–')
          )}
        </dd>
        <dd className={classes.note}>{note}</dd>
      </div>
    ))}
  </dl>
);

interface WarningsProps {
  readonly detail: AuthorizationDetail;
  readonly onWay: (way: StakeWay, day: string) => void;
  readonly onVisits: () => void;
  readonly onJustify: (limit: LimitUse) => void;
}

type Finding = AuthorizationDetail['row']['findings'][number];

interface FindingProps extends Omit<WarningsProps, 'onJustify'> {
  readonly finding: Finding;
}

/** What would not be paid, on which days, and what is done about it. */
const FindingWarning = ({ finding, detail, onWay, onVisits }: FindingProps) => {
  const { waysOf } = useStakeWays();
  const [title, text] = sayFinding(finding, detail.day);
  const hasProgram = programOn(detail.programs, finding.day) !== undefined;
  const of = detail.findingDays.find(({ kind }) => kind === finding.kind);
  const wordsOf = (way: StakeWay) => {
    if (way === 'visits' && of) return `Show ${counted(of.visits, 'visit')}`;
    return way === 'program' && !hasProgram ? 'Add program' : WAY_WORDS[way];
  };
  return (
    <div className={classes.warning} data-tone={STAKES[finding.kind].tone}>
      <strong>{title}</strong>
      {text}
      {finding.cents !== null && finding.cents > 0 && `: ${showMoney(finding.cents)}`}
      {of && of.days.length > 0 && <p>{sayUnpaid(of.days)}</p>}
      <div className={classes.buttons}>
        {waysOf(finding.kind, hasProgram)
          .filter((way) => way !== 'justify' || detail.exceeded.includes('planUnits'))
          .map((way) => (
            <Button
              key={way}
              size="xs"
              onClick={() => (way === 'visits' ? onVisits() : onWay(way, finding.day))}
            >
              {wordsOf(way)}
            </Button>
          ))}
      </div>
    </div>
  );
};

const Warnings = ({ detail, onJustify, ...ways }: WarningsProps) => {
  const { findings, runsOutAtPace, runsOut } = detail.row;
  return (
    <aside className={classes.side} aria-label="What to do">
      <h3>What to do</h3>
      {findings.length === 0 && detail.deniedClaims.length === 0 && (
        <p className={classes.read}>Nothing. The plan fits the authorization.</p>
      )}
      {findings.map((finding) => (
        <FindingWarning key={finding.kind} finding={finding} detail={detail} {...ways} />
      ))}
      <DeniedClaims ids={detail.deniedClaims} />
      {runsOutAtPace !== null && runsOutAtPace !== runsOut && (
        <p className={classes.read}>At the pace so far it runs out {sayDay(runsOutAtPace)}.</p>
      )}
      <Programs programs={detail.programs} />
      <Limits detail={detail} onJustify={onJustify} />
      <Justifications justifications={detail.justifications} />
    </aside>
  );
};

/** Claims of it that were denied and can still be corrected. */
const DeniedClaims = ({ ids }: { readonly ids: readonly string[] }) => {
  const { data } = useDenialGroups(ids.length > 0);
  const openDenial = useOpenDenial();
  return data?.groups.flatMap(({ title, rows }) =>
    rows
      .filter(({ id }) => ids.includes(id))
      .map(({ id, units, month, by }) => (
        <div key={id} className={classes.warning} data-tone="danger">
          <strong>
            {counted(units, 'unit')} of {sayMonth(month)} denied
          </strong>
          {title}
          {by !== null && `. Claim by ${showDate(by)}`}
          <div className={classes.buttons}>
            <Button size="xs" onClick={() => openDenial({ id })}>
              Fix the claim
            </Button>
          </div>
        </div>
      )),
  );
};

/** Which code claims carry from which day. */
const Programs = ({ programs }: Pick<AuthorizationDetail, 'programs'>) => (
  <section aria-label="Program by date">
    <h3>Program by date</h3>
    {programs.length === 0 && <p className={classes.read}>None is entered on the client.</p>}
    {programs.map((one) => (
      <p key={one.from}>
        <strong>
          {sayProgram(one)} since {showDate(one.from)}
        </strong>
        <br />
        {one.code === null ? 'The type has no code for it' : `claimed as ${one.code}`}
      </p>
    ))}
  </section>
);

type LimitUse = AuthorizationDetail['limits'][number];

/** What the client uses of the dated limits; a soft one that is exceeded can be justified. */
const Limits = ({ detail: { limits, exceeded }, onJustify }: Pick<WarningsProps, 'detail' | 'onJustify'>) => (
  <section aria-label="Limits">
    <h3>Limits</h3>
    {limits.length === 0 && <p className={classes.read}>None counts for this type.</p>}
    {limits.map((use) => {
      const warning = warnOfLimit(use);
      return (
        <div
          key={use.kind}
          className={warning ? classes.warning : undefined}
          {...(warning && { 'data-tone': use.isSoft ? 'warn' : 'danger' })}
        >
          <strong>
            {CAP_WORDS[use.kind]}: {sayUse(use)}
          </strong>
          {warning && <p>{warning}</p>}
          <p className={classes.read}>{sayLimitSource(use)}</p>
          {use.isSoft && exceeded.includes(use.kind) && (
            <div className={classes.buttons}>
              <Button size="xs" aria-label={`Justify: ${CAP_WORDS[use.kind]}`} onClick={() => onJustify(use)}>
                Justify
              </Button>
            </div>
          )}
        </div>
      );
    })}
  </section>
);

const amountOf = ({ limit, amount }: Pick<Justification, 'limit' | 'amount'>) =>
  isInUnits(limit) ? counted(amount, 'unit') : hoursText(amount);

/** Why care was given beyond limits, by whom and when. */
const Justifications = ({ justifications }: Pick<AuthorizationDetail, 'justifications'>) => {
  const zone = useZone();
  return justifications.length === 0 ? null : (
    <section aria-label="Justifications">
      <h3>Justifications</h3>
      {justifications.map((one) => (
        <div key={one.id}>
          <strong>
            {LIMIT_WORDS[one.limit]}: {amountOf(one)} until {showDate(one.until)}
          </strong>
          <p>{one.text}</p>
          <p className={classes.read}>
            {showDate(dayOfStamp(one.at, zone))} by {one.by}
          </p>
        </div>
      ))}
    </section>
  );
};

interface HeadProps {
  readonly detail: AuthorizationDetail;
  readonly onEdit: () => void;
  readonly onRenew: () => void;
  readonly onRequest: () => void;
}

/** What the case manager is asked for; '' where nothing is missing. */
const requestWords = (row: AuthorizationDetail['row']) => {
  if (row.short > 0) return `Request ${counted(row.short, 'unit')}`;
  return requestsOf(row).length > 0 ? 'Request renewal' : '';
};

const Head = ({ detail: { row }, onEdit, onRenew, onRequest }: HeadProps) => {
  const openPage = useOpenPage();
  const { mayWrite } = useStakeWays();
  // One button is filled: what is to be done next.
  const request = requestWords(row);
  return (
    <div className={classes.head}>
      <IconButton
        label="Back to authorizations"
        icon={<IconArrowLeft {...rowIcon} />}
        onClick={() => void openPage(LIST)}
      />
      <div>
        <h2>
          <PersonLink id={row.clientId} name={row.client} />, {row.typeName}
        </h2>
        <p>
          PAR {row.number} · {daysOf(row)}
          {row.caseManager && ` · case manager ${row.caseManager}`}
        </p>
      </div>
      <span className={classes.spring} />
      <Button
        leftSection={<IconUser {...menuIcon} />}
        onClick={() => void openPage('/createuser', { mode: 'Modify', id: row.clientId })}
      >
        Client
      </Button>
      {mayWrite && (
        <>
          <Button leftSection={<IconPencil {...menuIcon} />} onClick={onEdit}>
            Edit
          </Button>
          <Button variant={request ? 'default' : 'filled'} onClick={onRenew}>
            Add renewal
          </Button>
        </>
      )}
      {request && (
        <Button variant="filled" leftSection={<IconSend {...menuIcon} />} onClick={onRequest}>
          {request}
        </Button>
      )}
    </div>
  );
};

const Full = ({ detail }: { readonly detail: AuthorizationDetail }) => {
  const { row, rev } = detail;
  const [edited, setEdited] = useState<'stored' | NewPar>();
  const [asks, setAsks] = useState<'request' | 'justify' | LimitUse>();
  /** The day on which the client's program is wrong or missing. */
  const [programOf, setProgramOn] = useState<string>();
  const pages = useStakePages();
  const numbers = useVisitNumbers(row);
  const { id, from, through, number } = row;
  if (id === null || from === null || through === null || number === null) return null;
  const stored = { id, type: row.type, number, from, through, units: row.authorized, used: row.claimed, rev };
  const onWay = (way: StakeWay, day: string) => {
    if (way === 'renew') setEdited(renewal);
    else if (way === 'request' || way === 'justify') setAsks(way);
    else if (way === 'program') setProgramOn(day);
    else if (way === 'code') pages.codes(row);
    else if (way === 'visits') pages.visits(day);
    else pages.plans(row);
  };
  const next = addDays(through, 1);
  const renewal = { clientId: row.clientId, type: row.type, from: next };
  return (
    <>
      <Head
        detail={detail}
        onEdit={() => setEdited('stored')}
        onRenew={() => setEdited(renewal)}
        onRequest={() => setAsks('request')}
      />
      <Figures detail={detail} numbers={numbers} />
      <div className={classes.columns}>
        <div className={classes.main}>
          {row.left === null ? (
            <>
              <h3>Units left</h3>
              <p className={classes.read}>
                {row.authorized === null
                  ? 'Enter its units to see how they are used.'
                  : `Not known: enter with the rates of ${row.typeName} how time becomes units.`}
              </p>
            </>
          ) : (
            <BurnDown detail={detail} />
          )}
          <MonthTable months={detail.months} numbers={numbers} />
        </div>
        <Warnings
          detail={detail}
          onWay={onWay}
          onVisits={() => numbers.show({ part: 'short' })}
          onJustify={setAsks}
        />
      </div>
      {numbers.window}
      {asks === 'request' && <RequestDialog rows={[row]} isAlone onClose={() => setAsks(undefined)} />}
      {asks !== undefined && asks !== 'request' && (
        <JustifyLine
          detail={detail}
          id={id}
          cap={asks === 'justify' ? undefined : asks}
          onClose={() => setAsks(undefined)}
        />
      )}
      {programOf !== undefined && (
        <ProgramOnDay clientId={row.clientId} day={programOf} onClose={() => setProgramOn(undefined)} />
      )}
      {edited && (
        <ParDialog
          fresh={edited === 'stored' ? { clientId: row.clientId, type: row.type, from } : edited}
          stored={edited === 'stored' ? stored : null}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
};

interface ProgramOnDayProps {
  readonly clientId: number;
  readonly day: string;
  readonly onClose: () => void;
}

/** The program that counts on a day, once it is known; where there is none, a new one. */
const ProgramOnDay = ({ clientId, day, onClose }: ProgramOnDayProps) => {
  const { data } = usePrograms(clientId);
  return (
    data && <ProgramDialog clientId={clientId} stored={programOn(data, day) ?? null} onClose={onClose} />
  );
};

interface JustifyLineProps {
  readonly detail: AuthorizationDetail;
  readonly id: number;
  /** A cap that is exceeded; none: the units of the authorization. */
  readonly cap: LimitUse | undefined;
  readonly onClose: () => void;
}

const JustifyLine = ({ detail: { row, day }, id, cap, onClose }: JustifyLineProps) => {
  const { run, pending } = useAction({
    ...JUSTIFY,
    onDone: () => {
      toast.success(JUSTIFIED);
      onClose();
    },
    onRefused: ({ info }) => toast.error(info),
  });
  const short = row.findings.filter(({ kind }) => kind === 'runningOut' || kind === 'overPlanned');
  const exceeded = cap
    ? [`${CAP_WORDS[cap.kind]}: ${warnOfLimit(cap) ?? ''}`]
    : short.map((one) => warnOfFinding(one, row.number, day));
  return (
    <JustifyDialog
      exceeded={exceeded}
      label="Save"
      busy={pending}
      onJustify={(text) => void run({ id, limit: cap?.kind ?? 'planUnits', text })}
      onCancel={onClose}
    />
  );
};

/** /authorizations/one: one authorization, from the permitted unit to the paid one. */
export const AuthorizationPage = () => {
  const { id } = usePageState();
  const query = useAuthorization(typeof id === 'number' ? id : 0);
  const openPage = useOpenPage();
  const failure = failureOf(query, 'Couldn’t load the authorization');
  if (typeof id !== 'number')
    return (
      <FreePage>
        <EmptyState icon={IconArrowLeft} title="No authorization is chosen" text="Choose one from the list.">
          <Button onClick={() => void openPage(LIST)}>Authorizations</Button>
        </EmptyState>
      </FreePage>
    );
  return (
    <FreePage>
      {failure && !query.data && <ErrorState {...failure} />}
      {!query.data && !failure && <AuthorizationSkeleton />}
      <StaleLine query={query} />
      {query.data && <Full detail={query.data} />}
    </FreePage>
  );
};
