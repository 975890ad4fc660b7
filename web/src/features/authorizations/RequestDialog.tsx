import {
  NO_REQUESTS,
  requestsByManager,
  requestsOf,
  sayRequest,
} from '@homecare/domain/authorizations/requests.ts';
import type { AuthorizationRow } from '@homecare/domain/authorizations/schema.ts';
import { counted } from '@homecare/domain/counted.ts';
import { Button } from '@mantine/core';
import { IconMail, IconPrinter } from '@tabler/icons-react';
import { useAction } from '../../platform/form/use-action.ts';
import { useCapabilities } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { rowIcon } from '../../ui/icons.ts';
import classes from './Authorizations.module.css';
import { openRequests, SEND_REQUESTS } from './api.ts';

interface ManagerProps {
  readonly caseManager: string;
  readonly rows: readonly AuthorizationRow[];
  /** The request is about one line, not about all of the case manager. */
  readonly isAlone: boolean;
}

/** How a line is sent to the server: by its authorization, or by client and type if there is none. */
const lineOf = ({ id, clientId, type }: AuthorizationRow) => (id === null ? { clientId, type } : { id });

const Manager = ({ caseManager, rows, isAlone }: ManagerProps) => {
  const line = isAlone && rows[0] ? lineOf(rows[0]) : {};
  const hasMail = useCapabilities()?.emailEnabled === true;
  const { run, pending } = useAction({
    ...SEND_REQUESTS,
    onDone: ({ info }) => toast.success(info ?? 'Success: Requests sent'),
    onRefused: ({ info }) => toast.error(info),
  });
  const name = caseManager || 'No case manager on record';
  return (
    <section className={classes.manager} aria-label={name}>
      <h3>{name}</h3>
      <ul>
        {rows.map((row) => (
          <li key={row.id ?? `${row.clientId} ${row.type}`}>
            {row.client}, {row.typeName}: {requestsOf(row).map(sayRequest).join('; ')}
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button
          leftSection={<IconPrinter {...rowIcon} />}
          onClick={() => openRequests({ caseManager, ...line })}
        >
          Print PDF
        </Button>
        {hasMail && caseManager !== '' && (
          <Button
            leftSection={<IconMail {...rowIcon} />}
            loading={pending}
            onClick={() => void run({ caseManager, id: null, ...line })}
          >
            E-mail PDF
          </Button>
        )}
      </div>
    </section>
  );
};

interface RequestDialogProps {
  readonly rows: readonly AuthorizationRow[];
  /** A single line, instead of the whole list of each case manager. */
  readonly isAlone: boolean;
  readonly onClose: () => void;
}

/** Requests to case managers, each as a PDF or e-mail. */
export const RequestDialog = ({ rows, isAlone, onClose }: RequestDialogProps) => {
  const groups = requestsByManager(rows);
  const count = groups.flatMap((group) => group.rows.flatMap(requestsOf)).length;
  return (
    <ReadDialog title={count === 0 ? 'Request list' : counted(count, 'request')} wide onClose={onClose}>
      {groups.length === 0 && <p>{NO_REQUESTS}</p>}
      {groups.map((group) => (
        <Manager key={group.caseManager} {...group} isAlone={isAlone} />
      ))}
      {groups.length > 1 && <Button onClick={() => openRequests({})}>Print all</Button>}
    </ReadDialog>
  );
};
