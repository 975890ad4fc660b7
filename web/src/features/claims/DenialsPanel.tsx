import type { DenialGroup, DenialGroups, UploadResult } from '@homecare/domain/claims/schema.ts';
import { counted } from '@homecare/domain/counted.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { sum } from '@homecare/domain/sum.ts';
import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { IconCircleCheck, IconSend } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { usePageState } from '../../platform/page-state.ts';
import { failureOf } from '../../platform/query.ts';
import { StaleLine } from '../../platform/StaleLine.tsx';
import { toast } from '../../platform/toasts.ts';
import { smallIcon } from '../../ui/icons.ts';
import { Note } from '../../ui/Note.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { ExportMenu } from '../list-export/ExportMenu.tsx';
import {
  exportDenialList,
  SEND_CORRECTIONS,
  UNDO_CORRECTIONS,
  useBatches,
  useDenialGroups,
  useDenials,
  useUnpaid,
} from './api.ts';
import { DenialsSkeleton } from './ClaimsSkeletons.tsx';
import { CLAIMS_PATH, UNPAID } from './claim-states.ts';
import { DenialDetails } from './DenialDetails.tsx';
import classes from './Denials.module.css';
import { DenialTable, isFixed } from './DenialTable.tsx';
import { foundGroups, NOTHING_FOUND, namedFiles } from './found.ts';
import { MadeNote } from './MadeNote.tsx';
import { denialOf, useOpenDenial } from './open-denial.ts';

interface ReasonsProps {
  readonly groups: readonly DenialGroup[];
  readonly chosen: DenialGroup;
  readonly onChoose: (code: string) => void;
}

const factsOf = ({ code, rows, advice }: DenialGroup) =>
  [counted(rows.length, 'claim'), /^[A-Z]?\d+$/.test(code) && code, advice].filter(Boolean).join(' · ');

/** Reasons for denials, most expensive first. A select where there is no room beside the lines. */
const Reasons = ({ groups, chosen, onChoose }: ReasonsProps) => (
  <>
    <NativeSelect
      label="Reason"
      className={classes.select ?? ''}
      value={chosen.code}
      data={groups.map((group) => ({
        value: group.code,
        label: `${group.title}: ${showMoney(group.open)}`,
      }))}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
    <ul className={classes.reasons} aria-label="Reasons">
      {groups.map((group) => (
        <li key={group.code}>
          <button
            type="button"
            aria-pressed={group.code === chosen.code}
            onClick={() => onChoose(group.code)}
          >
            <span className={classes.title}>
              <b>{group.title}</b>
              <b>{showMoney(group.open)}</b>
            </span>
            <span className={classes.facts}>{factsOf(group)}</span>
          </button>
        </li>
      ))}
    </ul>
  </>
);

type Made = readonly { readonly result: UploadResult; readonly info: string }[];

interface WaitingProps extends Pick<DenialGroups, 'waiting'> {
  /** Making the file is the next step on the page. */
  readonly isNext: boolean;
}

/** Corrected claims that are not in a file yet. */
const Waiting = ({ waiting, isNext }: WaitingProps) => {
  const [made, setMade] = useState<Made>([]);
  const send = useAction({
    ...SEND_CORRECTIONS,
    onDone: ({ data, info = '' }) =>
      setMade(data.map((result, at) => ({ result, info: at === 0 ? info : (result.file ?? '') }))),
  });
  const undo = useAction({ ...UNDO_CORRECTIONS, onDone: ({ info }) => toast.success(info ?? '') });
  return (
    <>
      {made.map(({ result, info }) => (
        <MadeNote key={result.batch} made={result} info={info} />
      ))}
      {waiting.length > 0 && (
        <Note
          tone="info"
          actions={
            <Group gap={8}>
              <Button
                loading={undo.pending}
                onClick={() => void undo.run({ ids: waiting.map(({ id }) => id) })}
              >
                Undo
              </Button>
              <Button
                variant={isNext ? 'filled' : 'default'}
                leftSection={<IconSend {...smallIcon} />}
                loading={send.pending}
                onClick={() => void send.run({})}
              >
                Send {waiting.length}
              </Button>
            </Group>
          }
        >
          {counted(waiting.length, 'corrected claim waits', 'corrected claims wait')} for a file (
          {showMoney(sum(waiting.map(({ open }) => open)))}). You can undo until the file is made.
        </Note>
      )}
    </>
  );
};

