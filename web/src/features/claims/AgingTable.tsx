import { showDate } from '@homecare/domain/calendar.ts';
import type { Unpaid, UnpaidItem } from '@homecare/domain/claims/schema.ts';
import { AGES } from '@homecare/domain/claims/unpaid.ts';
import { counted } from '@homecare/domain/counted.ts';
import { showAmount, showMoney } from '@homecare/domain/money.ts';
import { sum } from '@homecare/domain/sum.ts';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { keep } from '../../platform/kept.ts';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { useOpenPage } from '../../platform/page-state.ts';
import { failureOf } from '../../platform/query.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { BILLING_VIEW, readBillingView } from '../billing/BillingBar.tsx';
import { type RowStory, useRowStory } from '../visit-story/use-row-story.tsx';
import { AgingHead } from './AgingHead.tsx';
import { type UnpaidOf, useUnpaidItems } from './api.ts';
import { CLAIMS_VIEW, claimsViewOf, pathOfState } from './claim-states.ts';
import { claimStory } from './claim-story.ts';
import { useOpenDenial } from './open-denial.ts';
import classes from './Unpaid.module.css';

const WAITS: Record<UnpaidItem['kind'], string> = {
  claim: 'Waiting for the payer',
  denial: 'Not paid in full',
  record: 'Waiting for the insurer',
  invoice: 'Waiting for payment',
};

const COLUMNS: readonly Column<UnpaidItem>[] = [
  {
    key: 'client',
    title: 'Client',
    width: 190,
    cell: ({ clientId, client, name }) => (
      <CellLines main={<PersonLink id={clientId} name={client} />} sub={name} strong />
    ),
  },
  { key: 'waits', title: 'What is open', min: 160, cell: ({ kind }) => WAITS[kind] },
  {
    key: 'through',
    title: 'Last service',
    width: 130,
    cell: ({ through, days }) => <CellLines main={showDate(through)} sub={`${counted(days, 'day')} ago`} />,
  },
  { key: 'open', title: 'Open', width: 110, align: 'right', cell: ({ open }) => showMoney(open) },
];

const storyOf = ({ kind, id, client, name }: UnpaidItem): RowStory => {
  if (kind === 'claim' || kind === 'denial') return claimStory(id, client);
  return { counts: { of: kind === 'record' ? 'card' : 'invoice', id }, title: `${name}, ${client}` };
};

/** Opens an item where it is handled: a denial where it is corrected, a claim in its file. */
const useOpenItem = () => {
  const openPage = useOpenPage();
  const openDenial = useOpenDenial();
  return ({ kind, id, clientId, through }: UnpaidItem) => {
    if (kind === 'denial') return openDenial({ id });
    if (kind === 'invoice') return void openPage('/privatepay/invoice', { id: Number(id) });
    const month = through.slice(0, 7);
    if (kind === 'record') {
      keep(BILLING_VIEW, readBillingView({ client: clientId, month }));
      return void openPage('/billing');
    }
    keep(CLAIMS_VIEW, { ...claimsViewOf(month, clientId), search: id });
    return void openPage(pathOfState('files'));
  };
};

interface Listed {
  readonly title: string;
  readonly of: UnpaidOf;
}

/** The items behind a number, which add up to it. */
const ItemsDialog = ({ listed, onClose }: { readonly listed: Listed; readonly onClose: () => void }) => {
  const query = useUnpaidItems(listed.of);
  const rows = query.data;
  const openItem = useOpenItem();
  const open = (row: UnpaidItem) => {
    onClose();
    openItem(row);
  };
  const stories = useRowStory(storyOf, rows);
  return (
    <ReadDialog title={listed.title} wide forced={stories.window !== undefined} onClose={onClose}>
      <p className="ink2">
        {rows && `${counted(rows.length, 'item')}, ${showMoney(sum(rows.map((row) => row.open)))}`}
      </p>
      <DataTable
        label={listed.title}
        columns={COLUMNS}
        rows={rows}
        rowKey={({ kind, id }) => `${kind} ${id}`}
        rowName={({ client, name }) => `${client}, ${name}`}
        pageSize={8}
        noun={rows?.length === 1 ? 'item' : 'items'}
        onOpen={open}
        keys={stories.keys}
        menu={stories.entries}
        actionsWidth={84}
        listItem={(row) => ({
          title: row.client,
          kind: showMoney(row.open),
          line: `${row.name}, ${WAITS[row.kind].toLowerCase()} since ${showDate(row.through)}`,
        })}
        loadingText="Loading what is unpaid…"
        failure={failureOf(query, 'Couldn’t load what is unpaid')}
        empty={
          <EmptyState icon={IconCircleCheck} title="Nothing is unpaid" text="All of it was paid since." />
        }
      />
      {stories.window}
    </ReadDialog>
  );
};

interface NumberProps {
  readonly cents: number;
  readonly listed: Listed;
  readonly onList: (listed: Listed) => void;
}

const Amount = ({ cents, listed, onList }: NumberProps) =>
  cents === 0 ? (
    showAmount(0)
  ) : (
    <button
      type="button"
      className={classes.number}
      aria-label={`${listed.title}: ${showMoney(cents)}`}
      onClick={() => onList(listed)}
    >
      {showAmount(cents)}
    </button>
  );

/** Unpaid amounts by payer and age. Each number opens the items behind it. */
export const AgingTable = ({ ageing, payers }: Pick<Unpaid, 'ageing' | 'payers'>) => {
  const [listed, setListed] = useState<Listed>();
  const nameOf = (payer: string) => payers.find(({ key }) => key === payer)?.name ?? payer;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard.
    <section className={classes.wide} aria-label="Aging" tabIndex={0}>
      <table className={classes.ages}>
        <AgingHead />
        <tbody>
          {ageing.map(({ payer, buckets, total }) => (
            <tr key={payer}>
              <th scope="row">{nameOf(payer)}</th>
              {AGES.map((name, age) => (
                <td key={name}>
                  <Amount
                    cents={buckets[age] ?? 0}
                    listed={{ title: `${nameOf(payer)}, ${name} days`, of: { payer, age } }}
                    onList={setListed}
                  />
                </td>
              ))}
              <td>
                <b>
                  <Amount
                    cents={total}
                    listed={{ title: `${nameOf(payer)}, unpaid`, of: { payer } }}
                    onList={setListed}
                  />
                </b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {listed && <ItemsDialog listed={listed} onClose={() => setListed(undefined)} />}
    </section>
  );
};
