import { counted } from '@homecare/domain/counted.ts';
import { GROUP_OVERTIME, problemsOf } from '@homecare/domain/payroll/problems.ts';
import type { PayMonth, PayOfProvider } from '@homecare/domain/payroll/schema.ts';
import { isActive, isProvider } from '@homecare/domain/people/kind-and-status.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { HOURS_ARE_PAID } from '@homecare/domain/reports/figure-words.ts';
import { Button, Pagination, Stack } from '@mantine/core';
import { IconCash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useKept } from '../../platform/kept.ts';
import { useKeptView } from '../../platform/kept-view.ts';
import { PageButton } from '../../platform/PageButton.tsx';
import { failureOf, freshnessOf } from '../../platform/query.ts';
import { useToday } from '../../platform/use-today.ts';
import { Note } from '../../ui/Note.tsx';
import { FreePage } from '../../ui/Page.tsx';
import { EmptyState, ErrorState, useSlow } from '../../ui/states.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { usePeople } from '../people/api.ts';
import { useRowStory } from '../visit-story/use-row-story.tsx';
import { usePayMonth } from './api.ts';
import { OvertimeWeeks } from './OvertimeWeeks.tsx';
import { PayList } from './PayList.tsx';
import { PAYROLL_VIEW, PayrollButtons, type PayrollView, readPayrollView, Selectors } from './PayrollBar.tsx';
import classes from './PayrollPage.module.css';
import { PayTable } from './PayTable.tsx';
import { ProblemNote } from './ProblemNote.tsx';
import { partNames, providerLine } from './pay-rows.ts';

const PAGE = 25;

/** Archived ones are found where they are asked for; the one that is chosen is always there. */
const isListed = (person: PersonRow, { provider, showArchived }: PayrollView) =>
  isProvider(person) && (isActive(person) || showArchived || person.ID === provider);

/** Payroll: what providers are paid for a month of calculation (docs/rules/payroll.md, rule 18). */
export const PayrollPage = () => {
  const today = useToday();
  const [view, setView] = useKeptView(PAYROLL_VIEW, readPayrollView);
  const [page, setPage] = useKept('payroll.page', 1);
  const month = view.month || today.toPlainYearMonth().toString();
  const { people } = usePeople();
  const providers = useMemo(() => people?.filter((person) => isListed(person, view)), [people, view]);
  const query = usePayMonth(month, view.provider, view.group);
  const change = (next: Partial<PayrollView>) => {
    setPage(1);
    setView({ ...view, ...next });
  };
  return (
    <FreePage>
      <Stack gap={12}>
        <Selectors view={view} month={month} providers={providers} onChange={change} />
        <PayrollButtons view={view} month={month} />
        <Pay view={view} month={month} query={query} page={page} onPage={setPage} onChange={change} />
      </Stack>
    </FreePage>
  );
};

interface PayProps {
  readonly view: PayrollView;
  readonly month: string;
  readonly query: ReturnType<typeof usePayMonth>;
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly onChange: (next: Partial<PayrollView>) => void;
}

const Pay = (props: PayProps) => {
  const { view, month, query, onChange } = props;
  const slow = useSlow(query.isLoading);
  const failure = failureOf(query, 'Couldn’t load payroll', 'Your provider and month are kept.');
  if (failure) return <ErrorState {...failure} />;
  if (!query.data) return slow ? <Loading /> : null;
  if (query.data.providers.length > 0) return <Lines {...props} pay={query.data} />;
  const isNarrowed = view.provider !== null || view.group !== 'all';
  return (
    <EmptyState
      icon={IconCash}
      title={isNarrowed ? `No paid hours of this choice in ${month}` : `No paid hours in ${month}`}
      text="Payroll fills in once billing for this month is saved."
    >
      {isNarrowed && (
        <Button onClick={() => onChange({ provider: null, group: 'all' })}>Show everybody</Button>
      )}
      <PageButton to="/billing">Open Billing</PageButton>
    </EmptyState>
  );
};

const Loading = () => (
  <Stack gap={10} role="status">
    <span className="visually-hidden">Loading pay…</span>
    {Array.from({ length: 12 }, (_, n) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows are all alike
      <div key={n} className={classes.skeleton} />
    ))}
  </Stack>
);

const Lines = ({
  view,
  month,
  query,
  page,
  onPage,
  onChange,
  pay,
}: PayProps & { readonly pay: PayMonth }) => {
  const isPhone = useIsPhone();
  const all = useMemo(() => pay.providers.map((one) => providerLine(one, pay.periods)), [pay]);
  const pages = Math.ceil(all.length / PAGE);
  const current = Math.min(page, pages);
  const List = isPhone ? PayList : PayTable;
  const stories = useRowStory(({ ID, Provider }: PayOfProvider) => ({
    counts: { of: 'caregiver', id: String(ID), month },
    title: `${Provider}, ${month}`,
  }));
  const [only] = view.provider === null ? [] : pay.providers;
  return (
    <>
      <ProblemNote tone="danger" few={4} problems={pay.providers.flatMap(problemsOf)} />
      {view.group !== 'all' && <Note tone="info">{GROUP_OVERTIME}</Note>}
      <List
        month={month}
        parts={partNames(pay.periods)}
        all={all}
        shown={all.slice((current - 1) * PAGE, current * PAGE)}
        words={counted(all.length, 'provider', 'providers')}
        onChoose={(provider) => onChange({ provider })}
        onStory={stories.keyOn}
      />
      <p className="ink2">{HOURS_ARE_PAID}</p>
      <div className={classes.foot}>
        <span role="status">
          {all.length > PAGE &&
            `${(current - 1) * PAGE + 1}–${Math.min(current * PAGE, all.length)} of ${all.length} providers`}
        </span>
        {query.isRefetchError && <span data-tone="warn">{freshnessOf(query)}</span>}
        {pages > 1 && (
          <Pagination
            className={classes.pages}
            total={pages}
            value={current}
            onChange={onPage}
            siblings={isPhone ? 0 : 1}
            aria-label="Pages"
            getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
            getControlProps={(control) => ({
              'aria-label': control === 'next' ? 'Next page' : 'Previous page',
            })}
          />
        )}
      </div>
      {only && (
        <OvertimeWeeks
          pay={only}
          periods={pay.periods}
          onEverybody={() => onChange({ provider: null })}
          onVisits={() => stories.show(only)}
        />
      )}
      {stories.window}
    </>
  );
};
