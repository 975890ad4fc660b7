import type { BillingCard as Card, ClientMonth } from '@homecare/domain/billing/schema.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { isActive, isClient } from '@homecare/domain/people/kind-and-status.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { sum } from '@homecare/domain/sum.ts';
import { Button } from '@mantine/core';
import { IconFilterOff, IconReceipt, IconShieldCheck } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { keep } from '../../platform/kept.ts';
import { useKeptView } from '../../platform/kept-view.ts';
import { LeaveQuestion, useLeaveGuard } from '../../platform/leave-guard.tsx';
import { PageButton } from '../../platform/PageButton.tsx';
import { useOpenPage } from '../../platform/page-state.ts';
import { failureOf, freshnessOf } from '../../platform/query.ts';
import { useCapabilities } from '../../platform/site.ts';
import { useStable } from '../../platform/use-stable.ts';
import { useToday, useZone } from '../../platform/use-today.ts';
import { Note } from '../../ui/Note.tsx';
import { FreePage } from '../../ui/Page.tsx';
import { EmptyState, ErrorState, useSlow } from '../../ui/states.tsx';
import { AuthorizationNotes } from '../authorizations/AuthorizationNotes.tsx';
import { useClientProof } from '../claims/api.ts';
import { CLAIMS_PATH, CLAIMS_VIEW, claimsViewOf } from '../claims/claim-states.ts';
import { useProofWords } from '../claims/use-proof-words.ts';
import { usePeople } from '../people/api.ts';
import { StatusReportDialog } from '../reports/StatusReportDialog.tsx';
import { refreshPage, useClientMonth } from './api.ts';
import { BILLING_VIEW, BillingButtons, type BillingView, readBillingView, Selectors } from './BillingBar.tsx';
import { BillingCard, type CardNews } from './BillingCard.tsx';
import classes from './BillingPage.module.css';
import { NotAssignedDialog } from './NotAssignedDialog.tsx';
import { StatusSetDialog } from './StatusSetDialog.tsx';

/** Clients archived more than a year ago are left out (docs/rules/billing.md, rule 14). */
const isListed = (person: PersonRow, today: Temporal.PlainDate, group: BillingView['group']) => {
  if (!isClient(person)) return false;
  if (group !== 'all' && (group === 'private') !== person.PrivateClient) return false;
  const { archiveDate } = person;
  return isActive(person) || archiveDate === null || archiveDate >= today.subtract({ years: 1 }).toString();
};

const isEmpty = ({ planned, saved }: Card) => planned.length === 0 && saved === null;

const isShown = (card: Card, view: BillingView) => {
  if (view.code !== '' && card.plan.Type !== view.code) return false;
  if (card.plan.Status === 'Deleted') return view.showDeleted;
  return view.showEmpty || !isEmpty(card);
};

type News = ReadonlyMap<number, CardNews>;
/** A card under work stays until it is saved, one that is not checked yet until it is. */
const hasDenial = (one: CardNews | undefined) => one === undefined || one.isDirty || one.denied !== 0;
const totalOf = (news: News, pick: (one: CardNews) => number | null) =>
  sum([...news.values()].map((one) => pick(one) ?? 0));

/** Cards say what they come to and whether leaving them loses something. */
const useNews = () => {
  const [news, setNews] = useState<News>(new Map());
  const report = useCallback((planId: number, one: CardNews | undefined) => {
    setNews((before) => {
      const next = new Map(before);
      if (one) next.set(planId, one);
      else next.delete(planId);
      return next;
    });
  }, []);
  return [news, report] as const;
};

type Opened = 'status' | 'statusReport' | 'notAssigned';

