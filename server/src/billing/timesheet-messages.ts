import { randomUUID } from 'node:crypto';
import type { Reminded } from '@homecare/domain/billing/contract.ts';
import {
  type OwedSheet,
  owedKey,
  owingOf,
  type SentReminder,
  sayOwed,
} from '@homecare/domain/billing/owed-sheets.ts';
import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import { canMail, canText, fillTemplate, smsNumber } from '@homecare/domain/messaging/rules.ts';
import { sayName } from '@homecare/domain/person-name.ts';
import type { z } from 'zod';
import { listOptedOut, type NewMessage, queueMessages } from '../messaging/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Recorder, Tx } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import {
  type Addressee,
  findTemplate,
  listAddressees,
  listWritten,
  listWrittenTo,
  lockRun,
} from './page-queries.ts';

/** Messages to caregivers whose timesheet of a month is missing (billing rule 34, month-close rule 18). */

const TEMPLATE = 'Missing timesheet';
const NO_TEMPLATE = `There is no template named ${TEMPLATE}. Make it in Configuration first.`;
const NO_CHANNEL = 'Text messages and e-mail are both switched off for your agency.';
export const MESSAGES_QUEUED = 'Success: Messages added to queue.';

/** The beginning of the request name of every message about the month. */
const runOf = (month: string) => `${TEMPLATE} ${month} `;

type Ways = Pick<Scope['settings']['capabilities'], 'smsEnabled' | 'emailEnabled'>;

/** How to reach a provider: by text if the phone takes it, otherwise by email; or why not at all. */
const wayTo = (of: Addressee, ways: Ways, stopped: ReadonlySet<string>) => {
  const { phone, email } = of;
  const number = smsNumber(phone);
  const isStopped = stopped.has(number);
  if (ways.smsEnabled && canText(phone) && !isStopped) return { channel: 'SMS' as const, recipient: number };
  if (ways.emailEnabled && canMail(email)) return { channel: 'Email' as const, recipient: email };
  return isStopped ? 'has answered STOP' : 'has no phone or e-mail address that can be written to';
};

/** The message, or why nothing can be sent. */
export const readMissingTimesheet = async (scope: Scope): Promise<Result<string>> => {
  const { smsEnabled, emailEnabled } = scope.settings.capabilities;
  if (!smsEnabled && !emailEnabled) return refuse('switchedOff', NO_CHANNEL);
  const text = await findTemplate(scope, TEMPLATE);
  return text === undefined ? refuse('conflict', NO_TEMPLATE) : done(text);
};

/** The beginning of the request name of reminders about the month, before what they are about. */
const remindersOf = (month: string) => `${runOf(month)}of `;

/** Reminders about the month, with what each was about. */
export const listTimesheetReminders = async (db: Db, month: string): Promise<SentReminder[]> => {
  const begin = remindersOf(month);
  return (await listWritten(db, begin)).map(({ id, at, request }) => ({
    id,
    at,
    // The last word only makes the request unique.
    keys: new Set(request.slice(begin.length).split(' ').slice(0, -1)),
  }));
};

interface Letter {
  readonly id: number;
  /** Appended to the template's words. */
  readonly about: string;
  readonly request: string;
}
type Skipped = z.output<typeof Reminded>['skipped'];

/** Sends one message to everyone who can be reached; names the others, including those with an entry in `reasons`. */
const writeLetters = async (
  tx: Tx,
  scope: Scope,
  of: {
    readonly month: string;
    readonly text: string;
    readonly letters: readonly Letter[];
    readonly reasons: ReadonlyMap<number, string>;
  },
  record: Recorder,
): Promise<Result<z.output<typeof Reminded>>> => {
  const { month, text, letters, reasons } = of;
  const addressees = await listAddressees(tx, [...new Set(letters.map(({ id }) => id))]);
  const numbers = addressees.map(({ phone }) => smsNumber(phone)).filter(Boolean);
  const stopped = new Set(await listOptedOut(tx, numbers));
  const letterOf = new Map(letters.map((letter) => [letter.id, letter]));
  const skipped: Skipped = [];
  const messages: { readonly message: NewMessage; readonly request: string }[] = [];
  for (const one of addressees) {
    const { id, name } = one;
    const letter = letterOf.get(id);
    const way = reasons.get(id) ?? wayTo(one, scope.settings.capabilities, stopped);
    if (typeof way === 'string') skipped.push({ id, name, reason: way });
    else if (letter) {
      const isMail = way.channel === 'Email';
      const words = fillTemplate(text, { name: sayName(name), ...(isMail && { id }) });
      const message = {
        ...way,
        owner: { personId: id, candidateId: null },
        subject: isMail ? `Missing timesheet ${month}` : null,
        text: [words, letter.about].filter(Boolean).join('\n'),
      };
      messages.push({ message, request: letter.request });
    }
  }
  for (const [request, own] of Map.groupBy(messages, (one) => one.request)) {
    const all = own.map(({ message }) => message);
    const queued = await queueMessages(tx, scope, all, record, request);
    if (!queued.ok) return queued;
  }
  return done({ queued: messages.length, skipped });
};

/** Sends one message to everyone who has not been notified about the month since then. Two runs for a month take turns. */
export const writeMissingTimesheets = async (
  tx: Tx,
  scope: Scope,
  of: {
    readonly month: string;
    readonly text: string;
    /** In the order in which they are notified. */
    readonly providerIds: readonly number[];
    readonly before: { readonly since: string; readonly words: string };
  },
  record: Recorder,
): Promise<Result<z.output<typeof Reminded>>> => {
  const { month, text, providerIds, before } = of;
  const run = runOf(month);
  await lockRun(tx, run);
  const written = await listWrittenTo(tx, run, before.since);
  const request = `${run}${randomUUID()}`;
  const letters = providerIds.map((id) => ({ id, about: '', request }));
  const reasons = new Map([...written].map((id) => [id, before.words]));
  return writeLetters(tx, scope, { month, text, letters, reasons }, record);
};

/** Sends each caregiver one message about everything nobody has reminded them of yet, saying what is missing. */
export const remindOfTimesheets = async (
  tx: Tx,
  scope: Scope,
  of: { readonly month: string; readonly text: string; readonly owed: readonly OwedSheet[] },
  record: Recorder,
): Promise<Result<z.output<typeof Reminded>>> => {
  const { month, text } = of;
  await lockRun(tx, runOf(month));
  const owing = owingOf(of.owed, await listTimesheetReminders(tx, month));
  const letters = owing.map(({ id, newly }) => ({
    id,
    about: sayOwed(month, newly),
    request: `${remindersOf(month)}${newly.map(owedKey).join(' ')} ${randomUUID()}`,
  }));
  const reasons = new Map(
    owing.flatMap(({ id, newly }) => (newly.length === 0 ? [[id, 'was reminded before'] as const] : [])),
  );
  return writeLetters(tx, scope, { month, text, letters, reasons }, record);
};
