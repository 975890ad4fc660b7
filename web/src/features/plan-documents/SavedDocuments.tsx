import { showStamp } from '@homecare/domain/calendar.ts';
import type { SavedDocument } from '@homecare/domain/plan-documents/contract.ts';
import { sayMonth } from '@homecare/domain/plan-documents/rules.ts';
import { IconDownload, IconLinkOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { failureOf } from '../../platform/query.ts';
import { useZone } from '../../platform/use-today.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon } from '../../ui/icons.ts';
import { Pill } from '../../ui/Pill.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { openSaved, REVOKE_LINK, type SavedOf, useSaved } from './api.ts';
import classes from './PlanDocuments.module.css';

type Link = SavedDocument['links'][number];

const STATES = {
  open: { tone: 'ok', text: 'Link is open' },
  expired: { tone: 'mute', text: 'Link expired' },
  revoked: { tone: 'danger', text: 'Link revoked' },
  locked: { tone: 'warn', text: 'Link locked' },
  ended: { tone: 'mute', text: 'Link ended with the plan' },
} as const;

const nameOf = ({ kind, month, planId }: SavedDocument) => {
  switch (kind) {
    case 'CP':
      return `Care plan ${planId}`;
    case 'SP':
      return `Signed care plan ${planId}`;
    case 'SV':
      return `Signed visit of plan ${planId}`;
    case 'TS':
      return `Timesheet of plan ${planId}${month === null ? '' : `, ${sayMonth(month)}`}`;
  }
};

const times = (count: number) => (count === 1 ? 'once' : `${count} times`);

const openings = ({ opened, lastOpened, wrong }: Link, zone: string) =>
  [
    opened === 0 || lastOpened === null
      ? 'not opened yet'
      : `opened ${times(opened)}, last ${showStamp(lastOpened, zone)}`,
    ...(wrong > 0 ? [`wrong year ${times(wrong)}`] : []),
  ].join(', ');

interface RowProps {
  readonly document: SavedDocument;
  readonly zone: string;
  readonly onRevoke: (link: Link) => void;
}

const SavedRow = ({ document, zone, onRevoke }: RowProps) => {
  const name = nameOf(document);
  return (
    <li className={classes.document}>
      <div className={classes.words}>
        <div className={classes.name}>{name}</div>
        <div className={classes.sub}>
          {showStamp(document.made, zone)}, {document.by} · {document.pages}{' '}
          {document.pages === 1 ? 'page' : 'pages'} · version {document.planVersion}
        </div>
        {document.links.map((link) => (
          <div key={link.id} className={classes.sub}>
            {openings(link, zone)}
            {link.state === 'open' && `; good until ${showStamp(link.expires, zone)}`}
          </div>
        ))}
      </div>
      {document.links.map((link) => (
        <Pill key={link.id} tone={STATES[link.state].tone}>
          {STATES[link.state].text}
        </Pill>
      ))}
      <IconButton
        label={`Download ${name}`}
        icon={<IconDownload {...rowIcon} />}
        onClick={() => openSaved(document.id)}
      />
      {document.links
        .filter(({ state }) => state === 'open')
        .map((link) => (
          <IconButton
            key={link.id}
            label={`Revoke the link to ${name}`}
            danger
            icon={<IconLinkOff {...rowIcon} />}
            onClick={() => onRevoke(link)}
          />
        ))}
    </li>
  );
};

interface SavedDocumentsProps {
  readonly of: SavedOf;
}

/** Saved copies with their links, for the Record log of a plan or a person; nothing where there is none. */
export const SavedDocuments = ({ of }: SavedDocumentsProps) => {
  const zone = useZone();
  const query = useSaved(of);
  const [revoking, setRevoking] = useState<Link>();
  const revoke = useAction({ ...REVOKE_LINK, onEnd: () => setRevoking(undefined) });
  const failure = failureOf(query, 'Couldn’t load the saved documents');
  if (failure) return <ErrorState {...failure} />;
  if (!query.data || query.data.length === 0) return null;
  return (
    <section aria-label="Saved documents">
      <h3 className={classes.title}>Saved documents</h3>
      <ul className={classes.saved}>
        {query.data.map((document) => (
          <SavedRow key={document.id} document={document} zone={zone} onRevoke={setRevoking} />
        ))}
      </ul>
      {revoking && (
        <ConfirmDialog
          opened
          danger
          focusCancel
          busy={revoke.pending}
          title="Revoke the link?"
          confirmLabel="Revoke"
          onConfirm={() => void revoke.run({ id: revoking.id })}
          onCancel={() => setRevoking(undefined)}
        >
          <p>The link stops working for everyone who has it. The saved copy is kept.</p>
        </ConfirmDialog>
      )}
    </section>
  );
};