/** Billing: a client's month, one card per provider (docs/rules/billing.md, rule 14). */
export const BillingPage = () => {
  const today = useToday();
  const [kept, setView] = useKeptView(BILLING_VIEW, readBillingView);
  const withProof = useCapabilities()?.billing ?? false;
  // Without the proof nobody knows which visits are verified.
  const view = { ...kept, isVerified: kept.isVerified && withProof };
  const month = view.month || today.toPlainYearMonth().toString();
  const { people } = usePeople();
  const clients = useMemo(
    () => people?.filter((person) => person.ID === view.client || isListed(person, today, view.group)),
    [people, today, view.group, view.client],
  );
  const query = useClientMonth(view.client, month);
  const proof = useClientProof(view.client, month, withProof);
  const [news, report] = useNews();
  const openPage = useOpenPage();
  const [opened, setOpened] = useState<Opened>();
  const [leaving, setLeaving] = useState<Partial<BillingView>>();
  const isDirty = [...news.values()].some((one) => one.isDirty);
  const guard = useLeaveGuard(isDirty);
  const change = useStable((next: Partial<BillingView>) => {
    const leaves = next.client !== undefined || next.month !== undefined || next.code !== undefined;
    if (leaves && isDirty) setLeaving(next);
    else setView({ ...view, ...(leaves && { isVerified: false }), ...next });
  });
  const openClaims = () => {
    keep(CLAIMS_VIEW, claimsViewOf(month, view.client));
    void openPage(CLAIMS_PATH);
  };
  const codes = useMemo(
    () => [...new Set(query.data?.cards.map(({ plan }) => plan.Type))].sort(),
    [query.data],
  );
  return (
    <FreePage>
      <div className={classes.page}>
        <Selectors
          view={view}
          month={month}
          clients={clients}
          codes={codes}
          withProof={withProof}
          onChange={change}
        />
        <BillingButtons
          view={view}
          month={month}
          onStatusReport={() => setOpened('statusReport')}
          onStatusSet={() => setOpened('status')}
          onNotAssigned={() => setOpened('notAssigned')}
          onClaims={openClaims}
          onRefresh={() => void refreshPage()}
        />
        <AuthorizationNotes clientId={view.client} />
        {view.isVerified && (
          <Note tone="info">
            Cards that are not saved open with the times of verified visits, never longer than planned. Of two
            verified visits on one day it is the longer one.
          </Note>
        )}
        <Cards view={view} query={query} proof={proof} news={news} onNews={report} onChange={change} />
      </div>
      {opened === 'status' && <StatusSetDialog month={month} onClose={() => setOpened(undefined)} />}
      {opened === 'statusReport' && (
        <StatusReportDialog month={month} group={view.group} onClose={() => setOpened(undefined)} />
      )}
      {opened === 'notAssigned' && (
        <NotAssignedDialog month={month} group={view.group} onClose={() => setOpened(undefined)} />
      )}
      <LeaveQuestion
        opened={leaving !== undefined}
        onLeave={() => {
          setView({ ...view, isVerified: false, ...leaving });
          setLeaving(undefined);
        }}
        onStay={() => setLeaving(undefined)}
      >
        A card has unsaved changes. They will be lost if you show another client, month or code.
      </LeaveQuestion>
      {guard.dialog}
    </FreePage>
  );
};

interface CardsProps {
  readonly view: BillingView;
  readonly query: ReturnType<typeof useClientMonth>;
  readonly proof: ReturnType<typeof useClientProof>;
  readonly news: News;
  readonly onNews: (planId: number, news: CardNews | undefined) => void;
  readonly onChange: (next: Partial<BillingView>) => void;
}

const Cards = ({ view, query, proof, news, onNews, onChange }: CardsProps) => {
  const slow = useSlow(query.isLoading);
  const failure = failureOf(query, 'Couldn’t load billing', 'Your client and month are kept.');
  if (view.client === null)
    return <EmptyState icon={IconReceipt} title="Choose a client to see this month’s billing." />;
  if (failure) return <ErrorState {...failure} />;
  if (!query.data) return slow ? <Loading /> : null;
  // Which visits are verified is known by the proof: a card that opened before would have planned times.
  const unproven = failureOf(proof, 'Couldn’t load the proof');
  if (view.isVerified && !proof.data) return unproven ? <ErrorState {...unproven} /> : <Loading />;
  return (
    <ClientCards
      key={`${query.data.client.ID} ${query.data.date}`}
      page={query.data}
      fresh={query.isRefetchError ? freshnessOf(query) : ''}
      view={view}
      proof={proof}
      news={news}
      onNews={onNews}
      onChange={onChange}
    />
  );
};

