import { mondayOf, sayStamp, showDate } from '@homecare/domain/calendar.ts';
import { isOffice } from '@homecare/domain/call.ts';
import { planColour } from '@homecare/domain/care-plans/list.ts';
import { sayWeekHours, sayWholeWeek } from '@homecare/domain/care-plans/week-line.ts';
import { getConversation } from '@homecare/domain/messaging/delivery-contract.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { fieldOf, isFor, LIST_FIELDS } from '@homecare/domain/people/dictionary.ts';
import { isClient, KIND } from '@homecare/domain/people/kind-and-status.ts';
import { getAccount } from '@homecare/domain/private-pay/contract.ts';
import { getBoard } from '@homecare/domain/schedule/contract.ts';
import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { PlaceLink } from '../../platform/PlaceLink.tsx';
import { personPath } from '../../platform/person-path.ts';
import { isOpenTo } from '../../platform/row-actions.ts';
import { useToday, useZone } from '../../platform/use-today.ts';
import { Facts } from '../../ui/Facts.tsx';
import { useSlow } from '../../ui/states.tsx';
import { useListedPlans } from '../care-plans/list-api.ts';
import { CARE_PLAN, storedPlan } from '../care-plans/plan-mode.ts';
import { useTypeNames } from '../care-plans/use-plan-rows.ts';
import { useConversation } from '../messaging/conversation-api.ts';
import { useAccount } from '../private-pay/api.ts';
import { telOf } from '../visits/visit-words.ts';
import classes from './Person.module.css';
import type { TabProps } from './tab-props.ts';
import { isOf, usePersonWeek } from './use-person-week.ts';
import { WeekStrip } from './WeekStrip.tsx';

