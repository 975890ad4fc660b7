import type * as calls from '@homecare/domain/accounts/contract.ts';
import { LINK_MISSING, TEMPORARY_HOURS } from '@homecare/domain/accounts/rules.ts';
import { PASSWORD_LENGTHS } from '@homecare/domain/accounts/signing-in.ts';
import { inSpanish } from '@homecare/domain/accounts/spanish.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { done, type Result, refuse, refuseFields } from '@homecare/domain/errors.ts';
import { checkMails, checkSms, LINK_PLACE, QUEUED, smsNumber } from '@homecare/domain/messaging/rules.ts';
import { managesAccounts } from '@homecare/domain/permissions.ts';
import { queueMessages } from '../messaging/service.ts';
import { hashPassword } from '../platform/auth/passwords.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { hashToken, newToken } from '../platform/auth/sessions.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { LinkKind, LinkOffer, Words } from '../platform/http/links.ts';
import { mayManage } from './managing.ts';
import { refusedNewPassword } from './password-rules.ts';
import {
  endLinks,
  endSessions,
  findLink,
  insertLink,
  listProviders,
  lockAccount,
  setPassword,
  takeLink,
} from './queries.ts';
import { forgetFailures } from './throttle.ts';

type Input = InputOf<typeof calls.sendPasswordLink>;

/** The message goes to the phone or address in the provider's record, never to one the browser names. */
const addressed = ({ channel, subject, text }: Input, to: { phone: string | null; email: string | null }) => {
  const refused =
    channel === 'SMS'
      ? checkSms([{ number: to.phone ?? '', text }])
      : checkMails([{ email: to.email ?? '', text, subject }]);
  if (refused) return refused;
  if (!text.includes(LINK_PLACE)) return refuseFields([{ field: 'text', message: LINK_MISSING }]);
  const recipient = channel === 'SMS' ? smsNumber(to.phone) : (to.email ?? '');
  return done({ channel, recipient, subject: channel === 'SMS' ? null : subject.trim(), text });
};

/** Sends a link instead of the password, because no message may contain anything that opens the account (ASVS 6.4.1). */
export const sendPasswordLink = async (scope: Scope, input: Input): Promise<Result<null>> => {
  const { smsEnabled, emailEnabled } = scope.settings.capabilities;
  return mutate(scope, 'accounts.sendPasswordLink', async (tx, record) => {
    const account = await lockAccount(tx, input.id);
    if (!(account && mayManage(scope, account)))
      return refuse(managesAccounts(scope.user.role) ? 'notFound' : 'forbidden');
    if (!(input.channel === 'SMS' ? smsEnabled : emailEnabled)) return refuse('switchedOff');
    const [provider] = account.provider_id === null ? [] : await listProviders(tx, account.provider_id);
    if (!provider) return refuse('conflict', 'This account belongs to no active provider.');
    if (account.suspended) return refuse('conflict', 'This account is suspended. Resume it first.');
    if (!account.reset_password)
      return refuse('conflict', 'This account has a password of its own. Reset it first.');
    const message = addressed(input, provider);
    if (!message.ok) return message;
    const token = newToken();
    const { subject } = message.data;
    const queued = await queueMessages(
      tx,
      scope,
      [
        {
          ...message.data,
          subject: subject === '' ? scope.site.title : subject,
          owner: { personId: provider.providerId, candidateId: null },
          sealedLink: scope.site.secrets.encrypt(token),
        },
      ],
      record,
    );
    if (!queued.ok) return queued;
    const expires = scope.now().add({ hours: TEMPORARY_HOURS }).toString();
    await insertLink(tx, { tokenHash: hashToken(token), accountId: account.id, expires });
    record({
      entity: 'account',
      id: account.id,
      action: 'update',
      changes: { passwordLink: [null, input.channel] },
    });
    return done(null, { info: QUEUED });
  });
};

const offerOf = (login: string, length: number, refusal?: Words): LinkOffer => ({
  title: ['Choose your password', 'Elija su contraseña'],
  text: [
    `Your username is ${login}. The password needs at least ${length} characters with a number, a lowercase and an uppercase letter.`,
    `Su nombre de usuario es ${login}. La contraseña necesita al menos ${length} caracteres, con un número, una minúscula y una mayúscula.`,
  ],
  button: ['Set password', 'Guardar contraseña'],
  passwordFor: login,
  ...(refusal && { refusal }),
});

const leastLength = ({ settings }: Scope) =>
  settings.capabilities.passwordLength || PASSWORD_LENGTHS.specified;

/** The link's page: whoever has the link can choose the password once. Opening the page changes nothing. */
export const passwordLink: LinkKind = {
  offer: async (scope, tokenHash) => {
    const link = await findLink(scope.site.db, tokenHash, {
      now: scope.now().toString(),
      today: scope.today().toString(),
    });
    return link && offerOf(link.login, leastLength(scope));
  },
  use: async (scope, tokenHash, { fields }) => {
    const now = scope.now().toString();
    const link = await findLink(scope.site.db, tokenHash, { now, today: scope.today().toString() });
    if (!link) return undefined;
    const password = fields.password ?? '';
    const [fault] = await refusedNewPassword(scope, password, fields.confirmation ?? '');
    if (fault) return offerOf(link.login, leastLength(scope), [fault.message, inSpanish(fault.message)]);
    const hash = await hashPassword(password);
    const used = await mutate(scope, 'accounts.choosePassword', async (tx, record) => {
      const accountId = await takeLink(tx, tokenHash, now);
      const account = accountId === undefined ? undefined : await lockAccount(tx, accountId);
      if (!account) return refuse('notFound');
      await setPassword(tx, account.id, { hash, mustChange: false, expires: null });
      await endLinks(tx, account.id);
      await endSessions(tx, account.id, now);
      await forgetFailures(tx, account.id);
      record({
        entity: 'account',
        id: account.id,
        action: 'update',
        changes: { password: ['(hidden)', '(hidden)'], by: [null, 'link'] },
      });
      return done(null);
    });
    return used.ok
      ? {
          title: ['Your password is set', 'Su contraseña está guardada'],
          text: [
            `Sign in with your username ${link.login}.`,
            `Entre con su nombre de usuario ${link.login}.`,
          ],
          onward: { path: '/login', label: ['Sign in', 'Entrar'] },
        }
      : undefined;
  },
};
