import { showDate } from '@homecare/domain/calendar.ts';
import { NOT_CHECKED } from '@homecare/domain/claims/rules.ts';
import type { ProofLine } from '@homecare/domain/claims/schema.ts';
import { UPLOAD_STATUSES, type UploadStatus } from '@homecare/domain/claims/uploads.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { Checkbox, NativeSelect, Stack } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { failureOf } from '../../platform/query.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { STORY_KEY, type StoryKey, storyEntry, useOpenStory } from '../visit-story/open-story.ts';
import { useProof } from './api.ts';
import classes from './Claims.module.css';
import { isFound, NOTHING_FOUND } from './found.ts';
import { ProofPill } from './ProofPill.tsx';
import { useProofWords } from './use-proof-words.ts';

const COLUMNS: readonly Column<ProofLine>[] = [
  {
    key: 'client',
    title: 'Client',
    width: 170,
    cell: ({ clientId, client, provider }) => (
      <CellLines main={<PersonLink id={clientId} name={client} />} sub={provider} strong />
    ),
  },
  {
    key: 'day',
    title: 'Line',
    width: 120,
    cell: ({ day, code, type }) => <CellLines main={showDate(day)} sub={code ?? type} />,
  },
  {
    key: 'units',
    title: 'Billed / verified',
    width: 120,
    align: 'right',
    cell: ({ units, verified }) => `${units} / ${verified ?? '–'}`,
  },
  {
    key: 'amount',
    title: 'Amount',
    width: 96,
    align: 'right',
    cell: ({ amount }) => showMoney(amount),
  },
  {
    key: 'verdict',
    title: 'Proof',
    min: 180,
    cell: ({ verdict: result, reason }) => <CellLines main={<ProofPill result={result} />} sub={reason} />,
  },
];

const keyOf = ({ cardId, day }: ProofLine): StoryKey => ({ cardId, day });

interface ProofPanelProps {
  readonly month: string;
  /** The client chosen on the billing page. */
  readonly client: number | null;
  readonly search: string;
}

interface ProofFactsProps {
  readonly data: ReturnType<typeof useProof>['data'];
  readonly isLoading: boolean;
}

/** Number and value of the proven lines. Space is reserved while they load. */
const ProofFacts = ({ data, isLoading }: ProofFactsProps) => {
  const words = useProofWords();
  if (!data) return isLoading ? <p className={classes.facts} data-waiting /> : null;
  return (
    <p className={classes.facts}>
      <span>
        <b>{data.accepted.toLocaleString('en-US')}</b> {words.lines.accepted} (
        {showMoney(data.amounts.accepted)})
      </span>
      <span>
        <b>{data.exempt.toLocaleString('en-US')}</b> don’t need a visit ({showMoney(data.amounts.exempt)})
      </span>
      <span>
        <b>{data.deny.toLocaleString('en-US')}</b> {words.lines.deny} ({showMoney(data.amounts.deny)})
      </span>
    </p>
  );
};

/** Proof before billing: each line beside the aggregator's data, and why it would be denied. */
export const ProofPanel = ({ month, client, search }: ProofPanelProps) => {
  const [status, setStatus] = useState<UploadStatus>('Billed');
  const [willDeny, setWillDeny] = useState(true);
  const [onlyClient, setOnlyClient] = useState(false);
  const words = useProofWords();
  const query = useProof(month, status, onlyClient ? client : null, willDeny);
  const { data } = query;
  const openStory = useOpenStory();
  const lines = data?.lines.filter((line) => isFound(line, search));
  const showStory = (line: ProofLine) => openStory(keyOf(line), lines?.map(keyOf));
  const isProven = willDeny && data !== undefined && data.accepted + data.exempt + data.deny > 0;
  const noLines = isProven
    ? {
        title: words.noneUnproven,
        text: `Every line of ${month} has a visit that proves it, or needs none.`,
      }
    : { title: 'No lines', text: `Nothing of ${month} is billed with this status.` };
  return (
    <Stack gap={12}>
      <div className={classes.bar}>
        <NativeSelect
          label="Status"
          value={status}
          data={[...UPLOAD_STATUSES]}
          onChange={(event) => {
            const next = UPLOAD_STATUSES.find((one) => one === event.currentTarget.value);
            if (next) setStatus(next);
          }}
        />
        <Checkbox
          label={words.result.deny}
          checked={willDeny}
          onChange={(event) => setWillDeny(event.currentTarget.checked)}
        />
        {client !== null && (
          <Checkbox
            label="Only the client chosen in Billing"
            checked={onlyClient}
            onChange={(event) => setOnlyClient(event.currentTarget.checked)}
          />
        )}
      </div>
      {data?.provenBy === 'visit' && <p className="ink2">{NOT_CHECKED}</p>}
      <ProofFacts data={data} isLoading={query.isPending} />
      <DataTable
        label="Proof of lines"
        columns={COLUMNS}
        rows={lines}
        rowKey={({ cardId, day, code }) => `${cardId} ${day} ${code}`}
        rowName={({ client: name, day }) => `${name}, ${showDate(day)}`}
        pageSize={8}
        noun={lines?.length === 1 ? 'line' : 'lines'}
        onOpen={showStory}
        keys={{ [STORY_KEY]: showStory }}
        menu={(line) => [storyEntry(() => showStory(line))]}
        actionsWidth={64}
        actionsTitle="More"
        listItem={({ client: name, day, amount, verdict: result, reason }) => ({
          title: name,
          kind: <ProofPill result={result} />,
          line: [`${showDate(day)}, ${showMoney(amount)}`, reason].filter(Boolean).join(': '),
        })}
        loadingText="Loading the proof…"
        failure={failureOf(query, 'Couldn’t load the proof')}
        empty={<EmptyState icon={IconShieldCheck} {...(data?.lines.length ? NOTHING_FOUND : noLines)} />}
      />
    </Stack>
  );
};