interface CardProps {
  readonly title: string;
  readonly action?: ReactNode;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

const Card = ({ title, action, wide, children }: CardProps) => (
  <section className={classes.card} data-wide={wide || undefined} aria-label={title}>
    <div className={classes.cardHead}>
      <h3>{title}</h3>
      {action}
    </div>
    {children}
  </section>
);

const Nothing = ({ children }: { readonly children: ReactNode }) => (
  <p className={classes.none}>{children}</p>
);
const FAILED = 'Couldn’t load this. It loads again when you come back.';

const ThisWeek = ({ person }: TabProps) => {
  const { query, days } = usePersonWeek(person.ID, mondayOf(useToday()).toString());
  return (
    <Card title="This week" wide action={<Link to={personPath(person.ID, 'schedule')}>Schedule</Link>}>
      {days ? <WeekStrip days={days} /> : <Nothing>{query.isError ? FAILED : 'Loading the week…'}</Nothing>}
    </Card>
  );
};

const NOW = { month: '', showArchived: false, showDeleted: false, showTemp: false } as const;

const Plans = ({ person, viewer }: TabProps) => {
  const today = useToday();
  const nameOfType = useTypeNames();
  const { query, rows } = useListedPlans(NOW);
  const own = rows?.filter((plan) => isOf(person.ID)(plan) && planColour(plan, today) !== 'archived');
  const opensPlans = isOffice(viewer.role);
  return (
    <Card title="Care plans" action={<Link to={personPath(person.ID, 'plans')}>All plans</Link>}>
      {!own && <Nothing>{query.isError ? FAILED : 'Loading the plans…'}</Nothing>}
      {own?.length === 0 && <Nothing>No care plan now.</Nothing>}
      <ul className={classes.lines}>
        {own?.map((plan) => {
          const other = plan.ClientID === person.ID ? plan.Provider : plan.Client;
          return (
            <li key={plan.id}>
              {opensPlans ? (
                <PlaceLink place={{ to: CARE_PLAN, page: storedPlan('Show', plan) }}>{other}</PlaceLink>
              ) : (
                other
              )}
              <span>
                {nameOfType(plan.Type)}
                {plan.week.length > 0 &&
                  ` · ${sayWholeWeek(plan.week)} · ${sayWeekHours(plan.week)} h a week`}
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
};

const Contacts = ({ person }: TabProps) => {
  const tel = telOf(person.Phone);
  return (
    <Card title="Contacts">
      <Facts
        rows={[
          ['Phone', tel && <a href={tel}>{person.Phone}</a>],
          ['Email', person.Email && <a href={`mailto:${person.Email}`}>{person.Email}</a>],
          ...(isClient(person) ? ([['Doctor', person.Doctor]] as const) : []),
        ]}
      />
    </Card>
  );
};

const LAST = 3;

const Messages = ({ person }: TabProps) => {
  const zone = useZone();
  const query = useConversation({ personId: person.ID, number: null });
  const last = query.data?.texts.slice(-LAST).toReversed();
  return (
    <Card title="Last messages" action={<Link to={personPath(person.ID, 'messages')}>All messages</Link>}>
      {!last && <Nothing>{query.isError ? FAILED : 'Loading the texts…'}</Nothing>}
      {last?.length === 0 && <Nothing>No texts yet.</Nothing>}
      <ul className={classes.lines}>
        {last?.map(({ id, direction, text, time }) => (
          <li key={id}>
            {text}
            <span>
              {direction === 'in' ? 'Received' : 'Sent'} {sayStamp(time, zone)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
};

const PAPERS = ['Checks and dates', 'Services', 'Case management'];

/** Dates of the record that run out or come again. */
const papersOf = (person: TabProps['person']) =>
  LIST_FIELDS.filter((name) => {
    const field = fieldOf(name);
    return field.kind === 'date' && PAPERS.includes(field.section) && isFor(field, person[KIND]);
  }).map((name) => {
    const value = person[name];
    return [fieldOf(name).label, typeof value === 'string' ? showDate(value) : ''] as const;
  });

const Papers = ({ person }: TabProps) => (
  <Card title="Papers" action={<Link to={personPath(person.ID, 'edit')}>Record</Link>}>
    <Facts rows={papersOf(person)} />
  </Card>
);

const OpenMoney = ({ person }: TabProps) => {
  const query = useAccount(person.ID);
  const { data } = query;
  return (
    <Card title="Open money" action={<Link to={personPath(person.ID, 'billing')}>Billing</Link>}>
      {data ? (
        <Facts
          rows={[
            ['Balance', showMoney(data.balance)],
            ['Overdue', showMoney(data.overdue)],
            ['Credit', showMoney(data.credit)],
          ]}
        />
      ) : (
        <Nothing>{query.isError ? FAILED : 'Loading the account…'}</Nothing>
      )}
    </Card>
  );
};

const MOST_WAIT_MS = 1_000;
const firstLoads = { predicate: ({ state }: Query) => state.data === undefined };

/** The cards appear together: a card that loads late would push the others down. None waits longer than a second. */
const useTogether = (): boolean => {
  const client = useQueryClient();
  const loading = useIsFetching(firstLoads);
  const [isLoaded, setLoaded] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number that was drawn is older than the loads that the cards begin
  useEffect(() => {
    if (client.isFetching(firstLoads) === 0) setLoaded(true);
  }, [client, loading]);
  return useSlow(!isLoaded, MOST_WAIT_MS) || isLoaded;
};

/** What matters of a person now; each part leads to its tab. */
export const OverviewTab = (props: TabProps) => {
  const { person, viewer } = props;
  const isShown = useTogether();
  const sees = (call: Parameters<typeof isOpenTo>[0]['call']) => isOpenTo(call ? { call } : {}, viewer);
  return (
    <div className={classes.cards} data-waiting={!isShown || undefined}>
      {sees(getBoard) && <ThisWeek {...props} />}
      <Plans {...props} />
      <Contacts {...props} />
      {sees(getConversation) && <Messages {...props} />}
      <Papers {...props} />
      {isClient(person) && sees(getAccount) && <OpenMoney {...props} />}
    </div>
  );
};