const Loading = () => (
  <div className={classes.loading} role="status">
    <span className="visually-hidden">Loading billing…</span>
    <div className={classes.bone} data-small />
    <div className={classes.bone} />
    <div className={classes.bone} />
  </div>
);

interface ClientCardsProps extends Omit<CardsProps, 'query'> {
  readonly page: ClientMonth;
  readonly fresh: string;
}

const ClientCards = ({ page, fresh, view, proof, news, onNews, onChange }: ClientCardsProps) => {
  const today = useToday().toString();
  const zone = useZone();
  const state = useCapabilities()?.state ?? '';
  const [omitted, setOmitted] = useState<readonly number[]>([]);
  const open = page.cards.filter((card) => isShown(card, view) && !omitted.includes(card.plan.id));
  // The others stay where they are, unseen: what is typed there is not lost by looking.
  const shown = open.filter((card) => !view.willDeny || hasDenial(news.get(card.plan.id)));
  const hidden = page.cards.filter((card) => !isShown(card, view) && card.plan.Status !== 'Deleted').length;
  const { client, date } = page;
  const words = useProofWords();
  const denied = totalOf(news, (one) => one.denied);
  return (
    <>
      <header className={classes.clientHead}>
        <h2 className={classes.clientName}>{client.name}</h2>
        <span className="ink2">
          {[
            client.Medicaid ? `Medicaid ${client.Medicaid}` : client.PrivateClient ? 'Private' : undefined,
            date,
            `${shown.length} ${shown.length === 1 ? 'card' : 'cards'}`,
            client.archiveDate ? 'archived' : undefined,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className={classes.sums}>
          {fresh && <span data-tone="warn">{fresh}</span>}
          {proof.isError && (
            <span data-tone="warn">
              Couldn’t load the proof.{' '}
              <button type="button" className={classes.again} onClick={() => void proof.refetch()}>
                Try again
              </button>
            </span>
          )}
          {denied > 0 && (
            <span data-tone="danger">
              <b>{words.sayUnproven(denied)}</b>
            </span>
          )}
          <span>
            Saved <b>{showMoney(totalOf(news, ({ saved }) => saved))}</b>
          </span>
          <span>
            Not saved <b>{showMoney(totalOf(news, ({ unsaved }) => unsaved))}</b>
          </span>
        </span>
      </header>
      {open.map((card) => (
        <BillingCard
          key={card.plan.id}
          context={{
            card,
            month: date,
            client,
            today,
            zone,
            state,
            isVerified: view.isVerified,
            proof: proof.data,
          }}
          hidden={!shown.includes(card)}
          clientName={client.name}
          onNews={onNews}
          onOmit={(planId) => setOmitted([...omitted, planId])}
        />
      ))}
      {omitted.length > 0 && (
        <p className={classes.omitted}>
          {omitted.length} {omitted.length === 1 ? 'card is' : 'cards are'} omitted.{' '}
          <Button variant="subtle" onClick={() => setOmitted([])}>
            Show again
          </Button>
        </p>
      )}
      {open.length > 0 && shown.length === 0 && (
        <EmptyState icon={IconShieldCheck} title={words.noneUnproven}>
          <Button onClick={() => onChange({ willDeny: false })}>Show all cards</Button>
        </EmptyState>
      )}
      {open.length === 0 && omitted.length === 0 && (
        <EmptyState
          icon={IconFilterOff}
          title={`No cards of ${date}`}
          text={
            hidden > 0
              ? `${hidden} ${hidden === 1 ? 'care plan has' : 'care plans have'} no planned day, or another code.`
              : 'No care plan of this client runs in this month.'
          }
        >
          {hidden > 0 ? (
            <Button onClick={() => onChange({ showEmpty: true, code: '' })}>Show empty</Button>
          ) : (
            <PageButton to="/careplanlist">Open care plans</PageButton>
          )}
        </EmptyState>
      )}
    </>
  );
};
