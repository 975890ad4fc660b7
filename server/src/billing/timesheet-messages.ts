import { randomUUID } from 'node:crypto';
import type { Reminded } from '@homecare/domain/billing/contract.ts';
import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import { canMail, canText, fillTemplate, smsNumber } from '@homecare/domain/messaging/rules.ts';
import { sayName } from '@homecare/domain/person-name.ts';
import type { z } from 'zod';
import { listOptedOut, queueMessages } from '../messaging/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Recorder, Tx } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import {
  type Addressee,
  findTemplate,
  listAddressees,
  listFirstWritten,
  listWrittenTo,
  lockRun,
} from './page-queries.ts';

/** The message to caregivers whose timesheet of a month is missing (docs/rules/billing.md, rule 34). */

const TEMPLATE = 'Missing timesheet';
const NO_TEMPLATE = `There is no template named ${TEMPLATE}. Make it in Configuration first.`;
const NO_CHANNEL = 'Text messages and e-mail are both switched off for your agency.';
export const MESSAGES_QUEUED = 'Success: Messages added to queue.';

/** What every message about the month has in the name of its request. */
const runOf = (month: string) => `${TEMPLATE} ${month} `;

type Ways = Pick<Scope['settings']['capabilities'], 'smsEnabled' | 'emailEnabled'>;

/** How a provider is written to: by text where the phone can take it, else by e-mail; or why not at all. */
const wayTo = (of: Addressee, ways: Ways, stopped: ReadonlySet<string>) => {
  const { phone, email } = of;
  const number = smsNumber(phone);
  const isStopped = stopped.has(number);
  if (ways.smsEnabled && canText(phone) && !isStopped) return { channel: 'SMS' as const, recipient: number };
  if (ways.emailEnabled && canMail(email)) return { channel: 'Email' as const, recipient: email };
  return isStopped ? 'has answered STOP' : 'has no phone or e-mail address that can be written to';
};

/** The words of the message; or why nothing can be sent. */
export const readMissingTimesheet = async (scope: Scope): Promise<Result<string>> => {
  const { smsEnabled, emailEnabled } = scope.settings.capabilities;
  if (!smsEnabled && !emailEnabled) return refuse('switchedOff', NO_CHANNEL);
  const text = await findTemplate(scope, TEMPLATE);
  return text === undefined ? refuse('conflict', NO_TEMPLATE) : done(text);
};

/** Whom a message about the month was sent to first, and when. */
export const listTimesheetMessages = (db: Db, month: string) => listFirstWritten(db, runOf(month));

/** Who is skipped for a message of before: those of the last day, or of any. */
export interface Before {
  readonly since: string;
  readonly words: string;
}

/** One message to each; two runs of a month come one after the other. */
export const writeMissingTimesheets = async (
  tx: Tx,
  scope: Scope,
  of: {
    readonly month: string;
    readonly text: string;
    /** In the order in which they are written to. */
    readonly providerIds: readonly number[];
    readonly before: Before;
  },
  record: Recorder,
): Promise<Result<z.output<typeof Reminded>>> => {
  const { month, text, before } = of;
  const run = runOf(month);
  await lockRun(tx, run);
  const addressees = await listAddressees(tx, [...new Set(of.providerIds)]);
  const written = await listWrittenTo(tx, run, before.since);
  const numbers = addressees.map(({ phone }) => smsNumber(phone)).filter(Boolean);
  const stopped = new Set(await listOptedOut(tx, numbers));
  const ways = addressees.map((one) => ({
    one,
    way: written.has(one.id) ? before.words : wayTo(one, scope.settings.capabilities, stopped),
  }));
  const messages = ways.flatMap(({ one: { id, name }, way }) => {
    if (typeof way === 'string') return [];
    const isMail = way.channel === 'Email';
    return [
      {
        ...way,
        owner: { personId: id, candidateId: null },
        subject: isMail ? `Missing timesheet ${month}` : null,
        text: fillTemplate(text, { name: sayName(name), ...(isMail && { id }) }),
      },
    ];
  });
  if (messages.length > 0) {
    const queued = await queueMessages(tx, scope, messages, record, `${run}${randomUUID()}`);
    if (!queued.ok) return queued;
  }
  const skipped = ways.flatMap(({ one: { id, name }, way }) =>
    typeof way === 'string' ? [{ id, name, reason: way }] : [],
  );
  return done({ queued: messages.length, skipped });
};