const NO_DENIALS = {
  title: 'No denials',
  text: 'Every claim that was answered is paid in full or was sent again.',
} as const;

/** For a link to a reason whose claims have all been corrected since. */
const NO_SUCH_REASON = 'No claim is denied for that reason now. The reason with the most money is shown.';

/** How many claims are denied, and how much was underpaid. Both count as unpaid. */
const RateLines = () => {
  const { data } = useUnpaid();
  if (!data) return null;
  const { now, weekAgo } = data.denialRate;
  const { underpaid } = data;
  return (
    <div className={classes.rate}>
      {now !== null && (
        <p>
          Denial rate {now}%{weekAgo !== null && `, was ${weekAgo}% last week`}.
        </p>
      )}
      {underpaid.length > 0 && (
        <Link to={`${CLAIMS_PATH}/${UNPAID}`}>
          {counted(underpaid.length, 'line')} paid less than expected,{' '}
          {showMoney(sum(underpaid.map(({ expected, paid }) => expected - paid)))}
        </Link>
      )}
    </div>
  );
};

/** Denied claims by reason: what would change, with one button that corrects all fixed ones. */
export const DenialsPanel = ({ search }: { readonly search: string }) => {
  const query = useDenialGroups();
  const details = useDenials();
  const files = useBatches().data ?? [];
  const page = usePageState();
  const [code, setCode] = useState(typeof page.reason === 'string' ? page.reason : '');
  const failure = failureOf(query, 'Couldn’t load the denials');
  const openDenial = useOpenDenial();
  const denial = details.data && denialOf(details.data.denials, page);
  const [kept, setKept] = useState(denial);
  // Kept, because a claim that was sent again leaves the list while its details are open.
  if (denial && denial !== kept) setKept(denial);
  const isShown = kept && denialOf([kept], page) !== undefined;
  if (isShown)
    return (
      <DenialDetails
        key={kept.id}
        denial={kept}
        owners={details.data?.owners ?? []}
        onClose={() => openDenial()}
      />
    );
  if (failure && !query.data) return <ErrorState {...failure} />;
  if (!query.data) return <DenialsSkeleton />;
  const { waiting } = query.data;
  const groups = foundGroups(query.data.groups, search, namedFiles(files, search));
  const asked = groups.find((group) => group.code === code);
  const chosen = asked ?? groups[0];
  // Fixed claims are corrected before a file is made of them, so only one button is filled at a time.
  const isCorrecting = waiting.length === 0 || (chosen?.rows.some(isFixed) ?? false);
  return (
    <Stack gap={12}>
      <StaleLine query={query} />
      <Waiting waiting={waiting} isNext={!isCorrecting} />
      {chosen === undefined ? (
        <EmptyState icon={IconCircleCheck} {...(query.data.groups.length > 0 ? NOTHING_FOUND : NO_DENIALS)} />
      ) : (
        <>
          {code !== '' && asked === undefined && search === '' && <Note tone="info">{NO_SUCH_REASON}</Note>}
          <div className={classes.split}>
            <div>
              <Reasons groups={groups} chosen={chosen} onChoose={setCode} />
              <RateLines />
              <div className={classes.foot}>
                <ExportMenu list="denials" load={exportDenialList} disabled={false} />
              </div>
            </div>
            <DenialTable
              key={chosen.code}
              group={chosen}
              isNext={isCorrecting}
              onOpen={(id) => openDenial({ id })}
            />
          </div>
        </>
      )}
    </Stack>
  );
};
